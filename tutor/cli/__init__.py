"""The commands: one file each, which reads arguments, calls the rooms below and chooses the exit code."""
