import { getNow, getTranslations } from 'next-intl/server'
import { Keys } from '@/components/connections/keys'
import { NewKey } from '@/components/connections/key-acts'
import { ConnectionTabs } from '@/components/connections/tabs'
import { PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { listKeys } from '@/lib/auth/keys'
import { listStores, storeNames } from '@/lib/store/stores'

/** As many stores as a key can be limited to in the form. */
const MAX_OFFERED = 1_000

/** The keys with which programs call: what each opens, when it was used, when it ends. */
export default async function KeysPage() {
  const t = await getTranslations('ApiKeys')
  const ofAll = await getTranslations('Connections')
  const [all, stores] = await Promise.all([listKeys(), listStores({ limit: MAX_OFFERED })])
  const keys = all.filter(({ revokedAt }) => revokedAt === null)
  const names = await storeNames(keys.flatMap(({ storeIds }) => storeIds ?? []))
  return (
    <PageWithTexts texts={['ApiKeys']} kind="index" name={t('title')}>
      <PageHead
        title={ofAll('title')}
        tabs={<ConnectionTabs current="keys" />}
        primary={<NewKey stores={stores.items.map(({ id, name }) => ({ id, name }))} />}
      />
      <Keys keys={keys} storeNames={names} now={await getNow()} />
    </PageWithTexts>
  )
}
