import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { StoreLive } from '@/components/live/store-live'
import { SeedStore } from '@/components/stores/seed-store'
import { MemoryTree } from '@/components/tree/memory-tree'
import { database } from '@/lib/db/database'
import { getStore } from '@/lib/store/get-store'
import type { MemoryStore } from '@/lib/store/memory-store'
import { StoreError } from '@/lib/store/problems'
import { humanSize } from '@/lib/text/human-size'
import { MemoryPane } from './memory-pane'
import { chosenMemory } from './chosen-memory'

export const dynamic = 'force-dynamic'

export async function generateMetadata(props: PageProps<'/stores/[storeId]'>): Promise<Metadata> {
  return { title: (await storeOf((await props.params).storeId)).name }
}

export default async function StorePage(props: PageProps<'/stores/[storeId]'>) {
  const store = await storeOf((await props.params).storeId)
  const chosen = await chosenMemory(database(), store.id, await props.searchParams)
  return (
    <div className="flex flex-col md:h-[calc(100vh-3rem)]">
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-4 py-2">
        <div>
          <h1 className="text-base font-semibold">{store.name}</h1>
          <p className="text-xs text-faint tabular-nums">
            {store.memoryCount.toLocaleString('en')} memories · {humanSize(store.byteSize)} ·{' '}
            {store.versionCount.toLocaleString('en')} versions
            {store.archivedAt === null ? '' : ' · archived'}
          </p>
          <StoreLive storeId={store.id} after={store.lastSequence} />
        </div>
        {store.archivedAt === null ? <SeedStore storeId={store.id} /> : null}
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-1 md:grid-cols-[18rem_1fr]">
        <nav
          aria-label="Tree"
          className="max-h-64 overflow-auto border-b border-line md:max-h-none md:border-r md:border-b-0"
        >
          <MemoryTree storeId={store.id} selected={chosen?.path ?? null} />
        </nav>
        <MemoryPane chosen={chosen} isEmpty={store.memoryCount === 0} />
      </div>
    </div>
  )
}

async function storeOf(storeId: string): Promise<MemoryStore> {
  return getStore(database(), storeId).catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'store_not_found') notFound()
    throw error
  })
}
