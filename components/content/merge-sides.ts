'use client'

import { createContext } from 'react'

/** A side of a merge. */
export interface MergeSide {
  /** what it is called; null: others’ text, or one’s own */
  name: string | null
  /** whose it is, and as of when; '' where that is not known */
  about: string
}

/** What the two sides of a merge are. */
export type MergeSides = Readonly<Record<'theirs' | 'mine', MergeSide>>

const NAMELESS: MergeSide = { name: null, about: '' }

export const MergeSidesContext = createContext<MergeSides>({ theirs: NAMELESS, mine: NAMELESS })
