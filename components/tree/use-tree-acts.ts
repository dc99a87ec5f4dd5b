import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { undoOf } from '@/components/history/undo-of'
import { staysHere } from '@/components/live/leaving'
import { plainName } from '@/lib/text/visible-text'
import { createAt, type DoneRows, moveRows, removeRows } from './actions'
import { moveOf, type PathMove } from './listing'
import type { LiveListing } from './use-listing'

export interface TreeWork {
  /** takes paths of rows: folders with their last slash; whether it was done */
  remove: (paths: readonly string[]) => Promise<boolean>
  move: (moves: readonly PathMove[]) => Promise<boolean>
  create: (path: string) => Promise<boolean>
  /** why the last of them was not done, until that is forgotten */
  why: string | null
  forget: () => void
}

/** What the tree does to what it shows, and that it shows what came of it. */
export function useTreeActs(
  storeId: string,
  selected: string | null,
  { listing, refresh }: LiveListing,
): TreeWork {
  const t = useTranslations('Tree')
  const router = useRouter()
  const sequence = listing?.sequence ?? 0
  const meant = useRef<readonly string[]>([])
  const addressOf = (path: string) => `/stores/${storeId}?path=${encodeURIComponent(path)}`
  /** Of the open memory that was moved last: its addresses before and now. */
  const moved = useRef<string[]>([])
  const takeBack = async (undo: NonNullable<ReturnType<typeof undoOf>>) => {
    const result = await undo().finally(refresh)
    const [before, now] = result.ok && result.value.stayed === 0 ? moved.current : []
    if (before && location.pathname + location.search === now) router.replace(before)
    return result
  }
  const told = (one: 'removedOne' | 'movedOne', many: 'removedMany' | 'movedMany') => ({
    done: ({ memories: count }: DoneRows) => {
      const [path = '', ...others] = meant.current
      return others.length > 0
        ? t(many, { count })
        : t(one, { path: plainName(path.replace(/\/$/, '')), count })
    },
    undo: ({ batchId }: DoneRows) => {
      const undo = undoOf(storeId, batchId)
      return undo && (() => takeBack(undo))
    },
  })
  const removing = useAct(removeRows, told('removedOne', 'removedMany'))
  const moving = useAct(moveRows, told('movedOne', 'movedMany'))
  const creating = useAct(createAt, {
    to: (id) => `/stores/${storeId}?memory=${id}&view=edit`,
  })
  const [last, setLast] = useState<'removing' | 'moving' | 'creating' | null>(null)
  return {
    remove: async (paths) => {
      meant.current = paths
      moved.current = []
      setLast('removing')
      const { ok } = await removing.run({ storeId, sequence, paths: [...paths] })
      refresh()
      return ok
    },
    move: async (moves) => {
      meant.current = moves.map(({ to }) => to)
      setLast('moving')
      const isHere = staysHere()
      const { ok } = await moving.run({ storeId, sequence, moves: [...moves] })
      refresh()
      const followed = selected === null || !isHere() ? null : moveOf(selected, moves)
      if (ok && followed !== null && followed !== selected) {
        moved.current = [addressOf(selected ?? ''), addressOf(followed)]
        router.replace(addressOf(followed))
      }
      return ok
    },
    create: async (path) => {
      setLast('creating')
      return (await creating.run({ storeId, path })).ok
    },
    why: last === null ? null : { removing, moving, creating }[last].why,
    forget: () => setLast(null),
  }
}

/** What another part of the page may ask of the tree, about the memory that is open. */
export type TreeAsk = 'rename' | 'move' | 'remove'

const ASKED = 'palimpsest:tree'

/** Asks the tree: it has the fields, and shows at once what it does. */
export function askTree(ask: TreeAsk): void {
  window.dispatchEvent(new CustomEvent<TreeAsk>(ASKED, { detail: ask }))
}

/** Hears what the tree is asked. */
export function useTreeAsked(onAsk: (ask: TreeAsk) => void): void {
  const asked = useEffectEvent(onAsk)
  useEffect(() => {
    const listener = (event: Event) => asked((event as CustomEvent<TreeAsk>).detail)
    window.addEventListener(ASKED, listener)
    return () => window.removeEventListener(ASKED, listener)
  }, [])
}
