"""One learner at a prompt, without input or output: texts go in, frozen results come out, events say what to store.

walk.Session       a whole unit, one question at a time
check.Check        every question once, verdicts at the end
practice.Practice  new numbers for the skill that needs them most
journal.Journal    the events on disk, in SQLite
progress, notes    what the events say of a learner
"""
