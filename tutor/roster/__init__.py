"""Who is in the class, and whose something is.

In: the class list, and names, ids and mails as they turn up in folders, tables and files. Out: a `Roster`, and the
student that something belongs to, or nobody. It knows nothing of answers or marks.
"""
