import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ask } from '@/components/act/ask'
import type { Line } from '@/components/lines/line'
import { Lines } from '@/components/lines/lines'
import { linesOfText } from '@/components/lines/text'
import { PathInLine } from '@/components/lines/visible-text'
import { useListing } from '@/components/tree/use-listing'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { SCROLLED } from '@/components/ui/near'
import type { Masked } from '@/lib/sessions/shown-text'
import { plainName } from '@/lib/text/visible-text'
import type { CallChanges } from './call-difference'
import type { Place, Touched } from './called'
import { MaskedNotice } from './exchange'

/** A memory as it is now. */
export interface ShownMemory {
  memoryId: string
  text: string
  /** null: the text is as it is */
  masked: Masked | null
  /** see `coloursOf` */
  colours: string
  /** the lines that its last change added, if that was made in the session */
  fresh: readonly number[]
}

export interface ShownMemoryProps {
  sessionId: string
  place: Place
  /** the call that waits to write there; null: none */
  waiting: Pick<Touched, 'callId' | 'heldId'> | null
}

/**
 * A memory as it is now, the lines that the agent wrote last marked; where there is none yet, the text that a
 * waiting call would write.
 */
export function ShownMemoryPane({ sessionId, place, waiting }: ShownMemoryProps) {
  const t = useTranslations('LiveMemory')
  const [isInClear, setInClear] = useState(false)
  const { data, error, isPending } = useLiveText(sessionId, place, isInClear)
  const proposed = useProposed(sessionId, place, data === null ? waiting : null)
  const frame = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => (data ? withFresh(data) : []), [data])
  useEffect(() => {
    const box = frame.current
    if (!box) return
    showFresh(box)
    // On a phone it comes into view later.
    let wasHidden = box.clientHeight === 0
    const sized = new ResizeObserver(() => {
      if (wasHidden) showFresh(box)
      wasHidden = box.clientHeight === 0
    })
    sized.observe(box)
    return () => sized.disconnect()
  }, [lines, proposed])
  const isMissing = proposed === null && !data
  return (
    <section
      aria-label={plainName(place.path)}
      className="flex min-h-0 flex-1 flex-col border-t border-line bg-sheet"
    >
      <h3 className="flex min-h-10 items-center gap-2 border-b border-line px-4 font-normal">
        <span className="min-w-0 truncate font-mono text-code">
          <PathInLine path={place.path} />
        </span>
        {data && data.fresh.length > 0 ? (
          <Badge tone="accent">{t('fresh', { count: data.fresh.length })}</Badge>
        ) : null}
        {proposed ? <Badge tone="caution">{t('notWritten')}</Badge> : null}
        {data ? (
          <Link
            href={`/stores/${place.storeId}?memory=${data.memoryId}`}
            className="ml-auto shrink-0 font-medium text-ink-2 hover:text-ink"
          >
            {t('open')}
          </Link>
        ) : null}
      </h3>
      <MaskedNotice masked={data?.masked ?? null} isInClear={isInClear} onChange={setInClear} />
      <div
        ref={frame}
        {...SCROLLED}
        role="group"
        aria-label={t(proposed ? 'proposed' : 'content')}
        className={`min-h-0 flex-1 overflow-auto -outline-offset-2 ${proposed ? PROPOSED : FRESH}`}
      >
        {isMissing ? (
          <p className="px-4 py-3 text-ink-3">
            {t(isPending ? 'loading' : error ? 'notLoaded' : 'notThere')}
          </p>
        ) : (
          <Lines lines={proposed ?? lines} layout="text" />
        )}
      </div>
    </section>
  )
}

const FRESH =
  '[&_[data-kind=added]]:bg-accent-bg [&_[data-kind=added]]:shadow-[inset_3px_0_0_var(--accent)]'
const PROPOSED =
  '[&_[data-kind=added]]:bg-caution-bg [&_[data-kind=added]]:shadow-[inset_3px_0_0_var(--caution)]'

/** The text of a memory; news of its store have it read anew where it changed. */
function useLiveText(sessionId: string, { storeId, path }: Place, isInClear: boolean) {
  const { listing } = useListing({ storeId, at: null, listing: null })
  const [, , sequence = 0] = listing?.memories.find(([each]) => each === path) ?? []
  const asked = new URLSearchParams({ session: sessionId, store: storeId, path })
  if (isInClear) asked.set('clear', 'yes')
  return useQuery<ShownMemory | null>({
    queryKey: ['session', sessionId, 'memory', storeId, path, sequence, isInClear],
    queryFn: ({ signal }) => ask(`/live-memory?${asked}`, signal),
    placeholderData: (before, query) =>
      query?.queryKey[4] === path ? keepPreviousData(before) : undefined,
    enabled: listing !== undefined,
    gcTime: 60_000,
  })
}

/** What a waiting call would write at a path where nothing is; null: nothing is known. */
function useProposed(
  sessionId: string,
  { storeId, path }: Place,
  waiting: ShownMemoryProps['waiting'],
) {
  const address = `/call?held=${waiting?.heldId}`
  const { data } = useQuery<CallChanges>({
    queryKey: ['call', sessionId, waiting?.callId, address],
    queryFn: ({ signal }) => ask(address, signal),
    enabled: waiting !== null,
  })
  const changes = waiting === null ? undefined : data?.memories
  const change = changes?.find((each) => each.storeId === storeId && each.path === path)
  return change ? change.lines : null
}

/** The text with its fresh lines as added ones, unless all of it is. */
function withFresh({ text, colours, fresh }: ShownMemory): Line[] {
  const added = new Set(fresh)
  return linesOfText(text, colours).map((line) =>
    added.has(line.after ?? 0) ? { ...line, kind: 'added' } : line,
  )
}

/** Scrolls to what was written last, within the frame only. */
function showFresh(frame: HTMLElement): void {
  const line = frame.querySelector('[data-kind="added"]')
  if (!line) return
  const row = line.getBoundingClientRect()
  const around = frame.getBoundingClientRect()
  if (row.top >= around.top && row.bottom <= around.bottom) return
  frame.scrollTop += row.top - around.top - around.height / 3
}
