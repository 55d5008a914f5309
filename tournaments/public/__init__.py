"""Everything for visitors: public pages, their copies, feeds, mail."""
