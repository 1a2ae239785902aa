"""What leaves a graded class: gradebook, Moodle, feedback, report, results, manifest; written whole or not at all.

In: a `Graded` class. Out: files in one folder, all of one run. It changes no mark.
"""
