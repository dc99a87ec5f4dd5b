'use client'

import { useRouter } from 'next/navigation'
import {
  type MouseEvent,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useOptimistic,
  useRef,
} from 'react'
import { useTranslations } from 'use-intl'
import { NameInTheMiddle } from '@/components/content/name-in-the-middle'
import { VisiblePath } from '@/components/content/visible-path'
import { Amount } from '@/components/ui/amount'
import { type ChangeKind, ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { isNothingFocused } from '@/components/ui/is-nothing-focused'
import { Link } from '@/components/ui/link'
import { isPageKey } from '@/components/ui/page-key'
import { plainName } from '@/lib/text/plain-text'
import type { LineCounts } from '@/lib/text/text-diff'
import { planAddress } from './plan-address'
import { LeavingOut } from './plan-run'

/** A memory of a plan. */
export interface PlanRow {
  memoryId: string
  kind: ChangeKind
  before: string | null
  after: string | null
  /** null: not counted */
  lines: LineCounts | null
  /** why it stays as it is; null: it is said of its group, or it changes */
  why: string | null
}

export interface PlanGroup {
  name: 'will' | 'since' | 'so' | 'cannot'
  rows: readonly PlanRow[]
  /** of all, with those that are not among the rows */
  count: number
  /** address of the plan with more rows; null: they are all here, or too many */
  moreHref: string | null
}

export interface PlanListProps {
  groups: readonly PlanGroup[]
  /** the memory whose difference is shown */
  chosen: string | null
  /** memories that the person left out */
  leftOut: readonly string[]
  /** whether single memories of what will change can be left out */
  canLeaveOut: boolean
  /** address of undoing as well what others changed since; null: not offered */
  forceHref: string | null
  /** of the page, with all its parameters */
  address: string
}

/** The memories of a plan by what becomes of them; one is shown beside them, some are left out. */
export function PlanList(props: PlanListProps) {
  const { groups, canLeaveOut, forceHref, address } = props
  const t = useTranslations('Undo')
  const router = useRouter()
  const leavingOut = use(LeavingOut)
  const list = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useOptimistic(props.chosen)
  const [leftOut, setLeftOut] = useOptimistic(props.leftOut)
  const shownRows = groups.flatMap(({ name, rows }) => (hasDifference(name) ? rows : []))
  const addressOf = (memoryId: string | null, without = leftOut) =>
    planAddress(address, { file: memoryId, without })

  const choose = (memoryId: string) =>
    startTransition(() => {
      setChosen(memoryId)
      router.replace(addressOf(memoryId), { scroll: false })
    })
  const leaveOut = (memoryId: string) =>
    leavingOut(() => {
      const without = leftOut.includes(memoryId)
        ? leftOut.filter((id) => id !== memoryId)
        : [...leftOut, memoryId]
      setLeftOut(without)
      router.replace(addressOf(chosen, without), { scroll: false })
    })
  const step = (by: 1 | -1) => {
    const next = shownRows[shownRows.findIndex(({ memoryId }) => memoryId === chosen) + by]
    if (!next) return
    choose(next.memoryId)
    const row = document.getElementById(rowId(next.memoryId))
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event)) return
    if (event.key === 'j' || event.key === 'k') {
      event.preventDefault()
      step(event.key === 'j' ? 1 : -1)
    } else if (event.key === ' ' && canLeaveOut && isOnRow(list.current)) {
      const isOfPlan = groups[0]?.rows.some(({ memoryId }) => memoryId === chosen)
      if (!isOfPlan || chosen === null) return
      event.preventDefault()
      leaveOut(chosen)
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  return (
    <nav ref={list} aria-label={t('groups')} tabIndex={0} className="plan-list">
      {groups.map(({ name, rows, count, moreHref }) => {
        if (count === 0) return null
        const title = (
          <>
            {t(`group_${name}`)}{' '}
            <span className="font-normal text-ink-3 tabular-nums">{count}</span>
          </>
        )
        const items = (
          <>
            <ul aria-label={t(`group_${name}`)}>
              {rows.map((row) => (
                <Row
                  key={row.memoryId}
                  row={row}
                  href={hasDifference(name) ? addressOf(row.memoryId) : null}
                  isChosen={row.memoryId === chosen}
                  isLeftOut={leftOut.includes(row.memoryId)}
                  onChoose={choose}
                  onLeaveOut={name === 'will' && canLeaveOut ? leaveOut : null}
                />
              ))}
            </ul>
            {count === rows.length ? null : (
              <p className="px-4 py-1 text-ink-3">
                {moreHref === null ? (
                  t('more', { count: count - rows.length })
                ) : (
                  <Link href={moreHref} scroll={false} replace className="underline">
                    {t('more', { count: count - rows.length })}
                  </Link>
                )}
              </p>
            )}
          </>
        )
        if (name === 'so') {
          return (
            <details key={name} className="py-2">
              <summary className="cursor-pointer px-4 py-1 text-xs font-semibold">{title}</summary>
              {items}
            </details>
          )
        }
        return (
          <section key={name} className="py-2">
            <h2 className="px-4 py-1 text-xs font-semibold">{title}</h2>
            {name === 'since' ? (
              <p className="px-4 pb-1 text-xs text-ink-2">
                {t('sinceAbout')}{' '}
                {forceHref === null ? null : (
                  <Link href={forceHref} className="underline underline-offset-2">
                    {t('force')}
                  </Link>
                )}
              </p>
            ) : null}
            {items}
          </section>
        )
      })}
    </nav>
  )
}

const hasDifference = (name: PlanGroup['name']) => name === 'will' || name === 'since'

const rowId = (memoryId: string) => `plan-${memoryId}`

/** Returns whether Space is the row's: elsewhere it presses a button, or scrolls. */
function isOnRow(list: HTMLElement | null): boolean {
  const { activeElement } = document
  if (isNothingFocused() || activeElement === list) return true
  return activeElement?.matches('[data-plan-row]') === true
}

interface RowProps {
  row: PlanRow
  /** null: its difference is not shown */
  href: string | null
  isChosen: boolean
  isLeftOut: boolean
  onChoose: (memoryId: string) => void
  /** null: it cannot be left out */
  onLeaveOut: ((memoryId: string) => void) | null
}

function Row({ row, href, isChosen, isLeftOut, onChoose, onLeaveOut }: RowProps) {
  const t = useTranslations('Undo')
  const changes = useTranslations('Changes')
  const { memoryId, kind, lines, why } = row
  const path = plainName(row.after ?? row.before ?? '')
  const look = classNames(
    'min-w-0 flex-1 py-2 font-mono text-xs',
    isLeftOut && 'text-ink-3 line-through',
  )
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChoose(memoryId)
  }
  return (
    <li
      className={classNames(
        'flex min-h-9 items-center gap-2.5 px-4 max-md:min-h-11',
        isChosen ? 'bg-selected shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      {onLeaveOut ? (
        <input
          type="checkbox"
          checked={!isLeftOut}
          aria-label={t('includePath', { path })}
          onChange={() => onLeaveOut(memoryId)}
          className="size-4 shrink-0"
        />
      ) : null}
      <ChangeLetter kind={kind} label={changes(kind)} />
      {href === null ? (
        <span className={classNames(look, 'text-ink-2')}>
          <RowPath row={row} />
        </span>
      ) : (
        <a
          id={rowId(memoryId)}
          href={href}
          data-plan-row
          title={path}
          aria-current={isChosen ? 'true' : undefined}
          onClick={choose}
          className={classNames(look, 'rounded-mark outline-offset-[-2px]')}
        >
          <RowPath row={row} />
        </a>
      )}
      {why === null ? null : <span className="shrink-0 text-xs text-ink-3">{why}</span>}
      {lines === null ? null : (
        <span className="shrink-0">
          <Amount {...lines} />
        </span>
      )}
    </li>
  )
}

function RowPath({ row: { before, after } }: { row: PlanRow }) {
  const t = useTranslations('Undo')
  if (before !== null && after !== null && before !== after) {
    return (
      <>
        <OnePath path={before} />
        <span className="sr-only"> </span>
        <span className="flex min-w-0 gap-1">
          <span className="shrink-0 text-ink-3">→</span> <OnePath path={newPart(before, after)} />
        </span>
      </>
    )
  }
  const path = after ?? before ?? ''
  return path === '' ? t('gone') : <OnePath path={path} />
}

/** The part of a new path that the old one does not say: its folder, or its name. */
function newPart(before: string, after: string): string {
  const [old, now] = [before.lastIndexOf('/') + 1, after.lastIndexOf('/') + 1]
  if (before.slice(old) === after.slice(now)) return after.slice(0, now)
  return before.slice(0, old) === after.slice(0, now) ? after.slice(now) : after
}

/** A path in one line: its folders give way first, then the middle of its name. */
function OnePath({ path }: { path: string }) {
  const end = path.lastIndexOf('/') + 1
  return (
    <span className="flex min-w-0">
      <span className="min-w-0 shrink truncate text-ink-3">
        <VisiblePath path={path.slice(0, end)} />
      </span>
      <span className="max-w-full min-w-0 shrink-0 font-medium wrap-anywhere">
        <NameInTheMiddle name={path.slice(end)} />
      </span>
    </span>
  )
}
