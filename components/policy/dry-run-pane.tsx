'use client'

import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ActorMark } from '@/components/ui/actor-mark'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { PolicyAction } from '@/lib/review/model/policy'
import { LOCAL_API_ACTOR } from '@/lib/store/model/actor'
import { actorMark } from '@/lib/store/model/actor-mark'
import { plainName } from '@/lib/text/plain-text'
import { wholePercents } from '@/lib/text/whole-percents'
import type { ShownDryRun, ShownHint } from './dry-run-answer'
import type { DryRunDays, DryRunState } from './use-dry-run'
import { useSpan } from './use-span'
import { writeAddress } from './write-address'
import { WritePath } from './write-path'

export interface DryRunPaneProps {
  storeId: string
  dry: DryRunState
  days: DryRunDays
  onDays: (days: DryRunDays) => void
  /** changes the rules as a hint says; null: nothing can be changed here */
  onTry: ((hint: ShownHint) => void) | null
}

const DAYS = ['7', '30', '90'] as const

/** Shows a dry run of the rules on the page, beside that of the saved ones. */
export function DryRunPane({ storeId, dry, days, onDays, onTry }: DryRunPaneProps) {
  const t = useTranslations('Policy')
  const { run, state } = dry
  return (
    <section aria-labelledby="dry-run" className="policy-dry" tabIndex={-1}>
      <header className="policy-bar">
        <h2 id="dry-run" className="font-semibold">
          {t('dryRun')}
        </h2>
        <p role="status" className="min-w-0 flex-1 truncate text-xs text-ink-3">
          <RunState dry={dry} days={days} />
        </p>
        {state === 'running' ? (
          <Button variant="quiet" size="small" onClick={dry.stop}>
            {t('stop')}
          </Button>
        ) : null}
        {state === 'stopped' || state === 'failed' ? (
          <Button size="small" onClick={dry.start}>
            {t('runAgain')}
          </Button>
        ) : null}
        <SegmentedChoice
          name="days"
          legend={t('howFarBack')}
          choices={DAYS.map((value) => ({
            value,
            label: t('shortDays', { count: Number(value) }),
          }))}
          value={`${days}`}
          onChoose={(value) => onDays(Number(value) as DryRunDays)}
        />
      </header>
      {state === 'faulty' && dry.why !== null ? (
        <div className="p-4">
          <ErrorNotice>{dry.why}</ErrorNotice>
        </div>
      ) : null}
      {run === null ? null : (
        <div className={classNames(state !== 'done' && 'opacity-60')}>
          <Outcome run={run} />
          <Rejections run={run} storeId={storeId} />
          {run.hint === null ? null : <Hint hint={run.hint} onTry={onTry} />}
          <Stopped run={run} storeId={storeId} />
        </div>
      )}
    </section>
  )
}

function RunState({ dry: { run, state }, days }: { dry: DryRunState; days: DryRunDays }) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  if (state === 'running') return t('running')
  if (state === 'stopped') return t('stopped')
  if (state === 'failed') return t('failed')
  if (state === 'faulty' || run === null) return null
  return t('ran', {
    days,
    count: run.writes,
    seconds: format.number(run.durationMs / 1000, { maximumFractionDigits: 1 }),
  })
}

const SHOWN = ['land', 'review', 'hold', 'refuse'] as const
/** Actions that are shown only if a write met them. */
const RARE = ['quarantine', 'mask'] as const

function Outcome({ run }: { run: ShownDryRun }) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  if (run.writes === 0) return <p className="p-4 text-ink-2">{t('noPast')}</p>
  const rare = RARE.filter((action) => run.counts[action] + run.savedCounts[action] > 0)
  const shown: PolicyAction[] = [...SHOWN, ...rare]
  const percents = wholePercents([...shown.map((action) => run.counts[action]), run.unknown])
  return (
    <div className="px-5 pt-4 pb-3.5">
      <div
        aria-hidden
        className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-2.5 gap-y-1 text-xs"
      >
        <b className="font-semibold">{t('edited')}</b>
        <Shares counts={run.counts} className="h-6" />
        <span className="text-ink-3">{t('saved')}</span>
        <Shares counts={run.savedCounts} className="h-2" />
      </div>
      <dl className="-mx-2.5 mt-3 grid grid-cols-4 max-md:grid-cols-2">
        {shown.map((action, index) => (
          <div key={action} className="px-2.5 py-1.5">
            <dt className="flex items-center gap-1.5 text-sm font-medium">
              <span aria-hidden className={`policy-share policy-share-${action} size-3`} />
              {t(`outcome_${action}`)}
            </dt>
            <dd className="text-[22px] leading-7 font-semibold tracking-[-0.015em] tabular-nums">
              {format.number(run.counts[action])}
            </dd>
            <dd className="text-xs text-ink-3 tabular-nums">
              {t('shareSaved', {
                share: format.number((percents[index] ?? 0) / 100, { style: 'percent' }),
                saved: format.number(run.savedCounts[action]),
              })}
            </dd>
          </div>
        ))}
      </dl>
      {run.unknown === 0 ? null : (
        <p className="mt-2.5 text-ink-2">{t('unknownNow', { count: run.unknown })}</p>
      )}
      <Waiting run={run} />
    </div>
  )
}

function Shares({ counts, className }: { counts: ShownDryRun['counts']; className: string }) {
  const order = ['land', 'review', 'quarantine', 'hold', 'mask', 'refuse'] as const
  return (
    <span className={classNames('flex gap-0.5', className)}>
      {order.map((action) =>
        counts[action] === 0 ? null : (
          <span
            key={action}
            className={`policy-share policy-share-${action} min-w-1`}
            style={{ flexGrow: counts[action] }}
          />
        ),
      )}
    </span>
  )
}

/** Agents whose waits are named. */
const MAX_WAITING = 3

function Waiting({ run: { waits, medianWait, names } }: { run: ShownDryRun }) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  const span = useSpan()
  const more = waits.reduce((all, { writes }) => all + writes, 0)
  if (more === 0) return null
  const named = waits.slice(0, MAX_WAITING).map(({ agent, writes }) =>
    t('standsStill', {
      agent: plainName(names[agent] ?? agent),
      wait: span(writes * (medianWait ?? 0)),
    }),
  )
  return (
    <p className="mt-2.5 text-ink-2">
      <b className="font-semibold text-ink">{t('moreWait', { count: more })}</b>{' '}
      {medianWait === null
        ? t('noPace')
        : t('atYourPace', { wait: span(medianWait), agents: format.list(named) })}
    </p>
  )
}

function Rejections({ run, storeId }: { run: ShownDryRun; storeId: string }) {
  const t = useTranslations('Policy')
  if (run.caught + run.missed === 0) return null
  return (
    <section aria-labelledby="rejected-later">
      <h3 id="rejected-later" className="policy-heading">
        <span className="flex-1">{t('rejectedLater', { count: run.caught + run.missed })}</span>
        <span className="inline-flex items-center gap-1">
          <Check size={13} aria-hidden className="text-added" />{' '}
          {t('caught', { count: run.caught })}
        </span>
        <span className="inline-flex items-center gap-1">
          <X size={13} aria-hidden className="text-removed" /> {t('missed', { count: run.missed })}
        </span>
      </h3>
      <ul>
        {run.rejections.map((write, index) => (
          <Write
            key={`${write.at} ${index}`}
            run={run}
            write={write}
            storeId={storeId}
            isMissed={!write.isCaught}
          >
            <span
              className={classNames(
                'shrink-0 text-xs',
                write.isCaught ? 'text-ink-2' : 'font-medium text-removed',
              )}
            >
              {write.isCaught ? t(`outcome_${write.action}`) : t('lands')}
              {write.lostLines > 0 ? ` · ${t('lost', { count: write.lostLines })}` : ''}
            </span>
            <Amount added={write.addedLines} removed={write.removedLines} />
          </Write>
        ))}
      </ul>
    </section>
  )
}

/** Proposes a rule that would catch what is missed. */
function Hint({ hint, onTry }: { hint: ShownHint; onTry: DryRunPaneProps['onTry'] }) {
  const t = useTranslations('Policy')
  return (
    <p className="flex items-center gap-2.5 px-5 py-2">
      <span className="min-w-0 flex-1">
        {t('hint', { lines: hint.minLostLines, holds: hint.holds, catches: hint.catches })}
      </span>
      {onTry === null ? null : (
        <Button size="small" onClick={() => onTry(hint)}>
          {t('tryIt')}
        </Button>
      )}
    </p>
  )
}

function Stopped({ run, storeId }: { run: ShownDryRun; storeId: string }) {
  const t = useTranslations('Policy')
  if (run.stopped.length === 0) return null
  return (
    <section aria-labelledby="would-stop">
      <h3 id="would-stop" className="policy-heading">
        {t('wouldStop')}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{run.stopped.length}</span>
      </h3>
      <ul>
        {run.stopped.map((write, index) => (
          <Write key={`${write.at} ${index}`} run={run} write={write} storeId={storeId}>
            <span className="shrink-0 text-xs text-ink-2">
              {t(`outcome_${write.action}`)}
              {write.ruleIndex === null ? '' : ` · ${t('byRule', { rule: write.ruleIndex + 1 })}`}
            </span>
          </Write>
        ))}
      </ul>
    </section>
  )
}

function Write({
  run,
  write,
  storeId,
  isMissed = false,
  children,
}: {
  run: ShownDryRun
  write: ShownDryRun['stopped'][number]
  storeId: string
  isMissed?: boolean
  children: ReactNode
}) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  const { agent, path } = write
  const name = run.names[agent] ?? agent
  const look = actorMark({
    kind: agent.startsWith('apikey_') ? 'api_key' : 'session',
    // As in its sessions.
    id: agent.replace(/^model:/, ''),
    name: agent === LOCAL_API_ACTOR.id ? null : name,
  })
  return (
    <li className={classNames('policy-write', isMissed && 'bg-danger-bg')}>
      <ActorMark look={look} label={plainName(name)} size="small" />
      <span className="min-w-0 flex-1 truncate font-mono text-xs font-medium">
        <WritePath
          path={path === null ? null : path.slice(1)}
          withoutPath={t('redacted')}
          href={addressOf(storeId, write)}
        />
      </span>
      {children}
      <time
        dateTime={new Date(write.at).toISOString()}
        className="w-14 shrink-0 text-right text-xs text-ink-3"
      >
        {format.dateTime(write.at, { day: 'numeric', month: 'short', timeZone: 'UTC' })}
      </time>
    </li>
  )
}

/** Returns the address of a write: its review, else its version; null if there is neither. */
function addressOf(storeId: string, write: ShownDryRun['stopped'][number]): string | null {
  return write.changesetId === null ? writeAddress(storeId, write) : `/review/${write.changesetId}`
}
