/** Pixels of the numbers left of a plot: the same in all, so that those below each other align. */
export const AXIS_WIDTH = 56

/** The look of all plots' axes. */
export const AXIS = {
  tick: { fill: 'var(--ink-3)', fontSize: 11 },
  stroke: 'var(--line)',
  tickLine: false,
} as const

/** The highlight behind the hovered bars. */
export const CURSOR = { fill: 'var(--hover)' } as const

/** Beyond this many, bars touch, and have no borders. */
const JOINED = 80

/** The look of this many bars. */
export function barLook(count: number) {
  return {
    gap: count > JOINED ? 0 : '18%',
    border: count > JOINED ? {} : { stroke: 'var(--control)', strokeWidth: 0.75 },
  }
}
