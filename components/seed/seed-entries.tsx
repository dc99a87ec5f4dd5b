'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { Reason } from './reason'
import type { SeedActionAnswer, SeedReportAnswer } from '@/lib/wire/seed-report'

const A_PAGE = 100

/** Every path of a plan, in pages, of one kind or of all. */
export function SeedEntries({ entries }: { entries: SeedReportAnswer['entries'] }) {
  const t = useTranslations('Seed')
  const [kind, setKind] = useState<SeedActionAnswer | null>(null)
  const [from, setFrom] = useState(0)
  if (entries.length === 0) return null
  const kinds = [...new Set(entries.map(({ action }) => action))]
  const chosen = kind === null ? entries : entries.filter(({ action }) => action === kind)
  const shown = chosen.slice(from, from + A_PAGE)
  const choose = (next: SeedActionAnswer | null) => {
    setKind(next)
    setFrom(0)
  }
  return (
    <details className="space-y-2">
      <summary className="cursor-pointer text-sm text-accent">
        {t('allPaths', { count: entries.length })}
      </summary>
      <label className="flex items-center gap-2 text-sm">
        {t('onlyKind')}
        <select
          className="h-7 rounded-control border border-control bg-sheet px-1"
          value={kind ?? ''}
          onChange={({ target }) => choose(kinds.find((each) => each === target.value) ?? null)}
        >
          <option value="">{t('everyKind')}</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(each)}
            </option>
          ))}
        </select>
      </label>
      <ul aria-label={t('pathList')} className="border-y border-line py-1 text-sm">
        {shown.map(({ path, action, ...told }) => (
          <li key={path} className="py-0.5">
            {t(action)}{' '}
            <span className="font-mono break-all">
              <VisiblePath path={path} />
            </span>
            <Reason {...told} />
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2 text-sm">
        <span className="text-ink-3 tabular-nums" role="status">
          {t('range', { from: from + 1, to: from + shown.length, count: chosen.length })}
        </span>
        <Button size="small" disabled={from === 0} onClick={() => setFrom(from - A_PAGE)}>
          {t('earlier')}
        </Button>
        <Button
          size="small"
          disabled={from + A_PAGE >= chosen.length}
          onClick={() => setFrom(from + A_PAGE)}
        >
          {t('later')}
        </Button>
      </div>
    </details>
  )
}
