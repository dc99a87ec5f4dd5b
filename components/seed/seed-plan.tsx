'use client'

import { Archive, GitMerge, History, ListPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/notice'
import { Point, Points } from '@/components/ui/points'
import { StepKeys } from '@/components/ui/step-keys'
import { plainName } from '@/lib/text/plain-text'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import type { SeedPlanAnswer } from '@/lib/wire/seed-report'
import { DecidePlanned } from './decide-planned'
import type { ConflictDecisions } from './queries'
import { SeedChoice } from './seed-choice'
import { isUpToDate, NEED, SeedGroups, WRITTEN } from './seed-groups'
import { hasHistoryWords, SeedHistory } from './seed-history'
import { sourceWords } from './source-words'

/**
 * Words the button that runs a plan: the number of memories it writes, else of versions of their
 * history.
 */
export function RunWords({ report: { counts, versions } }: { report: SeedPlanAnswer }) {
  const t = useTranslations('Seed')
  const memories = WRITTEN.reduce((sum, action) => sum + counts[action], 0)
  return memories === 0 && versions > 0
    ? t('runVersions', { count: versions })
    : t('run', { count: memories })
}

/** Returns whether seeding would do nothing. A new conflict counts: it is kept to be decided. */
export const isNothing = ({ versions, counts }: SeedPlanAnswer) =>
  versions === 0 && counts.conflict === 0

export interface SeedPlanProps {
  report: SeedPlanAnswer
  storeId: string
  /** folders of the source that are git repositories whose history it cannot give */
  repositories: readonly string[]
  /** whether it replaces one that no longer held */
  isRenewed: boolean
  /** reason why it could not be carried out; null: it was not tried */
  why: string | null
  decisions: ConflictDecisions
  isBusy: boolean
  onDecide: (decisions: ConflictDecisions) => void
}

/**
 * Shows the plan of a seeding: paths in the order in which a person needs to know them, with the
 * consequences beside them.
 */
export function SeedPlan(props: SeedPlanProps) {
  const { report, storeId, repositories, isRenewed, why, decisions, isBusy, onDecide } = props
  const { all, each } = decisions
  const { conflicts = [] } = report
  const bringingBack = report.entries.filter(({ why: code }) => mayBringBack(code?.code)).length
  const t = useTranslations('Seed')
  const texts = useTranslations()
  const heading = useRef<HTMLHeadingElement>(null)
  // The field that asked for the plan is hidden by it.
  useEffect(() => heading.current?.focus(), [])
  const choiceOf = (path: string) => each.get(path) ?? all
  const isAlike = conflicts.every(({ path }) => choiceOf(path) === all)
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line bg-well px-4 py-2.5">
        <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t('thePlan')}
        </h2>
        <span className="min-w-0 truncate text-ink-3">{sourceWords(texts, report.source)}</span>
        <Chips report={report} />
      </div>
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-auto max-md:overflow-visible">
        <section
          aria-label={t('pathList')}
          tabIndex={0}
          className="min-w-0 flex-1 space-y-1 overflow-auto px-4 py-3 outline-offset-[-2px] max-lg:flex-none max-lg:overflow-visible"
        >
          {isRenewed ? (
            <p role="alert" className="rounded-card bg-caution-bg px-3 py-2 text-caution">
              {t('planChanged')}
            </p>
          ) : null}
          {repositories.length > 0 ? (
            <RepositoryNote storeId={storeId} repositories={repositories} />
          ) : null}
          {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
          {bringingBack === 0 ? null : (
            <p role="note" className="rounded-card bg-caution-bg px-3 py-2 text-caution">
              {t('mayBringBack', { count: bringingBack })}
            </p>
          )}
          {isNothing(report) ? (
            <EmptyState
              Icon={ListPlus}
              title={t(isUpToDate(report) ? 'nothingWould' : 'nothingTaken')}
            >
              <NothingAbout counts={report.counts} />
            </EmptyState>
          ) : null}
          {conflicts.length > 0 ? (
            <DecidePlanned
              conflicts={conflicts}
              choiceOf={choiceOf}
              isOff={isBusy}
              onDecide={(path, choice) => onDecide({ all, each: new Map(each).set(path, choice) })}
            />
          ) : null}
          <SeedGroups report={report} above={conflicts} />
        </section>
        <aside
          aria-label={t('what')}
          tabIndex={0}
          className="w-80 shrink-0 space-y-5 overflow-auto border-line bg-well p-4 outline-offset-[-2px] max-lg:w-auto max-lg:border-t lg:border-l"
        >
          {conflicts.length === 0 ? null : (
            <SeedChoice
              name="on-conflict"
              legend={t('onConflict')}
              choices={CHOICES}
              labelOf={(each) => t(`onConflict_${each}`)}
              noteOf={(each) => t(`onConflict_${each}_note`)}
              value={isAlike ? all : null}
              isOff={isBusy}
              isNarrow
              onChoose={(choice) => onDecide({ all: choice, each: new Map() })}
            />
          )}
          <Points title={t('what')}>
            <Point Icon={ListPlus}>{t('versionsWould', { count: report.versions })}</Point>
            {hasHistoryWords(report.history) ? (
              <Point Icon={History}>
                <SeedHistory history={report.history} />
              </Point>
            ) : null}
          </Points>
          <Points title={t('stays')}>
            <Point Icon={Archive}>{t('stays_versions')}</Point>
            {report.counts.conflict > 0 ? (
              <Point Icon={GitMerge}>{t('stays_conflicts')}</Point>
            ) : null}
          </Points>
        </aside>
      </div>
      <StepKeys selector="[data-seed-row]" next="j" previous="k" />
      <StepKeys selector="[data-seed-conflict]" next="n" previous="p" />
    </>
  )
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

const CHOICES: readonly ConflictChoice[] = ['leave', 'source', 'store']

const TONES = { conflict: 'caution', create: 'added', delete: 'removed' } as const

/** Makes of a group's name what stands after its number. */
const startingSmall = (name: string) => name.charAt(0).toLocaleLowerCase() + name.slice(1)

/** Counts the paths of each kind. */
function Chips({ report }: { report: Pick<SeedPlanAnswer, 'counts'> }) {
  const t = useTranslations('Seed')
  const format = useFormatter()
  return (
    <ul aria-label={t('counts')} className="flex flex-wrap gap-1.5 lg:ml-auto">
      {NEED.filter((action) => report.counts[action] > 0).map((action) => (
        <li key={action}>
          <Badge tone={action in TONES ? TONES[action as keyof typeof TONES] : 'plain'}>
            {format.number(report.counts[action])} {startingSmall(t(action))}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
