/**
 * A moment of a store: after a numbered change, or at a time (milliseconds since 1970). A time
 * includes every change up to and at it; changes of one transaction have the same time. A sequence
 * in the middle of a transaction names a state that never existed, with only some of its changes.
 */
export type Moment = { sequence: number } | { time: number }
