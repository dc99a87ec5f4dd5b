'use client'

import { useRef, useState } from 'react'
import { outermost, type TreeRow } from './listing'

/** Rows that are chosen together for one act. */
export interface TreeChoice {
  chosen: ReadonlySet<string>
  toggle: (path: string) => void
  /** chooses all from where a range starts */
  extendTo: (index: number) => void
  /** sets where a range starts */
  startAt: (index: number) => void
  clear: () => void
  /** what an act is for: the chosen rows without those in chosen folders; else the row at `path` */
  targets: (path: string | null) => string[]
}

const NOTHING: ReadonlySet<string> = new Set()

export function useChoice(rows: readonly TreeRow[]): TreeChoice {
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
      const [from = 0, to = 0] = [anchor.current, index].sort((one, other) => one - other)
      setChosen(new Set(rows.slice(from, to + 1).map(({ path }) => path)))
    },
    startAt: (index) => {
      anchor.current = index
    },
    clear: () => setChosen(NOTHING),
    targets: (path) => (chosen.size > 0 ? outermost(chosen) : path === null ? [] : [path]),
  }
}
