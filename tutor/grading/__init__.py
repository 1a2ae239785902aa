"""A class: judgements to marks, doubts and decisions. A pure function over arrays with a student a row.

In: an opened unit, what came in, what a teacher decided. Out: a `Graded` class, and what waits for a person.
It opens no file but `decisiones.csv`, and writes none.
"""
