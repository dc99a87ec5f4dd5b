import { getTranslations } from 'next-intl/server'
import { PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Start } from '@/components/session/start'
import { listModels } from '@/lib/sessions/models'
import { checkedSettings, PRACTICE_MODEL } from '@/lib/sessions/settings'
import { storesUsedLast } from '@/lib/store/places'
import { listStores } from '@/lib/store/stores'

/** Stores to choose from. */
const MOST = 100

/** What should it do, with which memory? */
export default async function NewSessionPage({ searchParams }: PageProps<'/sessions/new'>) {
  const { store } = await searchParams
  const t = await getTranslations('NewSession')
  const ofSessions = await getTranslations('Sessions')
  const [models, { items }, used] = await Promise.all([
    listModels(),
    listStores({ limit: MOST }),
    storesUsedLast(MOST),
  ])
  const order = new Map(used.map(({ id }, at) => [id, at]))
  const rank = (id: string) => (id === store ? -1 : (order.get(id) ?? MOST))
  const stores = items
    .map(({ id, name, description, memoryCount }) => ({ id, name, description, memoryCount }))
    .sort((one, other) => rank(one.id) - rank(other.id))
  return (
    <PageWithTexts texts={['NewSession', 'SessionSettings']} kind="working" name={t('heading')}>
      <PageHead crumbs={[{ href: '/sessions', label: ofSessions('title') }]} title={t('heading')} />
      <Start
        stores={stores}
        models={models}
        storeIds={stores.slice(0, 1).map(({ id }) => id)}
        usual={checkedSettings({ model: models.models[0]?.id ?? PRACTICE_MODEL })}
      />
    </PageWithTexts>
  )
}
