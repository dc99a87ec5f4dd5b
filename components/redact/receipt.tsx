import { Check, CircleAlert, Loader } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Moment } from '@/components/ui/time'
import type { Job } from '@/lib/jobs/jobs'
import type { Writer } from '@/lib/store/model/actor'
import type { Receipt } from '@/lib/store/redact/redact'
import { shownSize } from '@/lib/text/human-size'

/** What became of a text: `unknown` where the files could not be looked through again. */
export type Outcome = keyof typeof TONES

/** Read off the receipt: nothing is called gone that was not looked for again. */
export function outcomeOf({ state }: Pick<Job, 'state'>, receipt: Receipt | null): Outcome {
  if (state === 'running') return 'running'
  if (state === 'stopped' || state === 'failed') return state
  if (!receipt) return 'unknown'
  if (receipt.proof.left.length > 0) return 'notGone'
  const isElsewhere = (receipt.elsewhere?.length ?? 0) > 0
  if (isElsewhere) return 'elsewhere'
  if (receipt.proof.files?.some(({ found }) => found > 0)) return 'notGone'
  return receipt.compaction.isComplete && !receipt.wasResumed ? 'gone' : 'unknown'
}

const TONES = {
  running: { tone: 'accent', Icon: Loader },
  gone: { tone: 'added', Icon: Check },
  elsewhere: { tone: 'caution', Icon: CircleAlert },
  notGone: { tone: 'danger', Icon: CircleAlert },
  unknown: { tone: 'caution', Icon: CircleAlert },
  stopped: { tone: 'caution', Icon: CircleAlert },
  failed: { tone: 'danger', Icon: CircleAlert },
} as const

export function RedactionBadge({ outcome }: { outcome: Outcome }) {
  const t = useTranslations('Redact')
  return <Badge {...TONES[outcome]}>{t(`badge.${outcome}`)}</Badge>
}

export interface ReceiptViewProps {
  /** `why` it failed */
  job: { id: string; why: string | null; at: Date }
  outcome: Outcome
  /** null: it was stopped, or failed */
  receipt: Receipt | null
  by: Writer
  /** names of the stores that were asked for; none: all */
  stores: readonly string[]
  /** leads back to where it was begun */
  back: ReactNode
}

/** What was taken out, the proof that it is gone, and what this server cannot reach. It holds no text. */
export function ReceiptView({ job, outcome, receipt, by, stores, back }: ReceiptViewProps) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  const nameOf = useActorName()
  const isGone = outcome === 'gone'
  const Sign = isGone ? Check : CircleAlert
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)_22rem] max-lg:grid-cols-1">
      <div className="min-w-0 px-8 py-7 max-md:px-4">
        <div className="flex items-center gap-4">
          <span
            className={`grid size-9 shrink-0 place-items-center rounded-full ${isGone ? 'bg-added-line text-added' : 'bg-caution-bg text-caution'}`}
          >
            <Sign size={18} aria-hidden />
          </span>
          <div>
            <h2 className="text-[22px] leading-7 font-semibold tracking-[-0.015em]">
              {t(`verdict.${outcome}`)}
            </h2>
            <p className="text-ink-2">{job.why ?? t(`verdictAbout.${outcome}`)}</p>
          </div>
        </div>
        <p className="mt-5 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-card bg-well px-3 py-2 shadow-[inset_0_0_0_1px_var(--line)]">
          <ActorMark writer={by} size="small" />
          <span className="font-medium">
            <VisibleLabel text={nameOf(by)} />
          </span>
          <span className="text-ink-2">
            <Moment time={job.at} shows="second" />
          </span>
          <span className="min-w-0 wrap-anywhere text-ink-2">
            {stores.length === 0 ? t('everywhere') : <VisibleLabel text={format.list(stores)} />}
          </span>
          <span className="ml-auto flex items-center gap-1 font-mono text-xs text-ink-3">
            {job.id}
            <CopyButton text={job.id} label={t('copyId')} />
          </span>
        </p>
        {receipt ? <Figures receipt={receipt} /> : null}
        {receipt?.proof.files ? <Files files={receipt.proof.files} /> : null}
        <p className="flex gap-2 pt-6">
          {back}
          {outcome === 'gone' ? null : <ButtonLink href="/redact">{t('searchAgain')}</ButtonLink>}
        </p>
      </div>
      {receipt ? <OutOfReach receipt={receipt} /> : null}
    </div>
  )
}

function Figures({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  const left = receipt.proof.left.reduce((sum, { count }) => sum + count, 0)
  const figures = [
    ['heads', receipt.heads],
    ['rewritten', receipt.rewritten],
    ['emptied', receipt.emptied],
    ['rows', receipt.rows],
    ['left', left],
  ] as const
  return (
    <dl className="mt-4 flex flex-wrap overflow-hidden rounded-card shadow-[inset_0_0_0_1px_var(--line)]">
      {figures.map(([name, count]) => (
        <div key={name} className="min-w-28 flex-1 border-l border-line px-3 py-2 first:border-l-0">
          <dt className="text-xs text-ink-2">{t(`figure.${name}`)}</dt>
          <dd className="text-group font-semibold tabular-nums">{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Files({ files }: { files: NonNullable<Receipt['proof']['files']> }) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  return (
    <section className="pt-6">
      <h3 className="pb-2 font-semibold">{t('files')}</h3>
      <table className="w-full text-left tabular-nums">
        <thead className="text-xs text-ink-2">
          <tr>
            <th className="py-1 font-normal">{t('file')}</th>
            <th className="py-1 text-right font-normal">{t('size')}</th>
            <th className="py-1 text-right font-normal">{t('bytesFound')}</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ name, bytes, found }) => (
            <tr key={name} className="border-t border-line">
              <td className="py-1.5 font-mono text-xs">{name}</td>
              <td className="py-1.5 text-right">{shownSize(format, bytes)}</td>
              <td
                className={`py-1.5 text-right font-medium ${found === 0 ? 'text-added' : 'text-removed'}`}
              >
                {format.number(found)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function OutOfReach({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('Redact')
  return (
    <aside
      aria-label={t('reach')}
      className="border-l border-line bg-well max-lg:border-t max-lg:border-l-0"
    >
      <h3 className="border-b border-line px-4 py-3 font-semibold">{t('reach')}</h3>
      <p className="px-4 pt-3 pb-1 text-ink-2">{t('reachLong')}</p>
      <ul>
        {receipt.outside?.map(({ kind, path, found }) => (
          <li key={`${kind} ${path}`} className="border-b border-line px-4 py-2.5">
            <p className="font-medium">{t(`outside.${kind}`, { found: found ?? 0 })}</p>
            <p className="font-mono text-xs wrap-anywhere text-ink-2">
              <VisibleLabel text={path} />
            </p>
          </li>
        ))}
        {receipt.notReached.map((what) => (
          <li key={what} className="border-b border-line px-4 py-2.5 last:border-b-0">
            <p className="font-medium">{t(`notReached.${what}`)}</p>
            <p className="text-xs text-ink-2">{t(`notReachedAbout.${what}`)}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
