"""What a file says, whoever it comes from, and files put back whole: bytes, kind, encoding, text, tables, archives.

In: paths, and what lies in folders and archives, each read once within limits (`source`). Out: text and tables of text,
with notices, never a guess; files written all or none (`output`). It knows nothing of students, units or marks.
"""
