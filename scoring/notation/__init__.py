"""One line of text for one game: the shorthand of the typing desk, both spellings.

What this project adds to the usual shorthand, after the game and in any order: ``2+48``
and ``2-96`` only the signed value of the paper; ``@72`` the declarer's card points;
``!a`` conceded, ``!r`` rule break, ``!s`` or ``!s48`` decided by the referee; ``>h1``,
``>ho1`` (number pad ``>101``, ``>10/1``) the contract picked for an impossible Null,
with its tops; ``#`` a remark; and two lines that are no games: ``x`` and ``s2=Name``.
The marks of house rules are in ``scoring/notation/house.py``.
"""
