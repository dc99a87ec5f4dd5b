'use client'

import type { ReactNode } from 'react'
import { useBoard } from './board-context'

export interface KeysNowProps {
  /** the keys while something is to be decided */
  deciding: ReactNode
  /** the keys once all is, and only to be applied */
  applying: ReactNode
}

/** Shows the keys that do something in a changeset as it is now. */
export function KeysNow({ deciding, applying }: KeysNowProps) {
  return useBoard().isToApply ? applying : deciding
}
