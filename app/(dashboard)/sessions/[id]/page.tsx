import { getNow, getTranslations } from 'next-intl/server'
import { Cache } from '@/components/frame/cache'
import { Page, PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Live, type RenderedAt } from '@/components/live/use-live'
import { Observed } from '@/components/session/observed'
import { SessionView } from '@/components/session/view'
import { ButtonLink } from '@/components/ui/button'
import { findObserved } from '@/lib/folders/observed'
import { numbersOf } from '@/lib/live/live'
import { hasModelServer } from '@/lib/sessions/models'
import { writtenBy } from '@/lib/sessions/written'
import { wholeStart } from '@/lib/text/long-text'
import { plainName } from '@/lib/text/visible-text'
import { found } from '../../answered'
import { readSession } from '../read-session'

/** What does the agent want of me, and what does it do? */
export default async function SessionPage({ params }: PageProps<'/sessions/[id]'>) {
  const { id } = await params
  const t = await getTranslations('Session')
  const at = Object.fromEntries(await numbersOf(['stores']))
  const observed = await findObserved(id)
  if (observed) return <ObservedPage {...observed} at={at} />
  const state = await found(readSession(id))
  const { title } = state.facts
  return (
    <PageWithTexts
      texts={['Approval', 'Call', 'Context', 'EndSession', 'Flags', 'LiveMemory', 'Session']}
      kind="working"
      name={title === null ? t('untitled') : plainName(title)}
    >
      <Cache>
        <SessionView key={id} brought={state} isPractice={!hasModelServer()} />
      </Cache>
    </PageWithTexts>
  )
}

interface ObservedPageProps extends NonNullable<Awaited<ReturnType<typeof findObserved>>> {
  at: RenderedAt
}

/** What did an agent in another program do here? */
async function ObservedPage({ at, ...found }: ObservedPageProps) {
  const t = await getTranslations('Observed')
  const { id, firstPrompt } = found.session
  const count = (await writtenBy([id])).get(id)?.toReview ?? 0
  const name = firstPrompt === '' ? t('untitled') : plainName(wholeStart(firstPrompt, 80))
  const ofSession = await getTranslations('Session')
  return (
    <Page kind="index" isInner name={name}>
      <Live at={at} />
      <PageHead
        crumbs={[{ href: '/sessions', label: ofSession('sessions') }]}
        title={name}
        primary={
          count > 0 ? (
            <ButtonLink href={`/review/${id}`} variant="primary">
              {ofSession('review', { count })}
            </ButtonLink>
          ) : null
        }
      />
      <Observed {...found} now={await getNow()} />
    </Page>
  )
}
