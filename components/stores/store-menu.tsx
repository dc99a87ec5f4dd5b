'use client'

import {
  Download,
  Ellipsis,
  FileDiff,
  MessageSquarePlus,
  Plus,
  Scale,
  ShieldX,
  SlidersHorizontal,
} from 'lucide-react'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'

export interface StoreMenuProps {
  storeId: string
  isArchived: boolean
  /** in the reader's language, so that the page needs no texts of other pages */
  words: Record<
    'menu' | 'session' | 'seed' | 'changes' | 'rules' | 'settings' | 'export' | 'redact',
    string
  >
}

/** The menu of actions on a store in the list. */
export function StoreMenu({ storeId, isArchived, words }: StoreMenuProps) {
  const address = `/stores/${storeId}`
  return (
    <Menu label={words.menu} button={<Ellipsis size={16} aria-hidden />}>
      {isArchived ? null : (
        <>
          <MenuLink href={`/sessions/new?store=${storeId}`} Icon={MessageSquarePlus}>
            {words.session}
          </MenuLink>
          <MenuLink href={`${address}/seed`} Icon={Plus}>
            {words.seed}
          </MenuLink>
        </>
      )}
      <MenuLink href={`${address}/changes`} Icon={FileDiff}>
        {words.changes}
      </MenuLink>
      <MenuLink href={`${address}/policy`} Icon={Scale}>
        {words.rules}
      </MenuLink>
      <MenuLink href={`${address}/settings`} Icon={SlidersHorizontal}>
        {words.settings}
      </MenuLink>
      <MenuLink href={`${address}/export?format=zip`} isDownload Icon={Download}>
        {words.export}
      </MenuLink>
      <MenuRule />
      <MenuLink href={`/redact?store=${storeId}`} Icon={ShieldX}>
        {words.redact}
      </MenuLink>
    </Menu>
  )
}
