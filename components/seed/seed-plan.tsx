'use client'

import { Ban, GitMerge, History, ListPlus, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { StepKeys } from '@/components/ui/step-keys'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import type { SeedPlanAnswer } from '@/lib/wire/seed-report'
import { CHOICES, PlannedFile } from './planned-file'
import type { ConflictDecisions, SeedRequest } from './queries'
import {
  A_PART,
  countWritten,
  GROUPS,
  isUpToDate,
  LETTERS,
  type PlanRow,
  type SeedGroup,
} from './seed-actions'
import { wireReasonWords } from './seed-reason-words'

/** Returns whether seeding would do nothing. A new conflict counts: it is kept to be decided. */
export const isNothing = ({ versions, counts }: SeedPlanAnswer) =>
  versions === 0 && counts.conflict === 0

/** Returns whether a person may leave it out: what is written, but for what they decide anyway. */
const canLeave = ({ action, conflict }: PlanRow) => !conflict && action in LETTERS

export interface SeedPlanProps {
  report: SeedPlanAnswer
  request: SeedRequest
  /** folders of the source that are git repositories whose history it cannot give */
  repositories: readonly string[]
  /** whether it replaces one that no longer held */
  isRenewed: boolean
  /** reason why it could not be carried out; null: it was not tried */
  why: string | null
  decisions: ConflictDecisions
  leftOut: ReadonlySet<string>
  isBusy: boolean
  onDecide: (decisions: ConflictDecisions) => void
  onLeaveOut: (leftOut: ReadonlySet<string>) => void
}

/** The plan of a seeding: its paths on the left, beside them the text of the chosen one. */
export function SeedPlan(props: SeedPlanProps) {
  const { report, request, repositories, isRenewed, why, decisions, leftOut, isBusy } = props
  const t = useTranslations('Seed')
  const groups = useMemo(() => groupsOf(report), [report])
  const [path, setPath] = useState<string | null>(null)
  const list = useRef<HTMLElement>(null)
  // The field that asked for the plan is hidden by it.
  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('[data-seed-row], [data-nothing]')
    first?.focus()
  }, [])
  const rows = groups.flatMap((group) => group.rows)
  const chosen = rows.find((row) => row.path === path) ?? rows[0]
  const choiceOf = (of: string) => decisions.each.get(of) ?? decisions.all
  const decide = (of: string, choice: ConflictChoice) =>
    props.onDecide({ all: decisions.all, each: new Map(decisions.each).set(of, choice) })
  const toggle = (of: string) => {
    const next = new Set(leftOut)
    if (!next.delete(of)) next.add(of)
    props.onLeaveOut(next)
  }
  const bringingBack = report.entries.filter(({ why: code }) => mayBringBack(code?.code)).length
  return (
    <div className="grid min-h-0 flex-1 max-lg:block max-lg:overflow-auto max-md:overflow-visible lg:grid-cols-[minmax(25rem,2fr)_minmax(0,3fr)]">
      <section
        ref={list}
        aria-label={t('pathList')}
        className="flex min-h-0 min-w-0 flex-col lg:border-r lg:border-line"
      >
        <div className="min-h-0 flex-1 overflow-auto pb-3 max-lg:overflow-visible">
          <div className="space-y-2 px-5 pt-3 empty:hidden">
            {isRenewed ? (
              <p role="alert" className="rounded-card bg-caution-bg px-3 py-2 text-caution">
                {t('planChanged')}
              </p>
            ) : null}
            {repositories.length > 0 ? (
              <RepositoryNote storeId={request.storeId} repositories={repositories} />
            ) : null}
            {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
            {bringingBack === 0 ? null : (
              <p role="note" className="rounded-card bg-caution-bg px-3 py-2 text-caution">
                {t('mayBringBack', { count: bringingBack })}
              </p>
            )}
            {isNothing(report) ? (
              <div data-nothing tabIndex={-1} className="outline-none">
                <EmptyState
                  Icon={ListPlus}
                  title={t(isUpToDate(report) ? 'nothingWould' : 'nothingTaken')}
                >
                  <NothingAbout counts={report.counts} />
                </EmptyState>
              </div>
            ) : null}
          </div>
          {groups.map((group) => (
            <Group
              key={group.name}
              group={group}
              chosen={chosen?.path ?? null}
              leftOut={leftOut}
              isBusy={isBusy}
              choiceOf={choiceOf}
              onChoose={setPath}
              onToggle={toggle}
              onDecide={decide}
              head={
                group.name === 'conflict' && group.rows.length > 1 ? (
                  <ForAll
                    decisions={decisions}
                    group={group}
                    isOff={isBusy}
                    onDecide={props.onDecide}
                  />
                ) : null
              }
            />
          ))}
          {report.counts.unchanged > 0 ? (
            <p className="px-5 pt-3 text-ink-3">
              {t('unchangedCount', { count: report.counts.unchanged })}
            </p>
          ) : null}
        </div>
        {isNothing(report) ? null : <Stays report={report} />}
      </section>
      {chosen ? (
        <PlannedFile
          key={chosen.path}
          row={chosen}
          request={request}
          hash={report.hash}
          choice={choiceOf(chosen.path)}
          isBusy={isBusy}
          onDecide={(choice) => decide(chosen.path, choice)}
        />
      ) : null}
      <StepKeys selector="[data-seed-row]" />
    </div>
  )
}

interface PlanGroup extends SeedGroup {
  rows: PlanRow[]
  /** includes those that the plan does not list */
  count: number
}

/** What is to be decided comes first, decided or not. */
function groupsOf({ entries, conflicts = [], counts }: SeedPlanAnswer): PlanGroup[] {
  const conflictAt = new Map(conflicts.map((conflict) => [conflict.path, conflict]))
  return GROUPS.flatMap((group) => {
    if (group.name === 'unchanged') return []
    const isToDecide = group.name === 'conflict'
    const rows = entries.flatMap((entry): PlanRow[] => {
      const conflict = conflictAt.get(entry.path)
      const isHere = group.actions.includes(entry.action)
      if (conflict) return isToDecide ? [{ ...entry, conflict }] : []
      return isHere ? [entry] : []
    })
    const listed = entries.filter(({ action }) => group.actions.includes(action)).length
    const all = group.actions.reduce((sum, action) => sum + counts[action], 0)
    const count = rows.length + all - listed
    return count > 0 ? [{ ...group, rows, count }] : []
  })
}

/** Tells whether a reason warns of a text that was redacted in the store. */
const mayBringBack = (code: string | undefined) =>
  code === 'holds_redacted' || code === 'redacted_here'

/** Says why nothing would be written. */
function NothingAbout({ counts: { skip, keep } }: Pick<SeedPlanAnswer, 'counts'>) {
  const t = useTranslations('Seed')
  if (skip > 0) return t('nothingTakenAbout', { count: skip })
  return keep > 0 ? t('nothingKeptAbout', { count: keep }) : t('nothingWouldAbout')
}

/** Says that a folder or an archive is a repository, and how its history is taken. */
function RepositoryNote({
  storeId,
  repositories: [first = '', ...others],
}: {
  storeId: string
  repositories: readonly string[]
}) {
  const t = useTranslations('Seed')
  const folder = plainName(first.split('/').at(-1) ?? '') || t('chosenFolder')
  return (
    <p role="note" className="rounded-card bg-well px-3 py-2 text-ink-2">
      {others.length === 0
        ? t('isRepository', { folder })
        : t('areRepositories', { folder, count: others.length })}{' '}
      {t('repositoryHistory')}{' '}
      <code className="font-mono text-code break-all">{`npx palimpsest seed … --store ${storeId}`}</code>
    </p>
  )
}

/** What seeding writes, and what stays whatever is done. */
function Stays({ report: { versions, counts } }: { report: SeedPlanAnswer }) {
  const t = useTranslations('Seed')
  const line = 'flex items-start gap-2.5'
  const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true, className: 'mt-0.5 shrink-0' }
  return (
    <div className="shrink-0 space-y-1.5 border-t border-line px-5 py-3 text-xs text-ink-2">
      <p className={line}>
        <History {...icon} />
        <span>
          {t('versionsWould', { count: versions })}{' '}
          {counts.create === countWritten({ counts }) ? null : t('stays_versions')}
        </span>
      </p>
      {counts.conflict > 0 ? (
        <p className={line}>
          <GitMerge {...icon} />
          {t('undecided', { count: counts.conflict })}
        </p>
      ) : null}
    </div>
  )
}

function ForAll({
  decisions: { all, each },
  group,
  isOff,
  onDecide,
}: Pick<SeedPlanProps, 'decisions' | 'onDecide'> & { group: PlanGroup; isOff: boolean }) {
  const t = useTranslations('Seed')
  const isAlike = group.rows.every(({ path }) => (each.get(path) ?? all) === all)
  return (
    <SegmentedChoice
      name="on-conflict"
      legend={t('onConflict')}
      choices={CHOICES.map((value) => ({ value, label: t(`onConflict_${value}`) }))}
      value={isAlike ? all : null}
      isOff={isOff}
      onChoose={(choice) => onDecide({ all: choice, each: new Map() })}
    />
  )
}

interface GroupProps {
  group: PlanGroup
  chosen: string | null
  leftOut: ReadonlySet<string>
  isBusy: boolean
  head: ReactNode
  choiceOf: (path: string) => ConflictChoice
  onChoose: (path: string) => void
  onToggle: (path: string) => void
  onDecide: (path: string, choice: ConflictChoice) => void
}

function Group({ group, head, ...rest }: GroupProps) {
  const t = useTranslations('Seed')
  const format = useFormatter()
  const [shown, setShown] = useState(A_PART)
  const { name, rows, count } = group
  const from = name === 'rename' ? folderOfAll(rows) : null
  return (
    <section aria-labelledby={`seed-${name}`}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 px-5 pt-2">
        <h2
          id={`seed-${name}`}
          className={classNames('font-medium', name === 'conflict' ? 'text-caution' : 'text-ink-2')}
        >
          {from === null ? t(name) : t('renameFrom', { folder: plainName(from) })}{' '}
          <span className="font-normal text-ink-3 tabular-nums">{format.number(count)}</span>
        </h2>
        {head}
      </div>
      <ul aria-labelledby={`seed-${name}`}>
        {rows.slice(0, shown).map((row) => (
          <Row key={row.path} row={row} {...rest} />
        ))}
      </ul>
      {rows.length > shown ? (
        <Button
          variant="quiet"
          size="small"
          className="mx-3"
          onClick={() => setShown(shown + 10 * A_PART)}
        >
          {t('more', { count: rows.length - shown })}
        </Button>
      ) : null}
    </section>
  )
}

/** The folder that all of them are moved from; null: from several. */
function folderOfAll(rows: readonly PlanRow[]): string | null {
  const folders = new Set(rows.map(({ text }) => text?.from?.replace(/[^/]*$/, '') ?? null))
  const [only = null] = folders
  return folders.size === 1 ? only : null
}

/** A key on a conflict decides it: the arrow points at the side that is taken. */
const KEYS: Record<string, ConflictChoice> = {
  ArrowLeft: 'source',
  ArrowRight: 'store',
  Backspace: 'leave',
}

function Row({
  row,
  chosen,
  leftOut,
  isBusy,
  choiceOf,
  onChoose,
  onToggle,
  onDecide,
}: { row: PlanRow } & Omit<GroupProps, 'group' | 'head'>) {
  const t = useTranslations()
  const { path, action, conflict } = row
  const isLeft = leftOut.has(path)
  const letter = LETTERS[action]
  const at = path.lastIndexOf('/') + 1
  const name = plainName(path)
  const onKeyDown = (event: KeyboardEvent) => {
    const choice = conflict && KEYS[event.key]
    const isSpace = event.key === ' ' && canLeave(row)
    if (isBusy || (!choice && !isSpace)) return
    event.preventDefault()
    if (choice) onDecide(path, choice)
    else onToggle(path)
  }
  return (
    <li
      className={classNames(
        'flex h-8 items-center gap-2.5 pr-3.5 pl-5 max-md:h-11',
        path === chosen ? 'bg-selected shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <span className="flex w-4 shrink-0">
        {canLeave(row) ? (
          <input
            type="checkbox"
            checked={!isLeft}
            disabled={isBusy}
            aria-label={t('Seed.takePath', { path: name })}
            onChange={() => onToggle(path)}
            className="size-4 accent-accent"
          />
        ) : null}
      </span>
      <button
        type="button"
        data-seed-row
        {...(conflict ? { 'data-seed-conflict': '' } : {})}
        aria-current={path === chosen ? 'true' : undefined}
        title={name}
        onFocus={() => onChoose(path)}
        onClick={() => onChoose(path)}
        onKeyDown={onKeyDown}
        // Space takes it or leaves it; a button would also be pressed by it.
        onKeyUp={(event) => (event.key === ' ' ? event.preventDefault() : undefined)}
        className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2.5 pr-1.5 text-left outline-offset-[-2px]"
      >
        {letter ? (
          <ChangeLetter kind={letter} label={t(`Seed.${nameOf(action)}`)} />
        ) : (
          <Ban size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        )}
        <span
          className={classNames(
            'flex min-w-0 flex-1 font-mono text-code whitespace-pre',
            isLeft && 'text-ink-3 line-through',
          )}
        >
          <span className="max-w-1/4 shrink-0 truncate font-normal text-ink-3 xl:max-w-2/5">
            <VisiblePath path={path.slice(1, at)} />
          </span>
          <span className="min-w-0 truncate font-medium">
            <VisiblePath path={path.slice(at)} />
          </span>
        </span>
        <Figures row={row} choice={conflict ? choiceOf(path) : null} />
      </button>
    </li>
  )
}

const nameOf = (action: PlanRow['action']) =>
  GROUPS.find(({ actions }) => actions.includes(action))?.name ?? 'unchanged'

/** What is to be known of a path at the end of its row. */
function Figures({ row, choice }: { row: PlanRow; choice: ConflictChoice | null }) {
  const t = useTranslations()
  const format = useFormatter()
  const { text, why, ...told } = row
  const size = (bytes: number) => shownSize(format, bytes)
  if (choice) return <span className="shrink-0 text-xs text-ink-3">{t(`Seed.take_${choice}`)}</span>
  if (why?.code === 'too_large' && typeof why.size === 'number') {
    return (
      <span className="flex shrink-0 gap-3 text-xs text-ink-3 tabular-nums">
        <span>{size(why.size)}</span>
        <span>{t('Seed.over', { limit: size(Number(why.maximum)) })}</span>
      </span>
    )
  }
  const words = wireReasonWords(t, { ...told, why })
  if (words !== null && !text) {
    return <span className="max-w-[50%] shrink-0 truncate text-xs text-ink-3">{words}</span>
  }
  if (!text) return null
  return (
    <span className="flex shrink-0 gap-3 text-xs tabular-nums">
      {words === null ? null : (
        <TriangleAlert size={14} role="img" aria-label={words} className="text-caution" />
      )}
      <span className="text-ink-3 max-md:hidden">{size(text.size)}</span>
      <span className="flex min-w-16 justify-end gap-1.5 font-medium">
        {text.added > 0 ? <span className="text-added">+{format.number(text.added)}</span> : null}
        {text.removed > 0 ? (
          <span className="text-removed">−{format.number(text.removed)}</span>
        ) : null}
      </span>
    </span>
  )
}
