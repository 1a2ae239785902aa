"""What holds for all tests: no property is judged by the clock, since a busy machine is no defect."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("tutor", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tutor")
