/** How the axes of all plots look. */
export const AXIS = {
  tick: { fill: 'var(--faint)', fontSize: 11 },
  stroke: 'var(--line)',
  tickLine: false,
} as const

/** What one points at, behind the bars. */
export const CURSOR = { fill: 'var(--hover)' } as const

/** Beyond so many bars they join, and have no borders of their own. */
const JOINED = 80

/** How bars look that are so many. */
export function barLook(count: number) {
  return {
    gap: count > JOINED ? 0 : '18%',
    border: count > JOINED ? {} : { stroke: 'var(--control)', strokeWidth: 0.75 },
  }
}
