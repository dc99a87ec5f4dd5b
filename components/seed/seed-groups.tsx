'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { ChangeLetter, type ChangeKind } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import type { SeedActionAnswer, SeedReportAnswer } from '@/lib/wire/seed-report'
import { wireReasonWords } from './seed-reason-words'

/** Actions on paths, in the order in which a person needs to know them. */
export const NEED: readonly SeedActionAnswer[] = [
  'conflict',
  'delete',
  'create',
  'replace',
  'rename',
  'merge',
  'keep',
  'skip',
  'unchanged',
]

/** Actions that write to the store. */
export const WRITTEN: readonly SeedActionAnswer[] = [
  'create',
  'replace',
  'rename',
  'merge',
  'delete',
]

/** Returns whether the store equals the source, if nothing was or would be written. */
export const isUpToDate = ({ counts }: Pick<SeedReportAnswer, 'counts'>) =>
  counts.skip === 0 && counts.keep === 0

const LETTERS: Partial<Record<SeedActionAnswer, ChangeKind>> = {
  create: 'created',
  replace: 'modified',
  merge: 'modified',
  rename: 'renamed',
  delete: 'deleted',
}

/** Entries of a group that are shown at once. */
const A_PART = 100

type Entries = SeedReportAnswer['entries']

export interface SeedGroupsProps {
  report: SeedReportAnswer
  /** groups shown elsewhere */
  without?: readonly SeedActionAnswer[]
  /** paths shown elsewhere */
  above?: readonly { path: string }[]
}

/** The paths of a plan or a report, grouped by what happens to them. */
export function SeedGroups({ report, without = [], above = [] }: SeedGroupsProps) {
  const isAbove = new Set(above.map(({ path }) => path))
  return NEED.filter((action) => !without.includes(action)).map((action) => {
    const all = report.entries.filter((entry) => entry.action === action)
    const entries = all.filter(({ path }) => !isAbove.has(path))
    const count = report.counts[action] - (all.length - entries.length)
    return count > 0 ? <Group key={action} action={action} entries={entries} count={count} /> : null
  })
}

function Group({
  action,
  entries,
  count,
}: {
  action: SeedActionAnswer
  entries: Entries
  count: number
}) {
  const t = useTranslations('Seed')
  const format = useFormatter()
  const [shown, setShown] = useState(A_PART)
  const title = (
    <>
      <span
        id={`seed-${action}`}
        className={classNames('font-semibold', action === 'conflict' && 'text-caution')}
      >
        {t(action)}
      </span>{' '}
      <span className="text-ink-3 tabular-nums">{format.number(count)}</span>
    </>
  )
  const list = (
    <>
      <ul aria-labelledby={`seed-${action}`}>
        {entries.slice(0, shown).map((entry) => (
          <Row key={entry.path} entry={entry} />
        ))}
      </ul>
      {entries.length > shown ? (
        <Button variant="quiet" size="small" onClick={() => setShown(shown + 10 * A_PART)}>
          {t('more', { count: entries.length - shown })}
        </Button>
      ) : null}
    </>
  )
  if (action === 'unchanged')
    return <Folded title={title}>{entries.length > 0 ? list : null}</Folded>
  return (
    <section aria-labelledby={`seed-${action}`} className="pt-4 first:pt-1">
      <h3 className="pb-1">{title}</h3>
      {list}
    </section>
  )
}

function Folded({ title, children }: { title: ReactNode; children: ReactNode }) {
  if (children === null) return <p className="pt-4 text-ink-2">{title}</p>
  return (
    <details className="group pt-4">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-mark py-1">
        <ChevronRight
          size={14}
          aria-hidden
          className="text-ink-3 transition-transform group-open:rotate-90"
        />
        {title}
      </summary>
      {children}
    </details>
  )
}

function Row({ entry: { path, action, ...told } }: { entry: Entries[number] }) {
  const t = useTranslations()
  const words = wireReasonWords(t, told)
  const letter = LETTERS[action]
  return (
    <li
      data-seed-row
      tabIndex={-1}
      className="flex min-h-7 flex-wrap items-center gap-x-3 border-b border-line py-1 outline-offset-[-2px] last:border-b-0"
    >
      <span className="flex min-w-0 items-center gap-2.5">
        {letter ? <ChangeLetter kind={letter} label={t(`Seed.${action}`)} /> : null}
        <span className="font-mono text-code break-all">
          <VisiblePath path={path} />
        </span>
      </span>
      {words === null ? null : <span className="ml-auto text-ink-3">{words}</span>}
    </li>
  )
}
