'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useTransition } from 'react'
import { addGlow } from '@/components/tree/glow'
import { replayFrom } from '@/components/time/replay'
import { TreeCache } from '@/components/tree/tree-cache'
import type { Connection } from './connection'
import { ConnectionNotice } from './connection-notice'
import { isBeside, mayBeOwn } from './is-beside'
import { type ShownStore, useStoreEvents } from './use-store-events'

/** Time without a change after which the tree's listings are fetched again; milliseconds. */
const QUIET_MS = 400

/**
 * Interval at which changes beside what is read are shown together: the tree has them already, and
 * a page for each of a busy agent's writes would delay its next ones. Milliseconds.
 */
const BESIDE_MS = 1_000

/**
 * A person's own change comes with the answer to their action. Other changes wait for this long,
 * which is more than such an answer usually takes, so that no page is rendered twice. Milliseconds.
 */
const ANSWER_MS = 250

/** Keeps a store's page current: the tree at once, then what the server renders. */
export function StoreLive(store: ShownStore) {
  const { storeId, after } = store
  const queries = useQueryClient()
  const address = useSearchParams()
  const { refresh, refreshFor, stopRefreshing } = useRefresh(
    after,
    () => void new TreeCache(queries, storeId).refresh(),
  )
  const { connection, showMissed } = useStoreEvents(store, {
    onChange: (change) => {
      const tree = new TreeCache(queries, storeId)
      const isOther = isBeside(change, address, tree.pathOf(change.version?.memoryId))
      tree.follow(change)
      const path = change.version?.path
      if (path != null && change.type.startsWith('memory.')) addGlow(queries, storeId, path)
      if (mayBeOwn(change)) refreshFor(change.sequence)
      else refresh(isOther ? BESIDE_MS : 0)
    },
    onLearnt: () => refresh(BESIDE_MS),
  })
  const span = connection.state === 'back' ? connection.span : undefined
  const wasLost = useRef(false)
  const onState = useEffectEvent((state: Connection['state']) => {
    if (state === 'lost') {
      wasLost.current = true
      // What was to be fetched would be fetched once the network is back, and show unasked what came
      // meanwhile.
      stopRefreshing()
      void new TreeCache(queries, storeId).stopRefreshing()
    } else if (state === 'connected' && wasLost.current) {
      wasLost.current = false
      refresh(0)
    }
  })
  useEffect(() => onState(connection.state), [connection.state])
  return (
    <div role="status">
      <ConnectionNotice
        connection={connection}
        missed="missed"
        compareHref={span && `/stores/${storeId}/compare?from=${span.after}&to=${span.upTo}`}
        onReplay={
          span &&
          (() => {
            showMissed()
            replayFrom(span.after)
          })
        }
        onShow={showMissed}
      />
    </div>
  )
}

/**
 * Refetches the page from the server: at once, or some milliseconds after the last time, and during
 * a render only once more afterwards; `refreshFor` only if the page does not show that change a
 * moment later. Calls `onQuiet` after a quiet moment. `stopRefreshing` takes back what has not
 * begun. `shown`: the last change that the page shows.
 */
function useRefresh(
  shown: number,
  onQuiet: () => void,
): {
  refresh: (afterLast: number) => void
  refreshFor: (sequence: number) => void
  stopRefreshing: () => void
} {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  /** as `isPending`, for what a timer does */
  const isBusy = useRef(false)
  const isWanted = useRef(false)
  const begunAt = useRef(-Infinity)
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined)
  const answer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** the newest change that an answer may bring */
  const awaited = useRef(0)
  const shownNow = useRef(shown)
  useEffect(() => {
    shownNow.current = shown
  }, [shown])
  useEffect(() => {
    isBusy.current = isPending
    if (isPending || !isWanted.current) return
    isWanted.current = false
    startTransition(() => router.refresh())
  }, [isPending, router])
  const stopRefreshing = () => {
    isWanted.current = false
    clearTimeout(due.current)
    due.current = undefined
    clearTimeout(quiet.current)
    clearTimeout(answer.current)
    answer.current = undefined
  }
  useEffect(() => stopRefreshing, [])
  const begin = () => {
    clearTimeout(due.current)
    due.current = undefined
    begunAt.current = performance.now()
    if (isBusy.current) isWanted.current = true
    else startTransition(() => router.refresh())
  }
  const awaitQuiet = () => {
    clearTimeout(quiet.current)
    // Without a network the listing would wait for it, and then show what was missed unasked.
    quiet.current = setTimeout(() => navigator.onLine && onQuiet(), QUIET_MS)
  }
  const refresh = (afterLast: number) => {
    const wait = begunAt.current + afterLast - performance.now()
    if (wait <= 0) begin()
    else due.current ??= setTimeout(begin, wait)
    awaitQuiet()
  }
  const refreshFor = (sequence: number) => {
    awaited.current = sequence
    answer.current ??= setTimeout(() => {
      answer.current = undefined
      if (shownNow.current < awaited.current) begin()
    }, ANSWER_MS)
    awaitQuiet()
  }
  return { refresh, refreshFor, stopRefreshing }
}
