import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import type { Job } from '@/lib/jobs/jobs'
import type { CauseResult } from '@/lib/why/causes'

/** The searches about this answer, the newest first. */
export function EarlierCauses({ sessionId, jobs }: { sessionId: string; jobs: readonly Job[] }) {
  const t = useTranslations('Why')
  if (jobs.length === 0) return null
  return (
    <section aria-label={t('earlier')} className="border-t border-line">
      <h3 className="bg-well px-6 py-2 font-semibold max-md:px-4">{t('earlier')}</h3>
      <ul>
        {jobs.map(({ id, createdAt, state, result }) => {
          const verdict = (result as unknown as Partial<CauseResult> | null)?.verdict
          return (
            <li key={id} className="border-t border-line px-6 py-1.5 max-md:px-4">
              <Link href={`/sessions/${sessionId}/why/${id}`} className="text-link hover:underline">
                <Moment time={createdAt} />
              </Link>{' '}
              <span className="text-ink-3">
                {t(verdict ? `found.${verdict}` : `state.${state}`)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
