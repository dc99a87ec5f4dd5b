import { FlaskConical } from 'lucide-react'
import { ActWords } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { newTestAddress } from '@/components/memory-tests/new-test-address'
import { KeyedLink } from '@/components/ui/keyed-link'
import type { Session } from '@/lib/agent/session'
import type { CauseSearch } from '@/lib/replay/get-cause'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { questionOfTurn } from '../question-of-turn'

/** Leads to a new test of the store of a found cause, with the question and the check filled in. */
export async function KeepAsTest({ cause, session }: { cause: CauseSearch; session: Session }) {
  const t = await texts()
  const [found] = cause.result?.causes ?? []
  const { check, eventId } = cause
  if (!found || check.type === 'person') return null
  const asked = await questionOfTurn(session, eventId)
  if (asked === null) return null
  // What is secret in it goes to no browser that did not ask for it.
  const question = await secretsMaskedIn(asked)
  const { model } = session.settings
  return (
    <KeyedLink href={newTestAddress(found.storeId, { question, check, model })} letter="t">
      <FlaskConical size={14} aria-hidden /> <ActWords>{t('MemoryTests.keepAsTest')}</ActWords>
    </KeyedLink>
  )
}
