'use client'

import { createContext } from 'react'

/** The names of the two sides of a merge, where they are not others' text and one's own. */
export type MergeSides = Readonly<Record<'theirs' | 'mine', string>>

export const MergeSidesContext = createContext<MergeSides | null>(null)
