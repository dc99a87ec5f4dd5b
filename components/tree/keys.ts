import type { KeyboardEvent } from 'react'
import type { TreeRow } from './listing'

/** The meaning of a key in the tree. */
export type KeyAct =
  | { kind: 'go'; to: number; isExtending: boolean }
  | { kind: 'toggle' | 'choose'; path: string }
  | { kind: 'clear' | 'rename' | 'remove' }

export interface KeyContext {
  rows: readonly TreeRow[]
  /** the focused row */
  index: number
  /** rows in sight */
  page: number
  isReadOnly: boolean
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * What a key does, after the tree view of the ARIA Authoring Practices, with J and K as arrows; null:
 * it is not a key of the tree.
 */
export function keyAct(event: Key, { rows, index, page, isReadOnly }: KeyContext): KeyAct | null {
  const { key } = event
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  const to = destination(key, { rows, index, page })
  const isVertical = !key.endsWith('Left') && !key.endsWith('Right')
  if (to !== null) return { kind: 'go', to, isExtending: event.shiftKey && isVertical }
  const row = rows[index]
  if (!row) return null
  const isOpen = row.folder?.isOpen
  const isToggle =
    isOpen !== undefined && (key === 'Enter' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight'))
  if (isToggle) return { kind: 'toggle', path: row.path }
  if (key === ' ') return { kind: 'choose', path: row.path }
  if (key === 'Escape') return { kind: 'clear' }
  if (isReadOnly) return null
  if (key === 'F2') return { kind: 'rename' }
  return key === 'Delete' ? { kind: 'remove' } : null
}

/** The row that a key moves to; null: none. */
function destination(
  key: string,
  { rows, index, page }: Omit<KeyContext, 'isReadOnly'>,
): number | null {
  const last = rows.length - 1
  const row = rows[index]
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(index + 1, last)
    case 'ArrowUp':
    case 'k':
      return Math.max(index - 1, 0)
    case 'PageDown':
      return Math.min(index + page, last)
    case 'PageUp':
      return Math.max(index - page, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowRight':
      return row?.folder?.isOpen ? Math.min(index + 1, last) : null
    case 'ArrowLeft':
      return row && !row.folder?.isOpen ? above(rows, index) : null
    default:
      return null
  }
}

/** The row of the folder that a row lies in. */
function above(rows: readonly TreeRow[], index: number): number | null {
  const level = rows[index]?.level ?? 0
  const at = rows.slice(0, index).findLastIndex((row) => row.level < level)
  return at < 0 ? null : at
}
