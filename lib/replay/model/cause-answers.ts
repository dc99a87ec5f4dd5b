/** Answers of a usual search, with one cause (why-search.md, section 4). */
export const USUAL_CAUSE_ANSWERS = 45

/** As many as one or two causes among 200 memories need, in 95 of 100 searches. */
export const DEFAULT_CAUSE_BUDGET = 120

/** The budgets that are offered, in answers. */
export const CAUSE_BUDGETS = [80, DEFAULT_CAUSE_BUDGET, 240] as const

/** The numbers of answers that looking for all that add a little may take. */
export const MIN_PARTS_ANSWERS = 100
export const MAX_PARTS_ANSWERS = 800

/** As many as find three that add a quarter each among 200 memories, in about 85 of 100 searches. */
export const DEFAULT_PARTS_ANSWERS = 400

/** Answers that work goes on for where it is not known how many would tell. */
const MORE_ANSWERS = 60

/** Answers to offer where so many would likely tell: a round number, and no less; null: not known. */
export function answersToOffer(more: number | null): number {
  if (more === null) return MORE_ANSWERS
  return Math.max(10, Math.ceil(more / 10) * 10)
}
