import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import Link from 'next/link'
import { memoryViewName } from '@/components/content/memory-view-name'
import { VersionList } from '@/components/history/version-list'
import { texts } from '@/components/i18n/server-texts'
import { StoreLive } from '@/components/live/store-live'
import { SeedStore } from '@/components/stores/seed-store'
import { MemoryTree } from '@/components/tree/memory-tree'
import { buttonLook } from '@/components/ui/button'
import { PANES_COOKIE, paneWidths } from '@/components/ui/pane-widths'
import { Panes } from '@/components/ui/panes'
import { database } from '@/lib/db/database'
import { humanSize } from '@/lib/text/human-size'
import { type ChosenMemory, chosenMemory } from './chosen-memory'
import { MemoryMiddle } from './memory-middle'
import { storeOf } from './store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(props: PageProps<'/stores/[storeId]'>): Promise<Metadata> {
  return { title: (await storeOf((await props.params).storeId)).name }
}

export default async function StorePage(props: PageProps<'/stores/[storeId]'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const chosen = await chosenMemory(database(), store.id, search)
  const widths = paneWidths((await cookies()).get(PANES_COOKIE)?.value)
  return (
    <div className="flex flex-col md:h-[calc(100vh-3rem)]">
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-4 py-2">
        <div>
          <h1 className="text-base font-semibold">{store.name}</h1>
          <p className="text-xs text-faint tabular-nums">
            {t('Store.summary', {
              memories: store.memoryCount,
              size: humanSize(store.byteSize),
              versions: store.versionCount,
            })}
            {store.archivedAt === null ? '' : ` · ${t('Store.archived')}`}
          </p>
          <StoreLive storeId={store.id} after={store.lastSequence} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Link href={`/redact?store=${store.id}`} className={buttonLook({ look: 'quiet' })}>
            {t('Redact.link')}
          </Link>
          <Link href={`/stores/${store.id}/settings`} className={buttonLook({ look: 'quiet' })}>
            {t('StoreSettings.title')}
          </Link>
          {store.archivedAt === null ? <SeedStore storeId={store.id} /> : null}
        </div>
      </div>
      <Panes
        widths={widths}
        tree={<MemoryTree storeId={store.id} selected={chosen?.path ?? null} />}
        middle={
          <MemoryMiddle
            chosen={chosen}
            isEmptyStore={store.memoryCount === 0}
            view={memoryViewName(search.view)}
          />
        }
        history={chosen ? <History chosen={chosen} /> : undefined}
      />
    </div>
  )
}

async function History({ chosen }: { chosen: ChosenMemory }) {
  const t = await texts()
  return (
    <>
      <h2 className="px-4 py-2 text-xs font-medium text-faint">{t('History.title')}</h2>
      <VersionList
        versions={chosen.versions}
        names={chosen.names}
        shown={chosen.compared ? null : (chosen.shown?.id ?? null)}
        now={chosen.now}
      />
      {chosen.hasMoreVersions ? (
        <p className="px-4 py-2 text-xs text-faint">{t('History.older')}</p>
      ) : null}
    </>
  )
}
