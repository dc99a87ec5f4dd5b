'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TreeCache } from './tree-cache'
import { createMemoryAction, moveAction, removeAction, undoWrittenAction } from './actions'
import type { TreeMove } from './tree-move'
import type { ActionResult } from '@/components/commands/action-result'

/** The last command that can be undone. */
export interface Undoable {
  kind: 'moved' | 'removed'
  /** of a single memory, its path; of several, null */
  path: string | null
  memories: number
  versionIds: string[]
}

export interface TreeWork {
  /** takes paths of rows: directories with a trailing slash */
  remove: (paths: readonly string[]) => Promise<boolean>
  move: (moves: readonly TreeMove[]) => Promise<boolean>
  create: (path: string) => Promise<boolean>
  undo: () => Promise<void>
  undoable: Undoable | null
  /** reason why the last command was refused, in words; null: it was not */
  why: string | null
  forget: () => void
}

/**
 * The tree's commands. Their effects show at once, and are reverted with a reason if the server
 * refuses.
 *
 * @param last the store's last change when the page was rendered
 */
export function useTreeCommands(
  storeId: string,
  { selected, last }: { selected: string | null; last: number },
): TreeWork {
  const t = useTranslations('Tree')
  const queries = useQueryClient()
  const router = useRouter()
  const cache = useMemo(() => new TreeCache(queries, storeId), [queries, storeId])
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const [why, setWhy] = useState<string | null>(null)

  const seen = () => Math.max(cache.heard ?? 0, last)

  /**
   * Applies a change optimistically, requests it, and reverts it if refused; returns what the
   * server did.
   */
  const attempt = async <Value>(
    show: () => void,
    ask: () => Promise<ActionResult<Value>>,
  ): Promise<{ value: Value } | null> => {
    const before = cache.snapshot()
    const wasRefreshing = cache.isRefreshing
    // An answer that was on its way does not know of the change, and would take it from the page.
    void cache.stopRefreshing()
    setWhy(null)
    show()
    try {
      const outcome = await ask()
      if (outcome.isDone) {
        if (wasRefreshing) void cache.refresh()
        return outcome
      }
      setWhy(outcome.why)
    } catch {
      setWhy(t('unreachable'))
    }
    cache.restore(before)
    return null
  }

  const remove = async (paths: readonly string[]) => {
    const done = await attempt(
      () => cache.remove(paths),
      () => removeAction({ storeId, paths: paths.map(bare), seen: seen() }),
    )
    if (!done) return false
    setUndoable({ kind: 'removed', ...written(paths, done.value) })
    return true
  }
  const move = async (moves: readonly TreeMove[]) => {
    const done = await attempt(
      () => moves.forEach(({ path, newPath }) => cache.move(path, newPath)),
      () =>
        moveAction({
          storeId,
          moves: moves.map(({ path, newPath }) => ({ path: bare(path), newPath: bare(newPath) })),
          seen: seen(),
        }),
    )
    if (!done) return false
    const targets = moves.map(({ newPath }) => newPath)
    setUndoable({ kind: 'moved', ...written(targets, done.value) })
    const followed = followMoves(selected, moves)
    if (followed !== selected && followed !== null) router.replace(addressOf(storeId, followed))
    return true
  }
  const create = async (path: string) => {
    const done = await attempt(
      () => {},
      () => createMemoryAction({ storeId, path }),
    )
    if (done) router.push(`/stores/${storeId}?memory=${done.value}&view=edit`)
    return done !== null
  }
  const undo = async () => {
    if (!undoable) return
    const { versionIds } = undoable
    setUndoable(null)
    const done = await attempt(
      () => {},
      () => undoWrittenAction({ storeId, versionIds }),
    )
    if (done && done.value > 0) setWhy(t('undoLeft', { count: done.value }))
    void cache.refresh()
  }
  const forget = () => {
    setUndoable(null)
    setWhy(null)
  }
  return { remove, move, create, undo, undoable, why, forget }
}

function written(
  paths: readonly string[],
  versionIds: string[],
): Pick<Undoable, 'path' | 'memories' | 'versionIds'> {
  const [only] = paths
  const path = paths.length === 1 && only !== undefined ? bare(only) : null
  return { path, memories: versionIds.length, versionIds }
}

/** A memory's path after moves. */
function followMoves(path: string | null, moves: readonly TreeMove[]): string | null {
  if (path === null) return null
  for (const move of moves) {
    if (move.path === path) return move.newPath
    if (move.path.endsWith('/') && path.startsWith(move.path)) {
      return move.newPath + path.slice(move.path.length)
    }
  }
  return path
}

function addressOf(storeId: string, path: string): string {
  return `/stores/${storeId}?path=${encodeURIComponent(path)}`
}

function bare(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}
