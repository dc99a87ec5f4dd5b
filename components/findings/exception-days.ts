/** Days for which a rule can be kept quiet at a path; a form offers no end beyond a year. */
export const EXCEPTION_DAYS = [7, 30, 90, 365] as const

export type ExceptionDays = (typeof EXCEPTION_DAYS)[number]
