import type { Metadata } from 'next'
import { formats, texts } from '@/components/i18n/server-texts'
import { KeyBar } from '@/components/frame/key-bar'
import { Page } from '@/components/frame/page'
import { laidOutAnswers } from '@/components/session/conversation/laid-out-answers'
import { SessionView } from '@/components/session/session-view'
import { knownSequences } from '@/lib/agent/follow-memory'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { hasModelServer } from '@/lib/agent/model-client'
import { database } from '@/lib/db/open-database'
import { plainName } from '@/lib/text/plain-text'
import { observedOf, renderedState, sessionOf } from '../session-of'
import { observedTitle, sessionTitle } from '@/components/session/session-title'
import { ObservedPage } from './observed-page'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/sessions/[sessionId]'>,
): Promise<Metadata> {
  const { sessionId } = await props.params
  const t = await texts()
  const observed = await observedOf(sessionId)
  if (observed) return { title: plainName(observedTitle(t, await formats(), observed)) }
  return { title: plainName(sessionTitle(t, await formats(), await sessionOf(sessionId))) }
}

/** A conversation with an agent, with its memory beside it; of one elsewhere what is known of it. */
export default async function SessionPage(props: PageProps<'/sessions/[sessionId]'>) {
  const { sessionId } = await props.params
  const { call, write } = await props.searchParams
  const observed = await observedOf(sessionId)
  if (observed) {
    const chosenId = typeof write === 'string' ? write : undefined
    return <ObservedPage session={observed} chosenId={chosenId} now={requestTime()} />
  }
  const session = await sessionOf(sessionId)
  const called = typeof call === 'string' ? call : undefined
  const t = await texts()
  const { stores } = session
  const { model } = session.settings
  const known = await knownSequences(
    database(),
    stores.map(({ storeId }) => storeId),
  )
  const rendered = await renderedState(session.id, called)
  return (
    <Page kind="working">
      <SessionView
        key={`${session.id} ${called ?? ''}`}
        sessionId={session.id}
        stores={stores.map(({ storeId, name, mountName, access }) => ({
          storeId,
          name,
          mountName,
          access,
          sequence: known[storeId] ?? 0,
        }))}
        model={model === PRACTICE_MODEL ? t('Sessions.practiceAgent') : model}
        rendered={rendered}
        answers={await laidOutAnswers(rendered)}
        answersByPractice={!hasModelServer()}
        called={called}
      />
      <KeyBar
        keys={
          session.archivedAt === null
            ? ['allow', 'deny', 'toMessage', 'askWhy', 'send', 'newLine']
            : ['askWhy']
        }
      />
    </Page>
  )
}

function requestTime(): number {
  return Date.now()
}
