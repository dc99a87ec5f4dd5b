import { type DragEvent, useRef, useState } from 'react'
import { toggled } from '@/lib/text/lists'
import { folderOf, outermost, type TreeRow } from './listing'

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
    toggle: (path) => setChosen((before) => toggled(before, path)),
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

/** Data type of dragged rows. */
const DRAGGED = 'application/x-palimpsest-paths'

export interface TreeDrop {
  /** the folder that would receive the dragged rows; null: none */
  target: string | null
  onDragStart: (event: DragEvent) => void
  onDragOver: (event: DragEvent) => void
  onDragLeave: () => void
  onDrop: (event: DragEvent) => void
}

/** Drags rows onto folders, or onto what lies in them. `onMove`: null where nothing can be moved. */
export function useTreeDrop(
  chosen: ReadonlySet<string>,
  onMove: ((paths: string[], folder: string) => void) | null,
): TreeDrop {
  const [target, setTarget] = useState<string | null>(null)
  return {
    target,
    onDragStart: (event) => {
      const path = pathAt(event)
      if (path === null) return
      const paths = chosen.has(path) ? outermost(chosen) : [path]
      event.dataTransfer.setData(DRAGGED, JSON.stringify(paths))
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event) => {
      if (!onMove || !event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setTarget(folderUnder(event))
    },
    onDragLeave: () => setTarget(null),
    onDrop: (event) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setTarget(null)
      onMove?.(JSON.parse(event.dataTransfer.getData(DRAGGED)) as string[], folderUnder(event))
    },
  }
}

function folderUnder(event: DragEvent): string {
  const path = pathAt(event)
  if (path === null) return '/'
  return path.endsWith('/') ? path : folderOf(path)
}

function pathAt({ target }: DragEvent): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[role="treeitem"]') : null
  return row?.dataset.row ?? null
}
