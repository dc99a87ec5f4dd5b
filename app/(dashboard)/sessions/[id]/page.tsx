import { getTranslations } from 'next-intl/server'
import { Cache } from '@/components/frame/cache'
import { Page } from '@/components/frame/page'
import { PageTexts } from '@/components/i18n/texts'
import { SessionView } from '@/components/session/view'
import { hasModelServer } from '@/lib/sessions/models'
import { plainName } from '@/lib/text/visible-text'
import { found } from '../../answered'
import { readSession } from '../read-session'

/** What does the agent want of me, and what does it do? */
export default async function SessionPage({ params }: PageProps<'/sessions/[id]'>) {
  const { id } = await params
  const t = await getTranslations('Session')
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
