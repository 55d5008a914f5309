"""The seats of an event: draws for any number of players, without a database.

A ``SeatingProblem`` goes in, a ``Plan`` comes out: ``plan_series`` draws series ahead;
``seat_by_standing``, ``seat_by_groups`` and ``seat_by_lot`` draw the next one.
"""
