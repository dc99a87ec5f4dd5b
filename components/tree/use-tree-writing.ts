'use client'

import { useState } from 'react'
import { nameOf, parentOf } from './tree-rows'
import type { TreeWork } from './use-tree-commands'

/** A name or a path that is being written: of a row, of several, or of a memory to be made. */
export type Writing =
  | { kind: 'rename'; path: string; text: string }
  | { kind: 'move'; paths: string[]; text: string }
  | { kind: 'create'; text: string }

export interface TreeWriting {
  writing: Writing | null
  start: (writing: Writing) => void
  cancel: () => void
  /** does what was written; where that is refused, it stands there to be written on */
  submit: (text: string) => Promise<void>
  /** moves rows into a folder; answers whether it was done */
  moveInto: (paths: readonly string[], directory: string) => Promise<boolean>
}

/** Names and paths that are written in the tree. `onDone` gets the focus back, `onRenamed` tells where a row went. */
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

/** The slash that ends the path of a folder's row. */
function slashOf(path: string): string {
  return path.endsWith('/') ? '/' : ''
}
