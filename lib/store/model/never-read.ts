import { DAY_MS } from '@/lib/text/day-ms'

/**
 * Milliseconds, 60 days, that a memory must have been in its store unchanged before it is said that
 * nobody ever read it: sooner that says nothing.
 */
export const NEVER_READ_AFTER_MS = 60 * DAY_MS
