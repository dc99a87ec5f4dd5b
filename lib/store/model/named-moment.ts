import type { Actor } from './actor'

/** A moment of a store that a person gave a name. */
export interface NamedMoment {
  /** the last change that it includes */
  sequence: number
  name: string
  /** when it was, milliseconds since 1970; null: before the first change */
  at: number | null
  namedBy: Actor
}

/** A named moment in a list of them. */
export interface ListedMoment extends NamedMoment {
  /** how many changes the store has had since */
  changesSince: number
}
