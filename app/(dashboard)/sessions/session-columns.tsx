import { formats, texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { contextGauge } from '@/lib/agent/context-gauge'
import type { Session } from '@/lib/agent/session'
import { inputTokens } from '@/lib/context/context-size'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'

/** What the list of sessions shows of each: what it changed, or what its context took. */
export type SessionColumns = 'changes' | 'context'

export function sessionRowLook(columns: SessionColumns): string {
  return classNames(
    'session-row relative min-h-12 items-center gap-x-4 gap-y-1 border-b border-line px-5 py-1.5 hover:bg-hover max-md:px-4 max-md:py-2.5',
    columns === 'context' && 'session-row-context',
  )
}

/** Shows the lines that a session added and removed, as far as they are counted. */
export function LinesChanged({ review }: { review: SessionReview | null }) {
  return (
    <div className="max-xl:hidden">
      {review?.isExamined && hasLines(review) ? (
        <Amount added={review.addedLines} removed={review.removedLines} />
      ) : null}
    </div>
  )
}

/** Shows how much of a session's changes waits for a person. */
export async function ReviewState({ review }: { review: SessionReview | null }) {
  const words = await reviewWords(review)
  if (!review?.isExamined || review.changesetId === null) {
    return <div className="text-xs text-ink-3 max-md:hidden">{words}</div>
  }
  return (
    <div className="relative max-md:hidden">
      <Link
        href={`/review/${review.changesetId}`}
        className="rounded-full bg-accent-bg px-2 py-0.5 text-xs font-medium whitespace-nowrap text-accent hover:underline"
      >
        {words}
      </Link>
    </div>
  )
}

/** The same in a row's second line, where there are no columns. */
export async function ReviewWords({ review }: { review: SessionReview | null }) {
  const words = await reviewWords(review)
  return words === null ? null : <p className="text-xs text-ink-3 md:hidden">{words}</p>
}

const hasLines = ({ addedLines, removedLines }: SessionReview) => addedLines + removedLines > 0

async function reviewWords(review: SessionReview | null): Promise<string | null> {
  const t = await texts()
  if (!review) return null
  if (!review.isExamined) return t('Review.beingExamined')
  const { openHunks, hunksToApply } = review
  if (openHunks > 0) return t('Sessions.toReview', { count: openHunks })
  if (hunksToApply > 0) return t('Review.toApply', { count: hunksToApply })
  return hasLines(review) ? t('Sessions.reviewed') : null
}

const FILLS = {
  below: 'bg-ink-2',
  warning: 'bg-caution',
  error: 'bg-removed',
  compaction: 'bg-removed',
} as const

/** Shows how full the session's context is; nothing before the model was first asked. */
export async function ContextShare({ session }: { session: Session }) {
  const t = await texts()
  const format = await formats()
  const { tokens, window, level } = contextGauge(session)
  if (tokens === 0) return <div className="max-md:hidden" />
  const share = Math.min(1, tokens / window)
  return (
    <div className="relative max-md:hidden">
      <Link
        href={`/sessions/${session.id}/context`}
        title={t.markup('Context.size', { tokens, window, strong: (words) => words })}
        className="flex w-fit items-center gap-2 text-xs tabular-nums"
      >
        <span className="sr-only">{t('Gauge.label')}</span>
        <span aria-hidden className="h-1.5 w-14 overflow-hidden max-xl:w-8 rounded-full bg-track">
          <span
            className={classNames('block h-full rounded-full', FILLS[level])}
            style={{ width: `${share * 100}%` }}
          />
        </span>
        {format.number(share, { style: 'percent', maximumFractionDigits: 0 })}
      </Link>
    </div>
  )
}

/** The cells of what a session's context took: its model, tokens, and what happened to it. */
export async function TokensUsed({ session }: { session: Session }) {
  const t = await texts()
  const format = await formats()
  const { usage, context, settings } = session
  const number = 'text-right text-xs text-ink-2 tabular-nums'
  return (
    <>
      <div className="truncate font-mono text-xs text-ink-2 max-xl:hidden">{settings.model}</div>
      <div className={`${number} max-md:hidden`}>
        {format.number(inputTokens(usage))} / {format.number(usage.outputTokens)}
      </div>
      <div
        className={`${number} max-xl:hidden`}
        title={t('ContextOverview.savedTokens', { count: context.savedTokens })}
      >
        {format.number(context.compactions)}
        {context.failures > 0 ? (
          <span className="ml-2 text-removed">
            {t('ContextOverview.failed', { count: context.failures })}
          </span>
        ) : null}
      </div>
    </>
  )
}
