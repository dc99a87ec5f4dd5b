'use client'

import { useRef, useState } from 'react'
import { type TreeRow, outermost } from './tree-rows'

/** Rows that are selected together for one command. */
export interface TreeChoice {
  chosen: ReadonlySet<string>
  toggle: (path: string) => void
  /** selects all from the last single selection */
  extendTo: (index: number) => void
  /** sets the start of the next range */
  startAt: (index: number) => void
  clear: () => void
  restore: (chosen: ReadonlySet<string>) => void
  /**
   * the rows that a command applies to: the selection, without entries inside selected folders;
   * else the row at `path`
   */
  targets: (path: string | null) => string[]
}

const NOTHING: ReadonlySet<string> = new Set()

export function useTreeChoice(rows: readonly TreeRow[]): TreeChoice {
  const [chosen, setChosen] = useState(NOTHING)
  const anchor = useRef(0)
  return {
    chosen,
    toggle: (path) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(path)) next.add(path)
        return next
      }),
    extendTo: (index) => {
      const [from, to] = [anchor.current, index].sort((one, other) => one - other)
      const between = rows.slice(from, (to ?? 0) + 1)
      setChosen(new Set(between.flatMap((row) => (row.kind === 'item' ? [row.key] : []))))
    },
    startAt: (index) => {
      anchor.current = index
    },
    clear: () => setChosen(NOTHING),
    restore: setChosen,
    targets: (path) => (chosen.size > 0 ? outermost(chosen) : path === null ? [] : [path]),
  }
}
