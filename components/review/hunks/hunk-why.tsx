'use client'

import type { ReactNode } from 'react'
import { useBoard } from '../board/board-context'

/** Shows why a hunk was written, when somebody asks. */
export function HunkWhy({ hunkId, children }: { hunkId: string; children: ReactNode }) {
  return useBoard().whyOf === hunkId ? children : null
}
