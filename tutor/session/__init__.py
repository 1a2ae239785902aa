"""One learner at a prompt, without input or output: texts go in, frozen results come out, events say what to store.

conversation   what `lesson`, `check` and `practice` have in common; each is one kind of it
question_prompt  one question: a line typed, what the tutor answers
turns          what is handed to the screen; journal, events: what is kept on disk
unit_state, progress, skills, notes: what the events say of a learner

Many small files because each is one thing a learner can do (play, practise, hand in a file, look at a table) or one
thing that is kept of it; only `conversation` and `question_prompt` know how they follow each other.

It knows neither the class nor the screen.
"""
