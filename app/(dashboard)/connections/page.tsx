import type { Metadata } from 'next'
import { ClientsSection } from '@/components/connections/clients-section'
import { AddFolder } from '@/components/folders/add-folder'
import { FoldersSection } from '@/components/folders/folders-section'
import { HooksSection } from '@/components/folders/hooks-section'
import { LookAgain } from '@/components/folders/look-again'
import { NeedsYou } from '@/components/folders/needs-you'
import { readFolders } from '@/components/folders/read-folders'
import { readFoundFolders } from '@/components/folders/read-found-folders'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { KeysSection } from '@/components/keys/keys-section'
import { database } from '@/lib/db/open-database'
import { listStoreNames } from '@/lib/store/stores/store-names'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.connections') }
}

/**
 * Connections to this server: agents over MCP, watched folders, and the keys with which programs
 * call.
 */
export default async function ConnectionsPage() {
  const t = await texts()
  const [folders, found] = await Promise.all([readFolders(), readFoundFolders()])
  const watched = folders.folders.length
  const named = await listStoreNames(database(), { onlyIds: null })
  const stores = named.filter(({ isArchived }) => !isArchived).map(({ id, name }) => ({ id, name }))
  return (
    <Page kind="index">
      <PageHead
        title={t('Nav.connections')}
        meta={<NeedsYou initial={folders} />}
        guide="connections"
        actions={
          <>
            <LookAgain />
            <AddFolder />
          </>
        }
      />
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_minmax(0,30rem)] max-lg:grid-cols-1">
        <div className="min-w-0">
          <FoldersSection initial={folders} found={found} />
        </div>
        <aside
          aria-label={t('Connections.clientsAndKeys')}
          className="min-w-0 border-l border-line max-lg:border-t max-lg:border-l-0"
        >
          <ClientsSection stores={stores} />
          <HooksSection />
          <KeysSection stores={stores} />
        </aside>
      </div>
      <KeyBar
        keys={[
          ...(found.length + watched > 0 ? (['nextRow', 'previousRow'] as const) : []),
          ...(found.length > 0 ? (['tickFolder'] as const) : []),
          ...(watched > 0 ? (['pauseFolder'] as const) : []),
          'addFolder',
        ]}
      />
    </Page>
  )
}
