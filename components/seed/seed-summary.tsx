import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Reason } from './reason'
import { wireReasonWords } from './seed-reason-words'
import type { SeedActionAnswer, SeedReportAnswer } from '@/lib/wire/seed-report'

const LISTED = 100

/** A plan before seeding, or the report after it. */
export function SeedSummary({ report }: { report: SeedReportAnswer }) {
  const t = useTranslations('Seed')
  const all = useTranslations()
  const format = useFormatter()
  const counts = (Object.entries(report.counts) as [SeedActionAnswer, number][]).filter(
    ([, count]) => count > 0,
  )
  // Deletions are listed too: nobody should agree to the number alone.
  const noted = report.entries.filter(
    ({ reason, action }) => reason !== null || action === 'delete',
  )
  const against = report.history && wireReasonWords(all, report.history)
  const isPlan = report.type === 'import_plan'
  return (
    <div className="space-y-3">
      {report.history ? (
        <p>
          {against === null
            ? t('history', {
                moments: report.history.moments,
                from: day(report.history.from) ?? t('unknownDay'),
                to: day(report.history.to) ?? t('unknownDay'),
              })
            : t('presentOnly', { reason: against })}
        </p>
      ) : null}
      {counts.length === 0 ? (
        <p>{isPlan ? t('nothingWould') : t('nothing')}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4">
          {counts.map(([action, count]) => (
            <div key={action} className="contents">
              <dt className="text-right tabular-nums">{format.number(count)}</dt>
              <dd>{t(action)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-ink-3">
        {t(isPlan ? 'versionsWould' : 'versions', { count: report.versions })}
        {report.stopped ? ` ${t('stopped')}` : ''}
      </p>
      {noted.length === 0 ? null : (
        <ul
          aria-label={t('notTaken')}
          className="max-h-48 overflow-auto border-y border-line py-1 text-sm"
        >
          {noted.slice(0, LISTED).map(({ path, action, ...told }) => (
            <li key={path} className="py-0.5">
              <span className="text-caution">{t(action)}</span>{' '}
              <span className="font-mono break-all">
                <VisiblePath path={path} />
              </span>
              <Reason {...told} />
            </li>
          ))}
          {noted.length > LISTED ? <li>{t('more', { count: noted.length - LISTED })}</li> : null}
        </ul>
      )}
    </div>
  )
}

function day(time: string | null): string | undefined {
  return time?.slice(0, 10)
}
