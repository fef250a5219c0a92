"""The commands of `entrophy`, by what they are for. Heavy imports wait until a command runs."""
