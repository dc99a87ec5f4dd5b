'use client'

import { createContext, use } from 'react'
import type { Decision } from '@/lib/review/model/hunk'
import type { BoardHunk } from './board-hunk'
import type { Decisions } from './use-decisions'

/** The decisions about a changeset, for everything on its page. */
export interface Board extends Pick<Decisions, 'decisionOf'> {
  hunkOf: (hunkId: string) => BoardHunk | undefined
  ofMemory: (memoryId: string) => readonly BoardHunk[]
  all: readonly BoardHunk[]
  decide: (hunkIds: readonly string[], decision: Decision | null, content?: string) => void
  acceptRoutine: () => void
  /** the hunk whose lines are being written anew; null: none */
  edited: string | null
  edit: (hunkId: string | null) => void
}

export const BoardContext = createContext<Board | null>(null)

/** The decisions of the changeset around it. */
export function useBoard(): Board {
  const board = use(BoardContext)
  if (!board) throw new Error('outside of a changeset')
  return board
}
