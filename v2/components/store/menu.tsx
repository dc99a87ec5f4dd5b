'use client'

import { Download, Ellipsis, History, Search, Settings2, ShieldX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'

/** The rarer acts on a store as a whole. */
export function StoreMenu({ storeId }: { storeId: string }) {
  const t = useTranslations('Store')
  const file = `/export?store=${storeId}`
  return (
    <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
      <MenuLink href={`/search?store=${storeId}`} Icon={Search}>
        {t('search')}
      </MenuLink>
      <MenuLink href={file} isDownload Icon={Download}>
        {t('exportZip')}
      </MenuLink>
      <MenuLink href={`${file}&history=1`} isDownload Icon={History}>
        {t('exportHistory')}
      </MenuLink>
      <MenuLink href={`/stores/${storeId}/settings`} Icon={Settings2}>
        {t('settings')}
      </MenuLink>
      <MenuRule />
      <MenuLink href={`/redact?store=${storeId}`} Icon={ShieldX} isDanger>
        {t('redact')}
      </MenuLink>
    </Menu>
  )
}
