"""The learner's own code: run in a child process with limits, and diagnosed with the bank of slips.

    check_code(equation, file, function="", limits=Limits(seconds, memory)) -> Finding

`process` runs a file (`child` is what runs there): values out, or a reason; nothing is imported here. `cases` are the
data, `calling` hands them over, `returned` tells what came back, `diagnosis` which slip gives it, `precision` how far
a right one may be. What isolation this is and is not: docs/codigo.md.
"""

from tutor.sandbox.checking import check_code
from tutor.sandbox.findings import CaseResult, Finding
from tutor.sandbox.process import Limits

__all__ = ["CaseResult", "Finding", "Limits", "check_code"]
