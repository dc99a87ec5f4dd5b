import 'server-only'
import type { PageTabs } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import { openChangesetsByStore } from '@/lib/review/changesets/unreviewed'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { MAX_UNREVIEWED } from './store-insights'

/** The pages of a store that its head leads to. */
export type StorePageName = 'memories' | 'changes' | 'rules' | 'settings'

/** The tabs in the head of a store's pages, with how much there is and how much is to review. */
export async function storeTabs(store: MemoryStore, current: StorePageName): Promise<PageTabs> {
  const [t, format] = await Promise.all([texts(), formats()])
  const open = await openChangesetsByStore(database(), [store.id], MAX_UNREVIEWED)
  const count = open.get(store.id)
  const address = `/stores/${store.id}`
  const tab = (name: StorePageName, href: string, shown: React.ReactNode = null) => ({
    href,
    label: t(`Store.tab_${name}`),
    count: shown,
    isCurrent: name === current,
  })
  return {
    label: t('Store.tabs'),
    tabs: [
      tab(
        'memories',
        address,
        <span className="max-md:hidden">{format.number(store.memoryCount)}</span>,
      ),
      tab(
        'changes',
        `${address}/changes`,
        count === undefined ? null : (
          <span className="font-semibold text-accent">
            {format.number(count)}
            {count >= MAX_UNREVIEWED ? '+' : null}
          </span>
        ),
      ),
      tab('rules', `${address}/policy`),
      tab('settings', `${address}/settings`),
    ],
  }
}
