'use client'

import { useBoard } from '../board/board-context'

/** Counts the open ones of the hunks to read, or of the routine ones. */
export function OpenFigure({ of }: { of: 'toRead' | 'routine' }) {
  const { all, openIn } = useBoard()
  const counted = all.filter(
    ({ waiting, isRoutine }) => waiting === null && isRoutine === (of === 'routine'),
  )
  return <span className="font-normal text-ink-3 tabular-nums">{openIn(counted)}</span>
}
