import { getTranslations } from 'next-intl/server'
import { PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Live } from '@/components/live/use-live'
import { SessionSettings } from '@/components/session/settings'
import { listModels } from '@/lib/sessions/models'
import { getSession } from '@/lib/sessions/sessions'
import { found } from '../../../answered'
import { factsOf } from '../../read-session'

/** How does this session work? */
export default async function SettingsPage({ params }: PageProps<'/sessions/[id]/settings'>) {
  const { id } = await params
  const t = await getTranslations('SessionSettings')
  const ofSession = await getTranslations('Session')
  const session = await found(getSession(id))
  const crumbs = [
    { href: '/sessions', label: ofSession('sessions') },
    { href: `/sessions/${id}`, label: session.title ?? ofSession('untitled') },
  ]
  return (
    <PageWithTexts
      texts={['EndSession', 'NewSession', 'SessionSettings']}
      kind="index"
      isInner
      name={t('title')}
    >
      <Live at={{ [`session:${id}`]: session.updatedAt.getTime() }} />
      <PageHead crumbs={crumbs} title={t('title')} />
      <SessionSettings facts={factsOf(session)} models={listModels()} />
    </PageWithTexts>
  )
}
