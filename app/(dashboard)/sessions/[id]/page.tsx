import { getNow, getTranslations } from 'next-intl/server'
import { Cache } from '@/components/frame/cache'
import { Page, PageHead } from '@/components/frame/page'
import { PageTexts } from '@/components/i18n/texts'
import { Observed } from '@/components/session/observed'
import { SessionView } from '@/components/session/view'
import { findObserved } from '@/lib/folders/observed'
import { hasModelServer } from '@/lib/sessions/models'
import { plainName } from '@/lib/text/visible-text'
import { found } from '../../answered'
import { readSession } from '../read-session'

/** What does the agent want of me, and what does it do? */
export default async function SessionPage({ params }: PageProps<'/sessions/[id]'>) {
  const { id } = await params
  const t = await getTranslations('Session')
  const observed = await findObserved(id)
  if (observed) return <ObservedPage {...observed} />
  const state = await found(readSession(id))
  const { title } = state.facts
  return (
    <Page kind="working" name={title === null ? t('untitled') : plainName(title)}>
      <PageTexts of={['Approval', 'Call', 'Context', 'EndSession', 'LiveMemory', 'Session']}>
        <Cache>
          <SessionView key={id} brought={state} isPractice={!hasModelServer()} />
        </Cache>
      </PageTexts>
    </Page>
  )
}

/** What did an agent in another program do here? */
async function ObservedPage(found: NonNullable<Awaited<ReturnType<typeof findObserved>>>) {
  const t = await getTranslations('Observed')
  const { firstPrompt } = found.session
  const name = firstPrompt === '' ? t('untitled') : plainName(firstPrompt.slice(0, 80))
  const sessions = await getTranslations('Sessions')
  return (
    <Page kind="index" isInner name={name}>
      <PageHead crumbs={[{ href: '/sessions', label: sessions('title') }]} title={name} />
      <PageTexts of={['Observed']}>
        <Observed {...found} now={await getNow()} />
      </PageTexts>
    </Page>
  )
}
