import type { Metadata } from 'next'
import { texts } from '@/components/i18n/server-texts'
import { KeyBar } from '@/components/frame/key-bar'
import { Page } from '@/components/frame/page'
import { laidOutAnswers } from '@/components/session/conversation/laid-out-answers'
import { SessionView } from '@/components/session/session-view'
import { knownSequences } from '@/lib/agent/follow-memory'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { hasModelServer } from '@/lib/agent/model-client'
import { database } from '@/lib/db/open-database'
import { plainName } from '@/lib/text/plain-text'
import { renderedState, sessionOf } from '../session-of'
import { sessionTitle } from '@/components/session/session-title'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/sessions/[sessionId]'>,
): Promise<Metadata> {
  const session = await sessionOf((await props.params).sessionId)
  return { title: plainName(sessionTitle(await texts(), session)) }
}

/** A conversation with an agent, with its memory beside it. */
export default async function SessionPage(props: PageProps<'/sessions/[sessionId]'>) {
  const session = await sessionOf((await props.params).sessionId)
  const { call } = await props.searchParams
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
      <KeyBar keys={session.archivedAt === null ? ['send', 'newLine'] : []} />
    </Page>
  )
}
