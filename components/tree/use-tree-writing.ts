'use client'

import { useState } from 'react'
import { nameOf, parentOf } from './tree-rows'
import type { TreeWork } from './use-tree-commands'

/** A name or a path being edited: of a row, of several, or of a new memory. */
export type Writing =
  | { kind: 'rename'; path: string; text: string }
  | { kind: 'move'; paths: string[]; text: string }
  | { kind: 'create'; text: string }

export interface TreeWriting {
  writing: Writing | null
  start: (writing: Writing) => void
  cancel: () => void
  /** submits the text; if refused, the field stays for another try */
  submit: (text: string) => Promise<void>
  /** moves rows into a folder; returns whether it was done */
  moveInto: (paths: readonly string[], directory: string) => Promise<boolean>
}

/**
 * Edits names and paths in the tree. `onDone` restores the focus, `onRenamed` reports a row's new
 * path.
 */
export function useTreeWriting(
  work: TreeWork,
  { onDone, onRenamed }: { onDone: () => void; onRenamed: (path: string) => void },
): TreeWriting {
  const [writing, setWriting] = useState<Writing | null>(null)

  const moveInto = (paths: readonly string[], directory: string) => {
    const moves = paths
      .filter((path) => parentOf(path) !== directory && path !== directory)
      .map((path) => ({ path, newPath: directory + nameOf(path) + slashOf(path) }))
    return moves.length === 0 ? Promise.resolve(true) : work.move(moves)
  }
  const rename = (path: string, name: string) => {
    if (name === nameOf(path)) return Promise.resolve(true)
    const newPath = parentOf(path) + name + slashOf(path)
    onRenamed(newPath)
    return work.move([{ path, newPath }])
  }
  const move = (paths: readonly string[], text: string) => {
    const [only] = paths
    const bare = text.replace(/\/$/, '')
    if (paths.length !== 1 || only === undefined) return moveInto(paths, `${bare}/`)
    return work.move([{ path: only, newPath: bare + slashOf(only) }])
  }
  const submit = async (text: string) => {
    if (!writing) return
    setWriting(null)
    onDone()
    const isDone = await (writing.kind === 'rename'
      ? rename(writing.path, text)
      : writing.kind === 'move'
        ? move(writing.paths, text)
        : work.create(text))
    if (!isDone) setWriting({ ...writing, text })
  }
  const cancel = () => {
    onDone()
    setWriting(null)
  }
  return { writing, start: setWriting, cancel, submit, moveInto }
}

/** The trailing slash of a folder's path. */
function slashOf(path: string): string {
  return path.endsWith('/') ? '/' : ''
}
