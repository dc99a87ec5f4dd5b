'use client'

import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { ChangeLetter } from '@/components/ui/change-letter'
import type { SeedReportAnswer } from '@/lib/wire/seed-report'
import { A_PART, GROUPS, LETTERS, type SeedGroup } from './seed-actions'
import { wireReasonWords } from './seed-reason-words'

type Entries = SeedReportAnswer['entries']

/** The paths of a report, grouped by what happened to them. */
export function SeedGroups({ report }: { report: SeedReportAnswer }) {
  return GROUPS.map((group) => {
    if (group.name === 'conflict' || group.name === 'skip') return null
    const entries = report.entries.filter(({ action }) => group.actions.includes(action))
    const count = group.actions.reduce((sum, action) => sum + report.counts[action], 0)
    return count > 0 ? (
      <Group key={group.name} group={group} entries={entries} count={count} />
    ) : null
  })
}

function Group({ group, entries, count }: { group: SeedGroup; entries: Entries; count: number }) {
  const t = useTranslations()
  const format = useFormatter()
  const [shown, setShown] = useState(A_PART)
  const { name } = group
  return (
    <section aria-labelledby={`seed-${name}`} className="pt-3">
      <h3 className="pb-1">
        <span id={`seed-${name}`} className="font-semibold">
          {t(`Seed.${name}`)}
        </span>{' '}
        <span className="text-ink-3 tabular-nums">{format.number(count)}</span>
      </h3>
      <ul aria-labelledby={`seed-${name}`}>
        {entries.slice(0, shown).map(({ path, action, ...told }) => {
          const letter = LETTERS[action]
          const words = wireReasonWords(t, told)
          return (
            <li
              key={path}
              className="flex min-h-7 flex-wrap items-center gap-x-3 border-b border-line py-1 last:border-b-0"
            >
              <span className="flex min-w-0 items-center gap-2.5">
                {letter ? <ChangeLetter kind={letter} label={t(`Seed.${name}`)} /> : null}
                <span className="font-mono text-code break-all">
                  <VisiblePath path={path} />
                </span>
              </span>
              {words === null ? null : <span className="ml-auto text-ink-3">{words}</span>}
            </li>
          )
        })}
      </ul>
      {entries.length > shown ? (
        <Button variant="quiet" size="small" onClick={() => setShown(shown + 10 * A_PART)}>
          {t('Seed.more', { count: entries.length - shown })}
        </Button>
      ) : null}
    </section>
  )
}
