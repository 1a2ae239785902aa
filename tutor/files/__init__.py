"""What a file says, whoever it comes from: its bytes, kind, encoding, text and tables, within limits.

In: paths, and what lies in folders and archives. Out: text and tables of text, with notices; never a guess.
It knows nothing of students, units or marks, and changes no file.
"""
