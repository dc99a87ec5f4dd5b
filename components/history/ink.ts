import { DAY_MS } from '@/lib/text/short-age'

/** The age of a change as a shade of ink: 0 was just written, 5 is older than all steps. */
export type AgeStep = 0 | 1 | 2 | 3 | 4 | 5

/** The days after which each next step begins: a day, a week, a month, two months, three. */
const DAYS = [1, 7, 30, 60, 90]
/** The beginning of each next step within a history: the share of it that is newer. */
const SHARES = [0.02, 0.07, 0.2, 0.45, 0.7]

/** How many steps have begun. */
const stepAt = (age: number, begins: readonly number[]) =>
  begins.filter((begin) => age >= begin).length as AgeStep

/**
 * The step within a store's own history, counted in changes, however old they are: the newest is full
 * ink. `newer`: the share of the history that is newer, from 0 to 1.
 */
export const inkStep = (newer: number): AgeStep => stepAt(newer, SHARES)

/** The step of something changed at `changedAt`, as of `now`; what is dated later was just written. */
export const ageStep = (changedAt: Date, now: Date): AgeStep =>
  stepAt((now.getTime() - changedAt.getTime()) / DAY_MS, DAYS)
