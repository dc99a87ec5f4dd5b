import { classNames } from '@/components/ui/class-names'
import { formats, texts } from '@/components/i18n/server-texts'
import type { ReviewDigest } from '@/lib/review/model/digest'

/** The digest in one sentence, and what was written by day. */
export async function Headline({ digest }: { digest: ReviewDigest }) {
  const t = await texts()
  const { writes, metrics, open, period } = digest
  const { decisions, proposals } = metrics
  const people = decisions.accepted + decisions.edited + decisions.rejected
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-4 px-6 py-5 max-md:px-4">
      <p className="min-w-0 flex-1 basis-96 text-[18px] leading-7 text-ink-2">
        <strong className="font-semibold text-ink">
          {t('Digest.writes', { count: writes.count, agents: writes.agents })}
        </strong>{' '}
        {t('Digest.outcome', {
          people,
          rules: decisions.byRule,
          rejected: decisions.rejected,
          denied: proposals.denied,
          lapsed: proposals.lapsed,
          open: open.hunks,
        })}
        {digest.failingTests === 0 ? null : (
          <> {t('Digest.failingTests', { count: digest.failingTests })}</>
        )}
      </p>
      {period === 'week' ? <Days days={writes.days} /> : null}
    </div>
  )
}

const HEIGHT = 44

async function Days({ days }: { days: ReviewDigest['writes']['days'] }) {
  const t = await texts()
  const format = await formats()
  const most = Math.max(1, ...days.map(({ count }) => count))
  return (
    <ol aria-label={t('Digest.byDay')} className="flex items-end gap-2">
      {days.map(({ from, count }) => (
        <li key={from} className="flex w-7 flex-col items-center gap-1 text-xs tabular-nums">
          <span className="text-ink-2">{count === 0 ? '' : format.number(count)}</span>
          <span
            aria-hidden
            className={classNames('w-full rounded-[2px]', count === 0 ? 'bg-line-2' : 'bg-accent')}
            style={{ height: `${count === 0 ? 1 : Math.max(3, (HEIGHT * count) / most)}px` }}
          />
          <span className="text-label text-ink-3">
            {format.dateTime(from, { weekday: 'short' })}
          </span>
        </li>
      ))}
    </ol>
  )
}
