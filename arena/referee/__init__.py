"""The referee: asks bots, applies their choices, keeps their clocks and gives verdicts."""
