'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useTransition } from 'react'
import type { News, Topic } from '@/lib/live/topics'
import { followTopics, lastNumber, liveState } from './follow'

/** Changes within this are shown together; milliseconds. */
const QUIET_MS = 300

/** The first after such quiet is shown after this, unless more follow; milliseconds. */
const FIRST_MS = 50

/** Among changes without a pause, what is shown is no older; milliseconds. */
const OLDEST_MS = 1_000

/** How soon it is asked again whether the page may move; milliseconds. */
const HELD_MS = 500

/** Numbers of topics as the page was rendered with them. */
export type RenderedAt = Readonly<Partial<Record<Topic, number>>>

/**
 * Hears of topics while this is on the page. Without `onNews` the page is refreshed, soon after the
 * last of some changes, and not while something is unsaved or dragged, or the server is away or newer.
 * `renderedAt`: what the server knew while it rendered; what differs from it is news at once.
 */
export function useLive(
  topics: readonly Topic[],
  onNews?: (news: News) => void,
  renderedAt: RenderedAt = {},
): void {
  const router = useRouter()
  const [isRefreshing, startTransition] = useTransition()
  const refreshSoon = useRefresh(() => startTransition(() => router.refresh()))
  // Answers later than the news would begin anew for ever what the page is led to meanwhile.
  useEffect(() => (isRefreshing ? holdStill() : undefined), [isRefreshing])
  const at = useRef(new Map<Topic, number>())
  /** the number for which a page was asked for that was older than what is heard */
  const asked = useRef(-1)
  const overtaken = useEffectEvent((topic: Topic) => {
    const heardOf = lastNumber(topic) ?? -1
    if (heardOf <= (at.current.get(topic) ?? heardOf) || heardOf === asked.current) return
    asked.current = heardOf
    if (onNews) onNews({ topic, sequence: heardOf })
    else refreshSoon()
  })
  const key = topics.join('\n')
  const known = JSON.stringify(renderedAt)
  useEffect(() => {
    for (const topic of topics) {
      const number = renderedAt[topic] ?? at.current.get(topic) ?? lastNumber(topic)
      if (number !== undefined) at.current.set(topic, number)
      overtaken(topic)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- their texts
  }, [key, known])
  const heard = useEffectEvent((news: News) => {
    const before = at.current.get(news.topic)
    at.current.set(news.topic, news.sequence)
    if (before === undefined || before === news.sequence) return
    if (onNews) onNews(news)
    else refreshSoon()
  })
  useEffect(() => {
    if (key === '') return
    return followTopics({ topics: key.split('\n') as Topic[], onNews: (news) => heard(news) })
  }, [key])
}

/** Calls `refresh` soon after a single change, after 300 ms of quiet after more, or 1 s without. */
function useRefresh(refresh: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const since = useRef<number | null>(null)
  const last = useRef(-QUIET_MS)
  useEffect(() => () => clearTimeout(timer.current), [])
  const run = () => {
    if (isHeldStill() || ['lost', 'outdated'].includes(liveState().state)) {
      timer.current = setTimeout(run, HELD_MS)
      return
    }
    since.current = null
    refresh()
  }
  return () => {
    const now = performance.now()
    const quiet = now - last.current < QUIET_MS ? QUIET_MS : FIRST_MS
    last.current = now
    since.current ??= now
    clearTimeout(timer.current)
    const left = since.current + OLDEST_MS - now
    timer.current = setTimeout(run, Math.max(0, Math.min(quiet, left)))
  }
}

/** For a server-rendered page: refreshes it on news. `at`: its topics, with the numbers that it was rendered with. */
export function Live({ at }: { at: RenderedAt }) {
  useLive(Object.keys(at) as Topic[], undefined, at)
  return null
}

/** reasons for which the page must not move */
let reasons = 0

/** Holds news back until the returned function is called: an act of the page is under way. */
export function holdStill(): () => void {
  reasons += 1
  return () => {
    reasons -= 1
  }
}

/**
 * Says that the page holds something that nobody saved yet: news are held back meanwhile, and the
 * browser asks before the page is closed or loaded anew.
 */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const release = holdStill()
    window.addEventListener('beforeunload', warn)
    return () => {
      release()
      window.removeEventListener('beforeunload', warn)
    }
  }, [isUnsaved])
}

/** Whether the page must not move now: something is unsaved or under way, or the pointer drags. */
function isHeldStill(): boolean {
  return reasons > 0 || document.querySelector('[data-dragging]') !== null
}
