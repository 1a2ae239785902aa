"""What a class hands in: files, tables and online texts become hand-ins, one a student or several.

In: files already opened, the labels of the questions, a directory of the class. Out: `ClassWork`, raw texts by
question. It judges nothing, and one broken file never stops the rest.
"""
