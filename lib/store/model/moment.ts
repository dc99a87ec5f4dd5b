/**
 * A moment of a store: after a numbered change, or at a time (milliseconds since 1970). A time
 * means every change up to and with it; changes of one transaction have the same time. A number in
 * the middle of a transaction names a state that never was, with some of its changes made.
 */
export type Moment = { sequence: number } | { time: number }
