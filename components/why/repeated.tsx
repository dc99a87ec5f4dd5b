import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { Repeated } from '@/lib/why/hide'

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
