/** The picture of the first page, a corner of a game: tile, place and turns; every side fits its neighbour. */
export const SCENE: [string, number, number, number][] = [
  ['D', 0, 0, 0], ['N+garden', 0, 1, 3], ['P', -1, 0, 3], ['S', -1, 1, 1], ['W', -1, -1, 3], ['O', 0, -1, 2], ['V+garden', -2, 1, 3],
  ['N', -2, 0, 1], ['E', -2, -1, 2], ['J', -3, -1, 2], ['V', 1, 0, 0], ['G', 1, -1, 2], ['K', 1, 1, 2], ['V', 2, 1, 1],
  ['I+garden', -3, 0, 3], ['U', 2, 0, 2], ['K', 2, -1, 3], ['U', 3, 1, 0], ['T', 3, -1, 1], ['B', -3, 1, 2], ['J', 3, 0, 0],
];
