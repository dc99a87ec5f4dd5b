'use client'

import {
  Download,
  Ellipsis,
  MessageSquarePlus,
  Plus,
  ShieldX,
  SlidersHorizontal,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'

export interface StoreMenuProps {
  storeId: string
  /** as shown */
  name: string
  isArchived: boolean
}

/** What is done with a store of the list, other than looking into it. */
export function StoreMenu({ storeId, name, isArchived }: StoreMenuProps) {
  const t = useTranslations()
  const address = `/stores/${storeId}`
  return (
    <Menu label={t('Stores.more', { name })} button={<Ellipsis size={16} aria-hidden />}>
      {isArchived ? null : (
        <>
          <MenuLink href={`/sessions/new?store=${storeId}`} Icon={MessageSquarePlus}>
            {t('Store.session')}
          </MenuLink>
          <MenuLink href={`${address}/seed`} Icon={Plus}>
            {t('Seed.button')}
          </MenuLink>
        </>
      )}
      <MenuLink href={`/v1/memory_stores/${storeId}/export?format=zip`} isDownload Icon={Download}>
        {t('Store.exportZip')}
      </MenuLink>
      <MenuLink href={`${address}/settings`} Icon={SlidersHorizontal}>
        {t('StoreSettings.title')}
      </MenuLink>
      <MenuRule />
      <MenuLink href={`/redact?store=${storeId}`} Icon={ShieldX}>
        {t('Redact.link')}
      </MenuLink>
    </Menu>
  )
}
