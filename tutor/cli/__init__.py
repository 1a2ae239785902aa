"""The commands: one file each, which reads arguments, calls the rooms below and chooses the exit code.

Words of a command line come in, an exit code goes out; nothing is decided here that another caller would have to decide
again. Many small files because each command is one, and loads nothing of the others: `app` is their table, `spanish`
their help and their refusals, `globals` what goes with all of them, `completion` what Tab offers.
"""
