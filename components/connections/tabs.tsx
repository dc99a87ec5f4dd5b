import { useTranslations } from 'next-intl'
import { TabLinks } from '@/components/ui/segmented'

/** What is connected, in its order; each has an address of its own. */
const TABS = ['folders', 'agents', 'keys'] as const

export function ConnectionTabs({ current }: { current: (typeof TABS)[number] }) {
  const t = useTranslations('Connections')
  const tabs = TABS.map((name) => ({
    href: name === 'folders' ? '/connections' : `/connections/${name}`,
    label: t(name),
    count: null,
    isCurrent: name === current,
  }))
  return <TabLinks label={t('title')} tabs={tabs} />
}
