'use client'

import { type DragEvent, useState } from 'react'
import { outermost, parentOf } from './tree-rows'

/** Data type of dragged rows. */
const DRAGGED = 'application/x-palimpsest-paths'

export interface TreeDrag {
  /** the folder that would receive the dragged rows; null: none */
  dropOn: string | null
  onDragStart: (event: DragEvent) => void
  onDragOver: (event: DragEvent) => void
  onDragLeave: () => void
  onDrop: (event: DragEvent) => void
}

/** Dragging rows onto folders, or onto their contents. */
export function useTreeDrag(
  chosen: ReadonlySet<string>,
  onMove: ((paths: string[], directory: string) => void) | null,
): TreeDrag {
  const [dropOn, setDropOn] = useState<string | null>(null)
  return {
    dropOn,
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
      setDropOn(directoryUnder(event))
    },
    onDragLeave: () => setDropOn(null),
    onDrop: (event) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setDropOn(null)
      onMove?.(JSON.parse(event.dataTransfer.getData(DRAGGED)) as string[], directoryUnder(event))
    },
  }
}

function directoryUnder(event: DragEvent): string {
  const path = pathAt(event)
  if (path === null) return '/'
  return path.endsWith('/') ? path : parentOf(path)
}

function pathAt(event: DragEvent): string | null {
  const row = event.target instanceof Element ? event.target.closest('[data-path]') : null
  return row?.getAttribute('data-path') ?? null
}
