"""The oracle: a deliberately naive second reading of the table.

It shares no code with the kernel, only the printed tiles of the catalogue. Everything is recomputed from the list of
laid tiles, the pieces on them and the links between their segments, with dicts, sets and flood fill, one small function
for each rule; nothing is kept up to date, nothing is fast.

    parts      what each rule module adds: kinds of segment, strengths, places. A new module begins here.
    table      the laid tiles and pieces, read from an engine or put together by hand
    regions    flood fill: which segments belong together, and what can be counted about them
    placing    where a tile may be laid, by trying every cell and turn
    deploying  where a figure may be put
    scoring    what regions are worth, who wins them, final scoring
    play       a whole base game, question by question, on top of all that
    hunt       a whole game of Hunters & Gatherers, with or without the Scout
    compare    is the engine's opinion the same?
"""
