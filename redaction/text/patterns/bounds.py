"""How long a part of a pattern may be, so that the time a text takes grows with its length and no faster.

A pattern that may begin at every character and run on from each takes quadratic time on hostile text ("O'O'O'…").
What names are made of is short; so its repeats are bounded, and possessive where nothing behind them could need a
character back.
"""

from __future__ import annotations

#: Most code points of one word of a name behind its first letter. Longest place name in use: 58 letters.
LONGEST_WORD = 60

#: Quantifiers to put behind a class of characters: at least one, or none.
SOME = f"{{1,{LONGEST_WORD}}}+"
ANY = f"{{0,{LONGEST_WORD}}}+"
#: The same where what follows may need characters back.
SOME_BACK = f"{{1,{LONGEST_WORD}}}"
ANY_BACK = f"{{0,{LONGEST_WORD}}}"
