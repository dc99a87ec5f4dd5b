import { DAY_MS } from '@/lib/text/short-age'

/** The age of a change as a shade of ink: 0 was just written, 5 is older than all steps. */
export type AgeStep = 0 | 1 | 2 | 3 | 4 | 5

/** The days after which each next step begins: a day, a week, a month, two months, three. */
const BEGINS: readonly (readonly [days: number, step: AgeStep])[] = [
  [90, 5],
  [60, 4],
  [30, 3],
  [7, 2],
  [1, 1],
]

/** The beginning of each next step within a history: the share of it that is newer. */
const SHARES: readonly (readonly [share: number, step: AgeStep])[] = [
  [0.7, 5],
  [0.45, 4],
  [0.2, 3],
  [0.07, 2],
  [0.02, 1],
]

/**
 * The step within a store's own history, counted in changes, however old they are: the newest is full
 * ink. `newer`: the share of the history that is newer, from 0 to 1.
 */
export function inkStep(newer: number): AgeStep {
  return SHARES.find(([from]) => newer >= from)?.[1] ?? 0
}

/** The step of something changed at `changedAt`, as of `now`; what is dated later was just written. */
export function ageStep(changedAt: Date, now: Date): AgeStep {
  const days = (now.getTime() - changedAt.getTime()) / DAY_MS
  return BEGINS.find(([from]) => days >= from)?.[1] ?? 0
}
