'use client'

import type { ReactNode } from 'react'
import { useBoard } from './board-context'

export interface KeysNowProps {
  /** the keys while something is to be decided */
  deciding: ReactNode
  /** the keys while only writes wait for an answer */
  answering: ReactNode
  /** the keys once all is decided, and only to be applied */
  applying: ReactNode
}

/** Shows the keys that do something in a changeset as it is now. */
export function KeysNow({ deciding, answering, applying }: KeysNowProps) {
  const { isToApply, openWrites, progress } = useBoard()
  if (isToApply) return applying
  return openWrites > 0 && progress.decided === progress.memories ? answering : deciding
}
