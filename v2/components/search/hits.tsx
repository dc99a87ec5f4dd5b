'use client'

import { Library } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { RowProps } from '@/components/keys/use-rows'
import { FoundLine, VisibleLabel, VisibleName, VisiblePath } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { parentPath } from '@/lib/text/memory-path'
import { plainName } from '@/lib/text/visible-text'
import { addressOf, type FoundMemory, type FoundStore } from './found'
import { LifeBar } from './life'

export interface HitsProps {
  store: FoundStore
  chosen: string | null
  onChoose: (id: string) => void
  row: RowProps
  now: Date
}

/** The memories of a store that have the text, by folder, each with its lines. */
export function Hits({ store, chosen, onChoose, row, now }: HitsProps) {
  const t = useTranslations('Search')
  const format = useFormatter()
  return (
    <section aria-label={plainName(store.name)} className="pt-4">
      <h2 className="flex items-center gap-2 px-5 font-semibold max-md:px-4">
        <Library size={16} aria-hidden className="text-ink-3" />
        <VisibleLabel text={store.name} />
        <span className="font-normal text-ink-3 tabular-nums">
          {format.number(store.hits.length)}
          {store.hasMore ? '+' : ''}
        </span>
      </h2>
      {byFolder(store.hits).map(([folder, hits]) => (
        <div key={folder} className="pt-2">
          <h3 className="px-5 pb-1 text-xs text-ink-3 max-md:px-4">
            {folder === '' ? t('root') : <VisiblePath path={`${folder}/`} />}
          </h3>
          <ul>
            {hits.map((hit) => (
              <li
                key={hit.id}
                {...row(hit.id)}
                aria-current={hit.id === chosen ? 'true' : undefined}
                className="border-t border-line px-5 py-1.5 last:border-b aria-current:bg-accent-bg max-md:px-4"
              >
                <Hit store={store} hit={hit} onNear={() => onChoose(hit.id)} now={now} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function Hit({
  store,
  hit,
  onNear,
  now,
}: Pick<HitsProps, 'store' | 'now'> & { hit: FoundMemory; onNear: () => void }) {
  const t = useTranslations('Search')
  const address = addressOf(store.id, hit)
  const { path, lines, lives, pathMatches, isGone } = hit
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <Link
          href={address}
          onNear={onNear}
          className="min-w-0 flex-1 truncate font-mono text-code font-medium"
        >
          {path === null ? (
            t('redactedPath')
          ) : (
            <VisibleName name={path.slice(path.lastIndexOf('/') + 1)} />
          )}
        </Link>
        {pathMatches && lines.length === 0 ? <Badge tone="plain">{t('inPath')}</Badge> : null}
        {isGone ? <Badge tone="plain">{t('gone')}</Badge> : null}
        {lives.length > 0 ? <LifeBar lives={lives} since={store.since} now={now} /> : null}
      </div>
      <ol className="font-mono text-code">
        {lines.map((line) => (
          <li key={line.line}>
            <Link
              href={`${address}#L${line.line}`}
              tabIndex={-1}
              className="flex rounded-mark py-0.5 hover:bg-hover max-md:py-1.5"
            >
              <FoundLine {...line} look="bg-match text-ink" />
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Folders in the order of their first memory; '' for the root, and for a path that was redacted. */
function byFolder(hits: readonly FoundMemory[]): [string, FoundMemory[]][] {
  const folders = new Map<string, FoundMemory[]>()
  for (const hit of hits) {
    const folder = hit.path === null ? '' : parentPath(hit.path)
    folders.set(folder, [...(folders.get(folder) ?? []), hit])
  }
  return [...folders]
}
