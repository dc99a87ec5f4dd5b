import type { KeyboardEvent } from 'react'
import type { TreeRow } from './tree-rows'

/** The meaning of a key in the tree. */
export type KeyAction =
  | { kind: 'go'; to: number; isExtending: boolean }
  | { kind: 'toggle' | 'choose'; path: string }
  | { kind: 'filter' | 'clear' | 'rename' | 'create' | 'remove' }

export interface KeyContext {
  rows: readonly TreeRow[]
  /** the focused row */
  index: number
  /** visible rows */
  page: number
  isReadOnly: boolean
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Returns the action of a key, after the tree view of the ARIA Authoring Practices; null: not a key
 * of the tree.
 */
export function keyAction(event: Key, context: KeyContext): KeyAction | null {
  const { key } = event
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  const to = destination(key, context)
  if (to !== null) return { kind: 'go', to, isExtending: event.shiftKey && isVertical(key) }
  const row = context.rows[context.index]
  if (row?.kind === 'item') {
    const isFolder = row.item.type === 'directory'
    if (isFolder && (key === 'Enter' || (key === 'ArrowRight' && !row.isOpen))) {
      return { kind: 'toggle', path: row.key }
    }
    if (isFolder && key === 'ArrowLeft' && row.isOpen) return { kind: 'toggle', path: row.key }
    if (key === ' ') return { kind: 'choose', path: row.key }
  }
  if (key === 'f') return { kind: 'filter' }
  if (key === 'Escape') return { kind: 'clear' }
  return context.isReadOnly ? null : changingAction(key)
}

function changingAction(key: string): KeyAction | null {
  switch (key) {
    case 'F2':
      return { kind: 'rename' }
    case 'Delete':
      return { kind: 'remove' }
    case 'n':
      return { kind: 'create' }
    default:
      return null
  }
}

function isVertical(key: string): boolean {
  return key !== 'ArrowLeft' && key !== 'ArrowRight'
}

/** The row that a key moves to; null: none. */
function destination(key: string, { rows, index, page }: KeyContext): number | null {
  const last = rows.length - 1
  const row = rows[index]
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last)
    case 'ArrowUp':
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
      return row?.kind === 'item' && row.isOpen ? Math.min(index + 1, last) : null
    case 'ArrowLeft':
      return row?.kind === 'item' && !row.isOpen ? parentIndex(rows, index) : null
    default:
      return null
  }
}

function parentIndex(rows: readonly TreeRow[], index: number): number | null {
  const level = rows[index]?.level ?? 0
  const at = rows.slice(0, index).findLastIndex((row) => row.level < level)
  return at < 0 ? null : at
}
