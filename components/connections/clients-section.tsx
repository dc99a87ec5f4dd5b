import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { addressOfServer } from '@/components/welcome/server-address'
import { programCommand } from '@/lib/program'
import type { StoreToChoose } from '@/components/keys/make-key'
import { ClientList } from './client-list'
import { ConnectClient } from './connect-client'
import { readClients } from './read-clients'
import { SectionHead } from './section-head'

/** Agents over MCP: which called, and how another is connected. */
export async function ClientsSection({ stores }: { stores: readonly StoreToChoose[] }) {
  const t = await texts()
  const initial = await readClients()
  const server = {
    address: await addressOfServer(),
    command: programCommand(),
  }
  return (
    <section aria-labelledby="clients">
      <SectionHead id="clients" title={t('Connections.clients')} />
      <ClientList initial={initial} />
      <ConnectClient server={server} initial={initial} stores={stores} />
    </section>
  )
}
