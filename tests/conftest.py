"""What holds for all tests: no property is judged by the clock, and Ctrl-C works whatever started the tests."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("tutor", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tutor")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # started in the background: children would ignore it too
    signal.signal(signal.SIGINT, signal.default_int_handler)
