'use client'

import { clsx } from 'clsx'
import { GitPullRequestArrow, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useRows } from '@/components/keys/use-rows'
import { PathInLine } from '@/components/lines/visible-text'
import { useActorName } from '@/components/ui/actor-mark'
import { Amount, ChangeLetter } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/switch'
import type { Plan, PlanRow } from '@/lib/store/plan/plan'
import { pathOfRow, type RowGroup, rowGroups } from './plan-groups'
import type { Choice } from './use-choice'

/** More rows of a group are shown when asked for. */
const SHOWN_AT_FIRST = 200

export interface PlanListProps {
  plan: Plan
  choice: Choice
  current: string | null
  onOpen: (row: PlanRow) => void
}

/** The rows of a plan by what becomes of each; ticks take them in, the chosen one is shown beside. */
export function PlanList({ plan, choice, current, onOpen }: PlanListProps) {
  const t = useTranslations('Plan')
  const byId = new Map(plan.rows.map((row) => [row.id, row]))
  const row = useRows({
    open: (id) => {
      const opened = byId.get(id)
      if (opened) onOpen(opened)
    },
    tick: (id) => {
      const ticked = byId.get(id)
      if (ticked?.group === 'change') choice.toggle(ticked)
    },
  })
  return (
    <nav
      aria-label={t('list')}
      className="min-h-0 overflow-y-auto border-r border-line bg-well pb-4"
    >
      {rowGroups(plan.rows).map(({ group, rows }) => (
        <Group
          key={group}
          group={group}
          rows={rows}
          draw={(each) => (
            <li
              key={each.id}
              {...row(each.id)}
              aria-current={each.id === current ? 'true' : undefined}
              className="relative flex min-h-8 items-center gap-2 px-4 py-1 hover:bg-hover aria-current:bg-accent-bg aria-current:shadow-[inset_2px_0_0_var(--accent)]"
            >
              <Row row={each} choice={choice} onOpen={onOpen} />
            </li>
          )}
        />
      ))}
      {plan.same > 0 ? (
        <section className="px-4 pt-4">
          <h2 className="font-semibold">
            {t('same')} <span className="font-normal text-ink-3 tabular-nums">{plan.same}</span>
          </h2>
          <p className="text-xs text-ink-2">{t('sameAbout')}</p>
        </section>
      ) : null}
    </nav>
  )
}

function Group({
  group,
  rows,
  draw,
}: {
  group: RowGroup
  rows: readonly PlanRow[]
  draw: (row: PlanRow) => React.ReactNode
}) {
  const t = useTranslations('Plan')
  const format = useFormatter()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST)
  const rest = rows.length - shown.length
  return (
    <section aria-label={t(`group.${group}`)}>
      <header className="px-4 pt-4 pb-1">
        <h2 className="font-semibold">
          {t(`group.${group}`)}{' '}
          <span className="font-normal text-ink-3 tabular-nums">{format.number(rows.length)}</span>
        </h2>
        {group === 'conflict' || group === 'merged' || group === 'kept' ? (
          <p className="text-xs text-ink-2">{t(`about.${group}`)}</p>
        ) : null}
      </header>
      <ul>{shown.map(draw)}</ul>
      {rest > 0 ? (
        <Button variant="quiet" size="small" className="mx-3 mt-1" onClick={() => setWhole(true)}>
          {t('showRest', { count: rest })}
        </Button>
      ) : null}
    </section>
  )
}

function Row({
  row,
  choice,
  onOpen,
}: {
  row: PlanRow
  choice: Choice
  onOpen: (row: PlanRow) => void
}) {
  const path = pathOfRow(row)
  return (
    <>
      <span className="grid w-5 shrink-0 place-items-center">
        {row.group === 'change' ? (
          <Checkbox isTicked={choice.isTaken(row)} onTick={() => choice.toggle(row)} label={path} />
        ) : null}
        {row.group === 'conflict' ? (
          <GitPullRequestArrow
            size={16}
            aria-hidden
            className={choice.isTaken(row) ? 'text-accent' : 'text-caution'}
          />
        ) : null}
      </span>
      <button
        type="button"
        onClick={() => onOpen(row)}
        className="row-link flex min-w-0 flex-1 items-center gap-2 text-left"
      >
        {row.operation ? <ChangeLetter kind={row.operation} /> : null}
        <span className="min-w-0 flex-1">
          <span
            className={clsx(
              'block truncate font-mono text-xs',
              row.group === 'cannot' && 'text-ink-2',
            )}
          >
            <PathInLine path={path} />
          </span>
          <About row={row} choice={choice} />
        </span>
        {row.added + row.removed > 0 ? <Amount added={row.added} removed={row.removed} /> : null}
      </button>
    </>
  )
}

/** What is to be known of a row besides its path, in one line. */
function About({ row, choice }: { row: PlanRow; choice: Choice }) {
  const t = useTranslations('Plan')
  const format = useFormatter()
  const nameOf = useActorName()
  const words = () => {
    if (row.bringsBack)
      return t('bringsBack', { day: format.dateTime(row.bringsBack, { dateStyle: 'medium' }) })
    if (row.group === 'conflict' && choice.isTaken(row)) return t('decided')
    if (row.reason) {
      const key = `reason.${row.reason}` as 'reason.bad_path'
      return t(t.has(key) ? key : 'reason.bad_path')
    }
    if (row.by) return t('changedSince', { name: nameOf(row.by) })
    if (row.before && row.after && row.before.path !== row.after.path)
      return t('movedFrom', { path: row.before.path })
    return null
  }
  const text = words()
  if (text === null) return null
  return (
    <span className="flex items-center gap-1 truncate text-xs text-ink-2">
      {row.bringsBack ? (
        <TriangleAlert size={12} aria-hidden className="shrink-0 text-caution" />
      ) : null}
      <span className="truncate">{text}</span>
    </span>
  )
}
