"""Does a bundle hold what it promises, and where does it come from?"""
