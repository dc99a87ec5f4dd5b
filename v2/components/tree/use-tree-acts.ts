'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import type { Result } from '@/components/act/act'
import { useAct } from '@/components/act/use-act'
import { undoWritten } from '@/components/history/actions'
import { plainName } from '@/lib/text/visible-text'
import { createAt, type DoneRows, moveRows, removeRows } from './actions'
import { type Listing, moveOf, type PathMove, withMoves, withoutPaths } from './listing'
import { useKeptListing } from './listing-cache'

export interface TreeWork {
  /** takes paths of rows: folders with their last slash; whether it was done */
  remove: (paths: string[]) => Promise<boolean>
  move: (moves: PathMove[]) => Promise<boolean>
  create: (path: string) => Promise<boolean>
  /** why the last of them was not done */
  why: string | null
}

/** What the tree does: it shows at once, and goes back if the server refuses. */
export function useTreeActs(storeId: string, selected: string | null): TreeWork {
  const t = useTranslations('Tree')
  const { read, write, load, cancel } = useKeptListing(storeId, null)
  const router = useRouter()
  const undo = ({ batchId }: DoneRows) => undoWritten({ storeId, batchId: batchId ?? '' })
  const told = (one: 'removedOne' | 'movedOne', many: 'removedMany' | 'movedMany') => {
    return ({ memories }: DoneRows, paths: readonly string[]) => {
      const [path = ''] = paths
      const name = plainName(path.replace(/\/$/, ''))
      return paths.length === 1
        ? t(one, { path: name, count: memories })
        : t(many, { count: memories })
    }
  }
  const meant = useRef<readonly string[]>([])
  const removing = useAct(removeRows, {
    done: (done) => told('removedOne', 'removedMany')(done, meant.current),
    undo,
  })
  const moving = useAct(moveRows, {
    done: (done) => told('movedOne', 'movedMany')(done, meant.current),
    undo,
  })
  const creating = useAct(createAt)

  const optimistic = async (
    show: (listing: Listing) => Listing,
    run: (sequence: number) => Promise<Result<DoneRows>>,
  ): Promise<boolean> => {
    cancel()
    const before = read()
    if (before) write(show(before))
    const result = await run(before?.sequence ?? 0)
    if (result.ok) return true
    if (before) write(before)
    load()
    return false
  }
  return {
    remove: (paths) => {
      meant.current = paths
      return optimistic(
        (listing) => withoutPaths(listing, paths),
        (sequence) => removing.run({ storeId, sequence, paths }),
      )
    },
    move: async (moves) => {
      meant.current = moves.map(({ to }) => to)
      const isDone = await optimistic(
        (listing) => withMoves(listing, moves),
        (sequence) => moving.run({ storeId, sequence, moves }),
      )
      const followed = selected === null ? null : moveOf(selected, moves)
      if (isDone && followed !== null && followed !== selected) {
        router.replace(`/stores/${storeId}?path=${encodeURIComponent(followed)}`)
      }
      return isDone
    },
    create: async (path) => {
      const result = await creating.run({ storeId, path })
      if (result.ok) router.push(`/stores/${storeId}?memory=${result.value}&view=edit`)
      return result.ok
    },
    why: removing.why ?? moving.why ?? creating.why,
  }
}
