/** Answers of a usual search, with one cause (why-search.md, section 4). */
export const USUAL_CAUSE_ANSWERS = 45

/** As many as one or two causes among 200 memories need, in 95 of 100 searches. */
export const DEFAULT_CAUSE_BUDGET = 120

/** The budgets that are offered, in answers. */
export const CAUSE_BUDGETS = [80, DEFAULT_CAUSE_BUDGET, 240] as const
