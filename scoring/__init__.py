"""The rule book: Skat values, lists and standings; standard library only.

Reading path: contracts, entries, games, problems; then systems and sheets, checks,
standings, notation. RULES.md says which function stands for which rule.
"""
