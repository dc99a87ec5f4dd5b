import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ask } from '@/components/act/ask'
import { useWhyUnanswered } from '@/components/act/unanswered'
import { PathThatFits } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Ago, Moment } from '@/components/ui/time'
import type { StoreRules } from '@/lib/review/rules'
import type { Outcome, Trial, TriedWrite } from '@/lib/review/try-rules'

/** Answers that are chosen one after the other are tried together; milliseconds. */
const QUIET_MS = 150

/** What is scanned too late for one is known to the next. */
const MOST_TRIALS = 3

/** A trial that was asked for: its answer, or why there is none, and what it was asked of. */
type Asked = ({ trial: Trial } | { error: unknown }) & { of: string }

/** What these rules would have made of the last writes, beside the saved; what is not wanted any more is stopped. */
export function useTrial(storeId: string, rules: StoreRules | null, saved: StoreRules | null) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [round, setRound] = useState(0)
  const of = JSON.stringify([rules, saved])
  useEffect(() => {
    const leave = new AbortController()
    const [wanted] = JSON.parse(of) as [StoreRules | null]
    if (wanted === null) return
    const body = { storeId, rules: wanted }
    const tryNow = async () => {
      for (let left = MOST_TRIALS - 1; left >= 0; left--) {
        const trial = await ask<Trial>('/rules-trial', leave.signal, body)
        if (trial.tried > 0 || left === 0 || !trial.isCut) setAsked({ trial, of })
        if (!trial.isCut) return
      }
    }
    const timer = setTimeout(() => {
      tryNow().catch((error: unknown) => leave.signal.aborted || setAsked({ error, of }))
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      leave.abort()
    }
  }, [storeId, of, round])
  return { asked, isLate: asked?.of !== of, again: () => setRound(round + 1) }
}

const LOOKS: Record<Outcome, string> = {
  land: 'bg-[light-dark(#504e48,#b6b6b1)]',
  review: 'bg-[light-dark(#d5d2ca,#363a42)]',
  mask: 'shadow-[inset_0_0_0_1px_var(--ink-2)]',
  hold: 'bg-[repeating-linear-gradient(135deg,var(--caution)_0_1.5px,var(--caution-bg)_1.5px_4px)] shadow-[inset_0_0_0_1px_var(--caution)]',
  refuse:
    'bg-[repeating-linear-gradient(0deg,var(--removed-bar)_0_1.5px,var(--danger-bg)_1.5px_4px)] shadow-[inset_0_0_0_1px_var(--removed-bar)]',
}

const OUTCOMES = Object.keys(LOOKS) as Outcome[]

export interface TrialPaneProps {
  storeId: string
  asked: Asked | null
  onAgain: () => void
  now: Date
}

/** The dry run: what the rules would have made of agents' last writes, beside what those that hold do. */
export function TrialPane({ storeId, asked, onAgain, now }: TrialPaneProps) {
  const t = useTranslations('Rules.trial')
  const whyUnanswered = useWhyUnanswered()
  if (asked === null) return <div className="skeleton m-4 h-40 rounded-card" />
  if ('error' in asked) {
    return (
      <div className="p-4">
        <Notice tone="caution" acts={<Again onAgain={onAgain} />}>
          {t('failed', { why: whyUnanswered(asked.error) })}
        </Notice>
      </div>
    )
  }
  const { trial } = asked
  if (trial.tried === 0) {
    return (
      <div className="flex flex-col items-start gap-2 p-4 text-ink-2">
        <p>{t(trial.isCut ? 'late' : 'none')}</p>
        {trial.isCut ? <Again onAgain={onAgain} /> : null}
      </div>
    )
  }
  const isOther = OUTCOMES.some((each) => trial.is[each] !== trial.was[each])
  return (
    <>
      <div className="px-4 pt-5 pb-3">
        <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          {t('title', { count: trial.tried })}
          {trial.since ? (
            <span className="text-xs font-normal text-ink-3">
              {t.rich('since', {
                time: () => <Moment key="time" time={trial.since ?? 0} shows="day" />,
              })}
            </span>
          ) : null}
        </h2>
        <div aria-hidden className="mt-2.5 grid gap-[3px]">
          <Bar counts={trial.is} className="h-5" />
          <Bar counts={trial.was} className={isOther ? 'h-1.5' : 'invisible h-1.5'} />
        </div>
        <dl className="mt-3 grid grid-cols-[auto_1fr_auto_auto] items-center gap-x-2.5 tabular-nums">
          {OUTCOMES.map((outcome) => (
            <div key={outcome} className="col-span-4 grid h-7 grid-cols-subgrid items-center">
              <i aria-hidden className={clsx('size-3 rounded-[3px]', LOOKS[outcome])} />
              <dt>{t(`outcome.${outcome}`)}</dt>
              <dd className="text-right font-semibold">{trial.is[outcome]}</dd>
              <dd className="min-w-20 text-right text-xs text-ink-3">
                {trial.is[outcome] === trial.was[outcome]
                  ? t('asSaved')
                  : t('savedCount', { count: trial.was[outcome] })}
              </dd>
            </div>
          ))}
        </dl>
        {trial.isCut ? (
          <p className="mt-1 flex items-center gap-2 text-xs text-ink-3">
            {t('cut')} <Again onAgain={onAgain} />
          </p>
        ) : null}
      </div>
      {groupsOf(trial.writes).map((group) => (
        <Group key={group.title} storeId={storeId} now={now} {...group} />
      ))}
    </>
  )
}

function Again({ onAgain }: { onAgain: () => void }) {
  const t = useTranslations('Rules.trial')
  return (
    <Button size="small" onClick={onAgain}>
      {t('again')}
    </Button>
  )
}

function Bar({ counts, className }: { counts: Trial['is']; className: string }) {
  return (
    <div className={clsx('flex gap-px', className)}>
      {OUTCOMES.map((outcome) =>
        counts[outcome] === 0 ? null : (
          <i
            key={outcome}
            className={clsx('min-w-1.5 rounded-[2px]', LOOKS[outcome])}
            style={{ flexGrow: counts[outcome] }}
          />
        ),
      )}
    </div>
  )
}

/** Those that would come out differently, the strictest first; then those that are stopped as it is. */
const TITLES = [
  ...OUTCOMES.toReversed().map((outcome) => `differing.${outcome}` as const),
  ...(['same.refuse', 'same.hold', 'same.mask'] as const),
]

interface WriteGroup {
  title: (typeof TITLES)[number]
  writes: readonly TriedWrite[]
}

const groupsOf = (writes: readonly TriedWrite[]): WriteGroup[] =>
  TITLES.map((title) => ({
    title,
    writes: writes.filter(({ was, is }) => title === `${was === is ? 'same' : 'differing'}.${is}`),
  })).filter(({ writes: own }) => own.length > 0)

const SHOWN_AT_FIRST = 4

function Group({ storeId, title, writes, now }: WriteGroup & { storeId: string; now: Date }) {
  const t = useTranslations('Rules.trial')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? writes : writes.slice(0, SHOWN_AT_FIRST)
  const words = t(title, { count: writes.length })
  return (
    <section aria-label={words} className="border-t border-line">
      <h3 className="bg-well px-4 py-1.5 font-semibold">{words}</h3>
      <ul>
        {shown.map(({ versionId, path, by, about, at }) => (
          <li key={versionId} className="border-t border-line">
            <Link
              href={`/stores/${storeId}?version=${versionId}&diff=before`}
              className="grid min-h-9 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-2.5 px-4 py-1 -outline-offset-2 hover:bg-hover"
            >
              <ActorMark writer={by} size="small" />
              <span className="min-w-0 truncate font-mono text-code">
                <PathThatFits path={path} />
              </span>
              <span className="text-xs text-ink-2">{about ? t(`reason.${about}`) : null}</span>
              <span className="min-w-10 text-right text-xs text-ink-3">
                <Ago time={at} now={now} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < writes.length ? (
        <div className="border-t border-line px-2 py-1">
          <Button variant="quiet" onClick={() => setWhole(true)}>
            {t('more', { count: writes.length - shown.length })}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
