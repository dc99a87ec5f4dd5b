import { Plus } from 'lucide-react'
import { getNow, getTranslations } from 'next-intl/server'
import { Cache } from '@/components/frame/cache'
import { ActWords, PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Live } from '@/components/live/use-live'
import { SessionList, type SessionsSearch, STATES } from '@/components/session/list'
import { ObservedSessions } from '@/components/session/observed'
import { NewSessionKey } from '@/components/session/new-key'
import { standingOf } from '@/components/session/state'
import { ButtonLink } from '@/components/ui/button'
import { listObserved } from '@/lib/folders/observed'
import { numbersOf } from '@/lib/live/live'
import { findSessions, type Session } from '@/lib/sessions/sessions'
import { writtenBy } from '@/lib/sessions/written'
import { namesByLastChange } from '@/lib/store/last-changes'

/** Sessions of one page. */
const SHOWN = 100

/** Which session needs me? */
export default async function SessionsPage({ searchParams }: PageProps<'/sessions'>) {
  const params = await searchParams
  const t = await getTranslations('Sessions')
  const at = Object.fromEntries(await numbersOf(['sessions', 'stores']))
  const stores = await namesByLastChange()
  const search: SessionsSearch = {
    state: STATES.find((state) => state === params.state) ?? 'all',
    store: stores.find(({ id }) => id === params.store)?.id ?? '',
  }
  const list = {
    limit: SHOWN,
    after: typeof params.after === 'string' ? params.after : undefined,
    storeId: search.store || undefined,
    includeArchived: search.state === 'archived',
    statuses: search.state === 'running' ? (['running'] as const) : undefined,
  }
  const { items: sessions, next } = await findSessions(list, (each) => isMeant(each, search.state))
  return (
    <PageWithTexts texts={['Approval', 'Call', 'Flags']} kind="index" name={t('title')}>
      <Live at={at} />
      <PageHead
        title={t('title')}
        primary={
          <ButtonLink href="/sessions/new" variant="primary" Icon={Plus} stroke="n">
            <ActWords>{t('new')}</ActWords>
          </ButtonLink>
        }
      />
      <NewSessionKey label={t('new')} />
      <Cache>
        <SessionList
          sessions={sessions}
          written={await writtenBy(sessions.map(({ id }) => id))}
          search={search}
          stores={stores}
          older={next === null ? null : addressOf(search, next)}
          now={await getNow()}
        />
      </Cache>
      <ObservedSessions sessions={await listObserved(SHOWN)} now={await getNow()} />
    </PageWithTexts>
  )
}

const isMeant = (session: Session, state: SessionsSearch['state']) =>
  state === 'all' || standingOf({ ...session, isArchived: session.archivedAt !== null }) === state

function addressOf({ state, store }: SessionsSearch, after: string): string {
  const query = new URLSearchParams({ after })
  if (state !== 'all') query.set('state', state)
  if (store !== '') query.set('store', store)
  return `/sessions?${query}`
}
