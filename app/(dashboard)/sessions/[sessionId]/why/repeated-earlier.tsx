import { checkInAddress } from '@/components/checks/check-address'
import { texts } from '@/components/i18n/server-texts'
import { callAddress } from '@/components/session/conversation/call-address'
import { Link } from '@/components/ui/link'
import type { Check } from '@/lib/replay/model/check'
import type { RepeatedEarlier } from '@/lib/replay/replayed-turn'

/** Places that are linked; of more it is only said how many. */
const MAX_LINKED = 5

/** The agent's own words that hiding leaves in place: what that means, where they are, what to ask instead. */
export async function RepeatedEarlierNote({
  sessionId,
  repeated: { eventIds, firstRead },
  check,
  words,
}: {
  sessionId: string
  repeated: RepeatedEarlier
  check: Check
  words: string
}) {
  if (eventIds.length === 0) return null
  const t = await texts()
  const more = eventIds.length - MAX_LINKED
  const asksFor = check.type === 'person' ? {} : checkInAddress(check)
  return (
    <div className="rounded-card bg-caution-bg px-3 py-2 text-sm shadow-[inset_0_0_0_1px_var(--caution-line)]">
      <p>{words}</p>
      <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {eventIds.slice(0, MAX_LINKED).map((eventId, index) => (
          <Link key={eventId} href={callAddress(sessionId, eventId)} className={LINK}>
            {t('WhyFound.place', { number: index + 1 })}
          </Link>
        ))}
        {more > 0 ? <span>{t('WhyFound.morePlaces', { count: more })}</span> : null}
        {firstRead === null ? null : (
          <Link
            href={`/sessions/${sessionId}/why?${new URLSearchParams({ event: firstRead, ...asksFor })}`}
            className={LINK}
          >
            {t('WhyFound.askFirst')}
          </Link>
        )}
      </p>
    </div>
  )
}

const LINK = 'font-medium text-accent underline-offset-2 hover:underline'
