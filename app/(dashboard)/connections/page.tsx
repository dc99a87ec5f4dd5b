import { Plug } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientList } from '@/components/connections/client-list'
import { ConnectClient } from '@/components/connections/connect-client'
import { readClients } from '@/components/connections/read-clients'
import { AddFolder } from '@/components/folders/add-folder'
import { FoldersSection } from '@/components/folders/folders-section'
import { hooksCard } from '@/components/folders/hooks-section'
import { LookAgain } from '@/components/folders/look-again'
import { NeedsYou } from '@/components/folders/needs-you'
import { readFolders } from '@/components/folders/read-folders'
import { readFoundFolders } from '@/components/folders/read-found-folders'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { KeysSection } from '@/components/keys/keys-section'
import { offeredStores } from '@/components/stores/offered-stores'
import { addressOfServer } from '@/components/welcome/server-address'
import { listApiKeys } from '@/lib/auth/api-keys'
import { database } from '@/lib/db/open-database'
import { programCommand } from '@/lib/program'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.connections') }
}

/**
 * Connections to this server: watched folders, agents over MCP, and the keys with which programs
 * call; and how another agent is connected.
 */
export default async function ConnectionsPage(props: PageProps<'/connections'>) {
  const t = await texts()
  const { store } = await props.searchParams
  const db = database()
  const [folders, found, clients, keys, offered, hooks, address, chosen] = await Promise.all([
    readFolders(),
    readFoundFolders(),
    readClients(),
    listApiKeys(db),
    offeredStores({ withArchived: false }),
    hooksCard(),
    addressOfServer(),
    chosenStore(store),
  ])
  const watched = folders.folders.length
  const live = keys.filter(({ revokedAt }) => revokedAt === null)
  const isEmpty = watched + found.length + clients.clients.length + live.length === 0
  return (
    <Page kind="index">
      <PageHead
        title={t('Nav.connections')}
        meta={<NeedsYou initial={folders} />}
        guide="connections"
        actions={
          <>
            <LookAgain />
            <AddFolder foundCount={found.filter(({ preset }) => preset === 'claude_code').length} />
          </>
        }
      />
      <div
        className={
          isEmpty
            ? 'mx-auto w-full max-w-160 flex-1'
            : 'grid flex-1 grid-cols-[minmax(0,1fr)_minmax(0,27rem)] max-xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] max-lg:grid-cols-1'
        }
      >
        <div className="min-w-0">
          <FoldersSection initial={folders} found={found} />
          <ClientList initial={clients} />
          <KeysSection keys={live} />
          {isEmpty ? (
            <p className="flex items-start gap-2 border-b border-line px-6 py-5 text-ink-2 max-md:px-4">
              <Plug size={15} aria-hidden className="mt-0.5 shrink-0" />
              {t('Folders.nothingFound')}
            </p>
          ) : null}
        </div>
        <aside
          aria-label={t('Connections.connect')}
          className={isEmpty ? 'min-w-0' : 'min-w-0 bg-well lg:border-l lg:border-line'}
        >
          <ConnectClient
            server={{ address, command: programCommand() }}
            initial={clients}
            offered={offered}
            store={chosen}
            hooks={hooks}
          />
        </aside>
      </div>
      <KeyBar
        keys={[
          ...(found.length + watched > 0 ? (['steps'] as const) : []),
          ...(found.length > 0 ? (['tick'] as const) : []),
          'connect',
        ]}
      />
    </Page>
  )
}

/** The store that the address names; null: it names none that agents can be connected to. */
async function chosenStore(id: string | string[] | undefined) {
  if (typeof id !== 'string') return null
  const where = { id, deletedAt: null, archivedAt: null }
  return database().prisma.memoryStore.findFirst({ where, select: { id: true, name: true } })
}
