'use client'

import { Download, Ellipsis, History, MessageSquarePlus, Plus, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ActWords } from '@/components/frame/page'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'

export interface StoreActsProps {
  storeId: string
  isArchived: boolean
  /** more of the menu, on top */
  children?: ReactNode
}

/** The acts on a store as a whole: seeding it, and the others in a menu. */
export function StoreActs({ storeId, isArchived, children }: StoreActsProps) {
  const t = useTranslations('Store')
  const address = `/stores/${storeId}`
  return (
    <>
      {isArchived ? null : (
        <Link href={`${address}/seed`} className={buttonVariants()}>
          <Plus size={15} aria-hidden /> <ActWords>{t('seed')}</ActWords>
        </Link>
      )}
      <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
        {children}
        {isArchived ? null : (
          <MenuLink href={`/sessions/new?store=${storeId}`} Icon={MessageSquarePlus}>
            {t('session')}
          </MenuLink>
        )}
        <MenuLink href={`${address}/export?format=zip`} isDownload Icon={Download}>
          {t('exportZip')}
        </MenuLink>
        <MenuLink href={`${address}/export?format=jsonl&history=true`} isDownload Icon={History}>
          {t('exportHistory')}
        </MenuLink>
        <MenuRule />
        <MenuLink href={`/redact?store=${storeId}`} Icon={ShieldX}>
          {t('redact')}
        </MenuLink>
      </Menu>
    </>
  )
}
