"""What a class is given: answer sheets as text and pages, and the key with everybody's numbers.

In: an opened unit, a roster, a key text. Out: bytes by file name. It knows nothing of what comes back.
"""
