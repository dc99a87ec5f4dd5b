'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ask } from '@/components/act/ask'
import type { DiffLines } from '@/components/lines/diff-lines'
import type { Line } from '@/components/lines/line'
import { Lines } from '@/components/lines/lines'
import { PathInLine } from '@/components/lines/visible-text'
import { Amount } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/empty'
import { Notice } from '@/components/ui/notice'
import { Checkbox } from '@/components/ui/switch'
import type { ComparedRow } from '@/lib/store/compare-stores'
import type { Taken } from './compare'
import { type Ends, searchOf } from './ends'
import { stretchesOf } from './hunk-lines'

/** The difference of one row; each hunk can be taken by itself where both ends have the memory. */
export function RowDifference({
  ends,
  row,
  shown,
  taken,
  onTake,
}: {
  ends: Ends
  row: ComparedRow
  shown: DiffLines | null
  taken: Taken | null
  onTake: (what: Taken | null) => void
}) {
  const t = useTranslations('Compare')
  const search = searchOf(ends)
  const paths = {
    ...(row.one && { one: row.one.path }),
    ...(row.other && { other: row.other.path }),
  }
  const { data, error, isLoading } = useQuery({
    queryKey: [
      'compare-row',
      ends.one.storeId,
      search,
      row.path,
      row.one?.sha256,
      row.other?.sha256,
    ],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ store: ends.one.storeId, ...paths })
      return ask<DiffLines>(`/compare-row?${search}&${query}`, signal)
    },
    ...(shown && { initialData: shown }),
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const stretches = stretchesOf(data?.lines ?? [])
  const count = stretches.filter(({ hunk }) => hunk !== null).length
  // Of what is cut not every hunk is there.
  const hasHunks = row.kind === 'differs' && count > 1 && data?.notShown === 0
  const isTaken = (hunk: number) => taken === 'all' || (taken?.includes(hunk) ?? false)
  const toggle = (hunk: number) => {
    const all = [...Array(count).keys()]
    const now = all.filter((each) => isTaken(each) !== (each === hunk))
    onTake(now.length === count ? 'all' : now)
  }
  return (
    <section aria-label={row.path} className="min-w-0">
      <header className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line bg-well px-4 py-1.5">
        <h2 className="min-w-0 truncate font-mono text-xs font-medium">
          <PathInLine path={row.path} />
        </h2>
        {data ? <Amount added={data.added} removed={data.removed} /> : null}
        {row.kind === 'moved' && row.one ? (
          <span className="text-xs text-ink-2">{t('movedFrom', { path: row.one.path })}</span>
        ) : null}
      </header>
      {error ? <Notice tone="caution">{t('unread')}</Notice> : null}
      {isLoading ? <Skeleton count={6} label={t('loading')} /> : null}
      {data?.lines.length === 0 ? <p className="px-4 py-6 text-ink-2">{t('sameText')}</p> : null}
      {stretches.map(({ hunk, lines }, index) => (
        <div key={index}>
          {hunk === null || !hasHunks ? null : (
            <div className="flex items-center gap-2 border-y border-line bg-well px-4 py-1">
              <Checkbox isTicked={isTaken(hunk)} onTick={() => toggle(hunk)}>
                {t('lines', spanOf(lines))}
              </Checkbox>
            </div>
          )}
          <Lines lines={lines} layout="unified" />
        </div>
      ))}
      {data && data.notShown > 0 ? (
        <p className="px-4 py-2 text-xs text-ink-3">{t('notShown', { count: data.notShown })}</p>
      ) : null}
    </section>
  )
}

/** The lines of a hunk, by their numbers at the other end, else here. */
function spanOf(lines: readonly Line[]): { from: number; to: number } {
  const added = lines.flatMap(({ kind, after }) => (kind === 'added' && after ? [after] : []))
  const numbers = added.length > 0 ? added : lines.flatMap(({ before }) => before ?? [])
  return { from: numbers[0] ?? 0, to: numbers.at(-1) ?? 0 }
}
