import type { Metadata } from 'next'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { offeredStores } from '@/components/stores/offered-stores'
import type { StoreName } from '@/components/stores/store-names'
import { NewSession } from '@/components/session/start/new-session'
import { listModels } from '@/lib/agent/list-models'
import { listSessions } from '@/lib/agent/list-sessions'
import { checkedSettings, PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { database } from '@/lib/db/open-database'
import { settings } from '@/lib/settings'
import { listStores } from '@/lib/store/stores/read-stores'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('NewSession.heading') }
}

/** The form for a new session. */
export default async function NewSessionPage(props: PageProps<'/sessions/new'>) {
  const t = await texts()
  const { store } = await props.searchParams
  const [{ stores, isPart }, named, used, { models, fault, hasServer }] = await Promise.all([
    offeredStores({ withArchived: false }),
    typeof store === 'string' ? offerOf(store) : null,
    lastUsedStore(),
    listModels(),
  ])
  const chosen = named ?? used ?? stores[0] ?? null
  const defaults = {
    ...checkedSettings({ model: PRACTICE_MODEL }),
    model: models[0]?.id ?? PRACTICE_MODEL,
  }
  return (
    <Page kind="working">
      <PageHead
        crumbs={[{ href: '/sessions', label: t('Nav.sessions') }]}
        title={t('NewSession.heading')}
      />
      <NewSession
        stores={[...(chosen ? [chosen] : []), ...stores.filter(({ id }) => id !== chosen?.id)]}
        hasMoreStores={isPart}
        models={models}
        practiceModel={PRACTICE_MODEL}
        modelsProblem={
          fault === null
            ? null
            : `${t(`Session.fault_${fault.kind}`)}${fault.message ? ` (${fault.message})` : ''}`
        }
        isPractice={!hasServer}
        chosenStore={chosen?.id ?? null}
        lastUsed={used?.id ?? null}
        defaults={defaults}
        thresholds={settings().contextThresholds}
      />
      <KeyBar keys={['start']} />
    </Page>
  )
}

/** The first store of the newest session, unless it is archived; null: there is none. */
async function lastUsedStore(): Promise<StoreName | null> {
  const { sessions } = await listSessions(database(), { limit: 1 })
  const used = sessions[0]?.stores[0]
  return used ? offerOf(used.storeId) : null
}

/** The store that the address names, unless it is archived; null: there is none. */
async function offerOf(storeId: string): Promise<StoreName | null> {
  const { stores } = await listStores(database(), { onlyIds: [storeId], limit: 1 })
  const [store] = stores
  return store ? { id: store.id, name: store.name, memories: store.memoryCount } : null
}
