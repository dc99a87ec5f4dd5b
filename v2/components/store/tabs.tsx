import { useTranslations } from 'next-intl'
import { TabLinks } from '@/components/ui/segmented'
import type { Store } from '@/lib/store/model/model'

/** Pages of a store, beside each other. */
const TABS = { memories: '', changes: '/changes', rules: '/rules', settings: '/settings' } as const

export type StoreTab = keyof typeof TABS

export interface StoreTabsProps {
  store: Pick<Store, 'id' | 'memoryCount'>
  current: StoreTab
}

/** The pages of a store, for its head. */
export function StoreTabs({ store: { id, memoryCount }, current }: StoreTabsProps) {
  const t = useTranslations('Store')
  const tabs = (Object.keys(TABS) as StoreTab[]).map((tab) => ({
    href: `/stores/${id}${TABS[tab]}`,
    label: t(`tab.${tab}`),
    count: tab === 'memories' ? memoryCount : null,
    isCurrent: tab === current,
  }))
  return <TabLinks label={t('tabs')} tabs={tabs} />
}
