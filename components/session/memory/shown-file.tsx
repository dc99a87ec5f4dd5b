'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLine } from '@/components/content/visible-line'
import { PathInLine } from '@/components/content/visible-path'
import { RefusedError } from '@/components/queries/ask'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { splitLines } from '@/lib/text/lines'
import { maskedWhole, withShortMasks } from '@/lib/text/masked-line'
import { plainName } from '@/lib/text/plain-text'
import { textDiff } from '@/lib/text/text-diff'
import type { ToolPlace } from '@/lib/text/tool-place'
import { callChangesQuery, shownMemoryQuery } from '../queries'
import type { ShownMemory } from './memory-listing'

export interface ShownFileProps {
  sessionId: string
  place: ToolPlace
  /** the call that waits to write there; null: none */
  waiting: string | null
}

/** A memory as it is now; where there is none yet, the text that a waiting call would write. */
export function ShownFile({ sessionId, place, waiting }: ShownFileProps) {
  const t = useTranslations('LiveMemory')
  const { data, error, isPending } = useQuery(
    shownMemoryQuery(sessionId, place.storeId, place.path),
  )
  const proposed = useProposed(sessionId, place, data === null ? waiting : null)
  if (place.path === '')
    return <p className="flex-1 border-t border-line bg-sheet p-4 text-ink-3">{t('choose')}</p>
  return (
    <section
      className="flex min-h-0 flex-1 flex-col border-t border-line bg-sheet"
      aria-label={plainName(place.path)}
    >
      <h3 className="flex min-h-10 items-center justify-between gap-2 border-b border-line px-4">
        <span className="min-w-0 truncate font-mono text-code">
          <PathInLine path={place.path} />
        </span>
        {data ? (
          <Link
            href={`/stores/${place.storeId}?memory=${data.memoryId}`}
            className="shrink-0 font-medium text-ink-2 hover:text-ink"
          >
            {t('open')}
          </Link>
        ) : null}
        {proposed === null ? null : <Badge tone="caution">{t('notWritten')}</Badge>}
      </h3>
      <div
        className="min-h-0 flex-1 overflow-auto py-1 outline-offset-[-2px]"
        tabIndex={0}
        role="group"
        aria-label={t(proposed === null ? 'content' : 'proposedContent')}
        data-content
      >
        {data ? (
          <Lines key={data.path} memory={data} />
        ) : proposed !== null ? (
          <ol className="font-mono text-code">
            {proposed.map((line, index) => (
              <Line
                key={index}
                number={index + 1}
                className="border-l-4 border-dotted border-caution bg-caution-bg"
              >
                <VisibleLine line={line} />
              </Line>
            ))}
          </ol>
        ) : (
          <p className="px-4 py-2 text-ink-3">
            {isPending ? t('loading') : t(error && !isGone(error) ? 'notLoaded' : 'notThere')}
          </p>
        )}
      </div>
    </section>
  )
}

/**
 * The lines that a waiting call would write at a path where nothing is, without what is secret in
 * them; null: none are known.
 */
function useProposed(sessionId: string, place: ToolPlace, waiting: string | null): string[] | null {
  const call = { sessionId, eventId: waiting ?? '', state: 'proposed' } as const
  const { data } = useQuery({ ...callChangesQuery(call), enabled: waiting !== null })
  if (waiting === null) return null
  const change = data?.changes.find(
    ({ storeId, after }) => storeId === place.storeId && after?.path === place.path,
  )
  if (!change?.after) return null
  const masked = new Map(change.masks?.after)
  return splitLines(change.after.content).map((line, index) => {
    const known = masked.get(index + 1) ?? line
    return withShortMasks(change.masks ? known : maskedWhole(line))
  })
}

/** The store or the session was deleted; other errors may be temporary. */
export const isGone = (error: Error) => error instanceof RefusedError && error.status === 404

/** The lines of a memory; those added while it is shown glow. */
function Lines({ memory }: { memory: ShownMemory }) {
  const [seen, setSeen] = useState(memory)
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set())
  if (seen.versionId !== memory.versionId) {
    setSeen(memory)
    setAdded(addedLines(seen.content, memory.content))
  }
  const firstAdded = Math.min(...added)
  return (
    <ol className="font-mono text-code">
      {splitLines(memory.content).map((line, index) => (
        <Line
          key={`${memory.versionId} ${index}`}
          number={index + 1}
          lineRef={index + 1 === firstAdded ? intoSight : undefined}
          className={classNames(
            'border-l-2',
            added.has(index + 1) ? 'border-accent' : 'border-transparent',
          )}
        >
          {added.has(index + 1) ? <span className="glow -z-1" aria-hidden /> : null}
          <VisibleLine line={line} />
        </Line>
      ))}
    </ol>
  )
}

function Line({
  number,
  lineRef,
  className,
  children,
}: {
  number: number
  lineRef?: ((line: HTMLElement | null) => void) | undefined
  className: string
  children: ReactNode
}) {
  return (
    <li ref={lineRef} className={classNames('relative isolate flex', className)}>
      <span
        data-line={number}
        className="w-10 shrink-0 pr-2 text-right text-ink-3 select-none before:content-[attr(data-line)]"
      />
      <code className="min-w-0 flex-1 pr-3 break-words whitespace-pre-wrap">{children}</code>
    </li>
  )
}

/** Scrolls to what was just added, within the memory only. */
function intoSight(line: HTMLElement | null): void {
  const frame = line?.closest<HTMLElement>('[data-content]')
  if (!line || !frame) return
  const [row, around] = [line.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (row.top >= around.top && row.bottom <= around.bottom) return
  frame.scrollTop += row.top - around.top - around.height / 3
}

function addedLines(before: string, after: string): ReadonlySet<number> {
  const lines = textDiff(before, after, 0).hunks.flatMap((hunk) => hunk.lines)
  return new Set(lines.flatMap((line) => (line.kind === 'added' ? [line.after ?? 0] : [])))
}
