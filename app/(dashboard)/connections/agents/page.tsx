import path from 'node:path'
import { headers } from 'next/headers'
import { getNow, getTranslations } from 'next-intl/server'
import { Clients } from '@/components/connections/clients'
import { ConnectAgent } from '@/components/connections/connect-agent'
import { ConnectionTabs } from '@/components/connections/tabs'
import { PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Live } from '@/components/live/use-live'
import { listKeys } from '@/lib/auth/keys'
import { numbersOf } from '@/lib/live/live'
import { listClients } from '@/lib/mcp/clients'
import { reachedAt } from '@/lib/server-file'
import { listStores, storeNames } from '@/lib/store/stores'

/** Programs that are shown; others called longer ago. */
const MOST = 100

/** The programs that call over MCP, and the lines that connect another one. */
export default async function AgentsPage() {
  const t = await getTranslations('Connections')
  const numbers = await numbersOf(['clients'])
  const [clients, keys, stores] = await Promise.all([
    listClients(MOST),
    listKeys(),
    listStores({ limit: MOST_OFFERED }),
  ])
  const names = await storeNames(keys.flatMap(({ storeIds }) => storeIds ?? []))
  const address = reachedAt(await headers())
  const program = ['node', path.resolve('bin/palimpsest.mjs')] as const
  return (
    <PageWithTexts texts={['Connections', 'ApiKeys']} kind="index" name={t('agents')}>
      <Live at={Object.fromEntries(numbers)} />
      <PageHead title={t('title')} tabs={<ConnectionTabs current="agents" />} />
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_26rem] max-lg:grid-cols-1">
        <Clients clients={clients} keys={keys} storeNames={names} now={await getNow()} />
        <ConnectAgent
          server={{ address, program }}
          stores={stores.items.map(({ id, name }) => ({ id, name }))}
          isWaiting={clients.length === 0}
        />
      </div>
    </PageWithTexts>
  )
}

/** As many stores as lines and keys can be limited to in a form. */
const MOST_OFFERED = 1_000
