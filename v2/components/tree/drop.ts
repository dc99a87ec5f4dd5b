'use client'

import { type DragEvent, useState } from 'react'
import { folderOf, outermost } from './listing'

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
