'use client'

import { ArrowLeft, Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { isNothingFocused } from '@/components/ui/is-nothing-focused'
import { Link } from '@/components/ui/link'
import type { OutsidePlace, PlaceLeft, RedactionReceipt } from '@/lib/store/model/redaction-receipt'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import { useColumnWords, useReceiptWords } from './receipt-words'
import type { RedactionJob } from './redaction-job'
import { OUTCOME_ICONS } from './outcome-badge'
import { redactionState } from './redaction-outcome'

const LOOKS = {
  added: 'bg-added-line text-added',
  caution: 'bg-caution-bg text-caution',
  removed: 'bg-danger-bg text-removed',
} as const

/** Names for the ids in a receipt. */
export interface KnownOfReceipt {
  /** the person who asked for the redaction; null: unknown */
  who: string | null
  /** names of stores, by id */
  storeNames: Readonly<Record<string, string>>
  /** watched folders of stores, by their ids */
  storeFolders: Readonly<Record<string, string>>
}

interface ReceiptProps {
  receipt: RedactionReceipt
  job: RedactionJob
  known: KnownOfReceipt
}

/**
 * Shows what a redaction did, the result of looking again, and what is out of its reach; first the way
 * back to the review in which it was begun. Its heading takes the focus, unless something has it.
 */
export function Receipt({
  receipt,
  job,
  known,
  review,
}: ReceiptProps & {
  /** the place in a review where it was begun; null: it was begun elsewhere */
  review: string | null
}) {
  const t = useTranslations('Receipt')
  const redact = useTranslations('Redact')
  const heading = useRef<HTMLHeadingElement>(null)
  // At once: what was pressed to stop it is gone, and the focus with it.
  useLayoutEffect(() => {
    if (isNothingFocused()) heading.current?.focus()
  }, [])
  const format = useFormatter()
  const { outcome, tone, lookedAt } = redactionState(receipt)
  const Icon = OUTCOME_ICONS[outcome]
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      <section
        aria-labelledby="receipt"
        tabIndex={0}
        className="min-w-0 flex-1 space-y-6 overflow-auto px-8 py-6 outline-offset-[-2px] max-lg:overflow-visible max-md:px-4"
      >
        <div role="status" className="flex items-start gap-3.5">
          <span
            className={classNames(
              'grid size-9 shrink-0 place-items-center rounded-full',
              LOOKS[tone],
            )}
          >
            <Icon size={18} aria-hidden />
          </span>
          <div>
            <h2
              ref={heading}
              id="receipt"
              tabIndex={-1}
              className="text-document font-semibold outline-none"
            >
              {t(outcome)}
            </h2>
            <p className="text-talk text-ink-2">
              {t(`about_${outcome}`)}
              {lookedAt === null
                ? null
                : ` ${t('asOf', { time: format.dateTime(lookedAt, { dateStyle: 'long', timeStyle: 'short' }) })}`}
            </p>
          </div>
        </div>
        {review === null ? null : (
          <Link href={`/review/${review}`} className={buttonVariants({ variant: 'primary' })}>
            <ArrowLeft size={15} aria-hidden />
            {redact('backToReview')}
          </Link>
        )}
        <Facts receipt={receipt} job={job} known={known} />
        <Tiles receipt={receipt} />
        {receipt.proof && receipt.proof.left.length > 0 ? <Left left={receipt.proof.left} /> : null}
        {receipt.elsewhere && receipt.elsewhere.places > 0 ? (
          <Elsewhere {...receipt.elsewhere} known={known} />
        ) : null}
        {receipt.unreadable ? <Unreadable {...receipt.unreadable} /> : null}
        {receipt.proof && receipt.proof.files.length > 0 ? (
          <Files files={receipt.proof.files} />
        ) : null}
      </section>
      <OutOfReach notCovered={receipt.notCovered} outside={receipt.outside ?? []} />
    </div>
  )
}

function Facts({ receipt, job, known: { who, storeNames } }: ReceiptProps) {
  const t = useTranslations()
  const format = useFormatter()
  const receiptWords = useReceiptWords()
  const { redactedBy, compaction, runsNotReached } = receipt
  const rows = [
    [t('Receipt.who'), who ?? `${t(`History.${redactedBy.type}`)} ${redactedBy.id}`],
    [
      t('Receipt.when'),
      format.dateTime(receipt.redactedAt, { dateStyle: 'long', timeStyle: 'long' }),
    ],
    [
      t('Receipt.compaction'),
      compaction.isComplete
        ? t('Receipt.complete')
        : receiptWords('unfinished', compaction.reason ?? ''),
    ],
    ...(runsNotReached > 0 ? [[t('Receipt.runsNotReached'), format.number(runsNotReached)]] : []),
    [
      t('Receipt.covered'),
      receipt.storeIds === null
        ? t('Redact.everywhere')
        : receipt.storeIds.map((id) => plainName(storeNames[id] ?? id)).join(', '),
    ],
    [t('Receipt.id'), job.id],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 rounded-card bg-well px-4 py-3 shadow-[inset_0_0_0_1px_var(--line)]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The amounts of what was rewritten; none where nothing was, and no match left is what the heading says. */
function Tiles({ receipt }: { receipt: RedactionReceipt }) {
  const t = useTranslations('Receipt')
  const format = useFormatter()
  const tiles: [string, number][] = [
    [t('heads'), receipt.rewrittenMemories],
    [t('versions'), receipt.rewrittenVersions],
    [t('emptied'), receipt.emptiedVersions],
    [t('conversations'), receipt.rewrittenConversations],
    [t('remarks'), receipt.rewrittenRemarks],
    [t('placesLeft'), receipt.proof?.placesLeft ?? 0],
  ]
  const told = tiles.filter(([, count]) => count > 0)
  if (told.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line">
      {told.map(([name, count]) => (
        <div
          key={name}
          className="flex grow basis-34 flex-col justify-between gap-1 px-3.5 py-2.5 shadow-[0_0_0_1px_var(--line)]"
        >
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="text-lead font-semibold tabular-nums">{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

type Proof = NonNullable<RedactionReceipt['proof']>

function Files({ files }: { files: Proof['files'] }) {
  const t = useTranslations('Receipt')
  const format = useFormatter()
  return (
    <table className="w-full">
      <caption className="pb-1 text-left font-semibold">{t('files')}</caption>
      <thead className="text-xs text-ink-3">
        <tr className="border-b border-line text-left">
          <th className="py-1.5 font-medium">{t('file')}</th>
          <th className="py-1.5 text-right font-medium">{t('size')}</th>
          <th className="py-1.5 text-right font-medium">{t('found')}</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.name} className="border-b border-line">
            <td className="py-1.5 font-mono text-code">{file.name}</td>
            <td className="py-1.5 text-right tabular-nums">{shownSize(format, file.bytes)}</td>
            <td
              className={classNames(
                'py-1.5 text-right font-medium tabular-nums',
                file.found === 0 ? 'text-added' : 'text-removed',
              )}
            >
              <span className="inline-flex items-center gap-1.5">
                {file.found === 0 ? <Check size={13} aria-hidden /> : null}
                {format.number(file.found)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The first few hits that remain. */
function Left({ left }: { left: readonly PlaceLeft[] }) {
  const t = useTranslations('Receipt')
  const columnWords = useColumnWords()
  return (
    <div className="rounded-card bg-danger-bg px-4 py-3 shadow-[inset_0_0_0_1px_var(--danger-line)]">
      <h3 className="font-semibold text-removed">{t('left')}</h3>
      <ul className="mt-1 space-y-0.5">
        {left.map((place, index) => (
          <li key={index}>
            {place.kind === 'memory' ? (
              <Link
                href={`/stores/${place.storeId}?memory=${place.memoryId}`}
                className="underline underline-offset-2"
              >
                {t('leftMemory', { versions: place.versions })}
              </Link>
            ) : (
              t('leftColumn', { place: columnWords(place.place), values: place.values })
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The other stores that still hold it, which it did not cover. */
function Elsewhere({
  places,
  storeIds,
  known: { storeNames, storeFolders },
}: NonNullable<RedactionReceipt['elsewhere']> & Pick<ReceiptProps, 'known'>) {
  const t = useTranslations('Receipt')
  return (
    <div className="rounded-card bg-caution-bg px-4 py-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <h3 className="font-semibold text-caution">{t('leftElsewhere', { count: places })}</h3>
      <ul className="mt-1 space-y-0.5">
        {storeIds.map((id) => (
          <li key={id}>
            <Link href={`/stores/${id}`} className="underline underline-offset-2">
              <VisibleLabel text={storeNames[id] ?? id} />
            </Link>
            {storeFolders[id] === undefined ? null : (
              <span className="block text-ink-2">
                {t('itsFolder')}{' '}
                <span className="font-mono text-xs break-all">
                  <VisibleLabel text={storeFolders[id]} />
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Link href="/redact" className={`${buttonVariants({ size: 'small' })} mt-2`}>
        {t('inAllStores')}
      </Link>
    </div>
  )
}

/** Damaged versions; on its page each can be emptied, or another restored in its place. */
function Unreadable({ count, versions }: NonNullable<RedactionReceipt['unreadable']>) {
  const t = useTranslations('Receipt')
  return (
    <div className="rounded-card bg-caution-bg px-4 py-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <h3 className="font-semibold text-caution">{t('unreadable', { count })}</h3>
      <p className="text-ink-2">{t('unreadableAbout')}</p>
      <ul className="mt-1 space-y-0.5">
        {versions.map(({ storeId, memoryId, versionId }) => (
          <li key={versionId}>
            <Link
              href={`/stores/${storeId}?memory=${memoryId}&version=${versionId}`}
              className="font-mono text-code underline underline-offset-2"
            >
              {versionId}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function OutOfReach({
  notCovered,
  outside,
}: {
  notCovered: readonly string[]
  outside: readonly OutsidePlace[]
}) {
  const t = useTranslations('Receipt')
  const receiptWords = useReceiptWords()
  return (
    <aside
      aria-labelledby="out-of-reach"
      className="w-88 shrink-0 border-line bg-well max-lg:w-auto max-lg:border-t lg:rounded-r-sheet lg:border-l"
    >
      <h2 id="out-of-reach" className="border-b border-line px-4 py-3 font-semibold">
        {t('notCovered')}
      </h2>
      <p className="px-4 pt-3 text-ink-2">{t('notCoveredAbout')}</p>
      <ul className="px-4 pt-1 pb-4">
        {notCovered.map((each) => (
          <li
            key={each}
            className="border-b border-line py-2.5 font-medium first-letter:uppercase last:border-b-0"
          >
            {receiptWords('reach', each)}
          </li>
        ))}
        {outside.map(({ kind, path, found }) => (
          <li key={`${kind} ${path}`} className="border-b border-line py-2.5 last:border-b-0">
            <span className="font-medium">{t(`outside_${kind}`, { found: found ?? 0 })}</span>
            <span className="block font-mono text-xs break-all text-ink-2">
              <VisibleLabel text={path} />
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
