"""The review of a release by a person: sampling plan, local page, decisions, corrections."""
