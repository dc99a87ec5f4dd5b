import { FlaskConical } from 'lucide-react'
import { checkInAddress } from '@/components/checks/check-address'
import { texts } from '@/components/i18n/server-texts'
import { KeyedLink } from '@/components/ui/keyed-link'
import { listSessionEvents } from '@/lib/agent/list-session-events'
import type { Session } from '@/lib/agent/session'
import { database } from '@/lib/db/open-database'
import type { CauseSearch } from '@/lib/replay/get-cause'
import { turnOf } from '@/lib/replay/turn/turn'

/** Leads to a new test of the store of a found cause, with the question and the check filled in. */
export async function KeepAsTest({ cause, session }: { cause: CauseSearch; session: Session }) {
  const t = await texts()
  const [found] = cause.result?.causes ?? []
  if (!found || cause.check.type === 'person') return null
  const { id: sessionId, lastSequence: limit } = session
  const events = await listSessionEvents(database(), { sessionId, limit })
  const turn = turnOf(events, cause.eventId)
  const message = events.find(({ id }) => id === turn?.messageId)
  if (message?.type !== 'user.message') return null
  const filledIn = new URLSearchParams({
    question: message.texts.join('\n\n').slice(0, MAX_IN_ADDRESS),
    ...checkInAddress(cause.check),
    model: session.settings.model,
  })
  return (
    <KeyedLink href={`/stores/${found.storeId}/tests/new?${filledIn}`} letter="t">
      <FlaskConical size={14} aria-hidden /> {t('MemoryTests.keepAsTest')}
    </KeyedLink>
  )
}

/** Longer questions are filled in by their beginning. */
const MAX_IN_ADDRESS = 1_500
