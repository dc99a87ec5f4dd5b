/** Pixels of the numbers left of a plot: the same in all, so that those below each other align. */
export const AXIS_WIDTH = 56

/** Pixels right of a plot, for half of its last number. */
export const PLOT_END = 8

/** Beyond this many, bars touch, and have no borders. */
const JOINED = 80

/** Returns whether this many bars touch each other. */
export function areJoined(count: number): boolean {
  return count > JOINED
}
