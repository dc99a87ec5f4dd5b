/** The age of a change as a shade of ink: 0 was just written, 5 is older than all steps. */
export type AgeStep = 0 | 1 | 2 | 3 | 4 | 5

const DAY_MS = 86_400_000

/** The days after which each next step begins: a day, a week, a month, two months, three. */
const BEGINS: readonly (readonly [days: number, step: AgeStep])[] = [
  [90, 5],
  [60, 4],
  [30, 3],
  [7, 2],
  [1, 1],
]

/**
 * The step of something changed at `changedAt`, as of `now`; both are milliseconds since 1970. What
 * is dated after `now` was just written.
 */
export function ageStep(changedAt: number, now: number): AgeStep {
  const days = (now - changedAt) / DAY_MS
  return BEGINS.find(([from]) => days >= from)?.[1] ?? 0
}
