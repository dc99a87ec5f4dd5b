'use client'

import {
  Download,
  Ellipsis,
  GitBranch,
  History,
  MessageSquarePlus,
  Plus,
  ShieldX,
  SlidersHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'

interface StoreMenuProps {
  storeId: string
  isArchived: boolean
}

/** The acts on a store as a whole, in the head of its pages: seeding it, and the others in a menu. */
export function StoreActs({
  children,
  ...store
}: StoreMenuProps & {
  /** more of the menu, on top */
  children?: ReactNode
}) {
  const t = useTranslations('Store')
  return (
    <>
      {store.isArchived ? null : (
        <Link
          href={`/stores/${store.storeId}/seed`}
          className={classNames(buttonVariants(), 'max-md:hidden')}
        >
          <Plus size={15} aria-hidden /> {t('seed')}
        </Link>
      )}
      <StoreMenu {...store} label={t('more')}>
        {/* A phone has no room for its word in the head. */}
        {store.isArchived ? null : (
          <div className="md:hidden">
            <MenuLink href={`/stores/${store.storeId}/seed`} Icon={Plus}>
              {t('seed')}
            </MenuLink>
          </div>
        )}
        {children}
      </StoreMenu>
    </>
  )
}

/** The same menu in a row of the list, with what the store's head has beside it. */
export function StoreRowMenu({ label, ...store }: StoreMenuProps & { label: string }) {
  const t = useTranslations('Store')
  const address = `/stores/${store.storeId}`
  return (
    <StoreMenu {...store} label={label}>
      {store.isArchived ? null : (
        <MenuLink href={`${address}/seed`} Icon={Plus}>
          {t('seed')}
        </MenuLink>
      )}
      <MenuLink href={`${address}/settings`} Icon={SlidersHorizontal}>
        {t('tab_settings')}
      </MenuLink>
    </StoreMenu>
  )
}

function StoreMenu({
  storeId,
  isArchived,
  label,
  children,
}: StoreMenuProps & { label: string; children: ReactNode }) {
  const t = useTranslations('Store')
  const address = `/stores/${storeId}/export`
  return (
    <Menu label={label} button={<Ellipsis size={16} aria-hidden />}>
      {children}
      {isArchived ? null : (
        <MenuLink href={`/sessions/new?store=${storeId}`} Icon={MessageSquarePlus}>
          {t('session')}
        </MenuLink>
      )}
      <MenuLink href={`/stores/${storeId}/branches`} Icon={GitBranch}>
        {t('branch')}
      </MenuLink>
      <MenuLink href={`${address}?format=zip`} isDownload Icon={Download}>
        {t('exportZip')}
      </MenuLink>
      <MenuLink href={`${address}?format=jsonl&history=true`} isDownload Icon={History}>
        {t('exportHistory')}
      </MenuLink>
      <MenuRule />
      <MenuLink href={`/redact?store=${storeId}`} Icon={ShieldX}>
        {t('redact')}
      </MenuLink>
    </Menu>
  )
}
