import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Moment } from '@/components/ui/time'
import type { Job } from '@/lib/jobs/jobs'
import type { CauseResult } from '@/lib/why/causes'
import type { Check } from '@/lib/why/check'
import type { Repeated } from '@/lib/why/hide'
import { LookedFor } from './aside'

/** The searches about this answer, the newest first. */
export function EarlierCauses({ sessionId, jobs }: { sessionId: string; jobs: readonly Job[] }) {
  const t = useTranslations('Why')
  if (jobs.length === 0) return null
  return (
    <section aria-label={t('earlier')} className="border-t border-line">
      <h3 className="bg-well px-6 py-2 font-semibold max-md:px-4">{t('earlier')}</h3>
      <ul>
        {jobs.map(({ id, createdAt, state, result, input }) => {
          const verdict = (result as unknown as Partial<CauseResult> | null)?.verdict
          return (
            <li key={id} className="border-t border-line px-6 py-1.5 max-md:px-4">
              <Link href={`/sessions/${sessionId}/why/${id}`} className="text-link hover:underline">
                <Moment time={createdAt} />
              </Link>{' '}
              <span className="text-ink-3">
                {t(verdict ? `found.${verdict}` : `state.${state}`)}
              </span>
              <LookedFor sought={input.check as unknown as Check} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Of more places only how many there are is said. */
const MOST_LINKED = 9

/** Where an agent said itself, before the answer, what is searched for: hiding the memory leaves that. */
export function RepeatedEarlier({ sessionId, of }: { sessionId: string; of: Repeated }) {
  const t = useTranslations('Why')
  const { eventIds, firstReadId } = of
  if (eventIds.length === 0) return null
  const linked = (id: string, words: string) => (
    <Link
      key={`${id} ${words}`}
      href={`/sessions/${sessionId}#event-${id}`}
      className="text-accent hover:underline"
    >
      {words}
    </Link>
  )
  return (
    <div className="px-6 pb-4 max-md:px-4">
      <Notice tone="caution">
        {t('repeated', { count: eventIds.length })}{' '}
        <span className="inline-flex flex-wrap gap-x-3">
          {eventIds
            .slice(0, MOST_LINKED)
            .map((id, at) => linked(id, t('place', { number: at + 1 })))}
          {firstReadId ? linked(firstReadId, t('firstRead')) : null}
        </span>
      </Notice>
    </div>
  )
}
