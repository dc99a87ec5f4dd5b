'use client'

import {
  Download,
  Ellipsis,
  MessageSquarePlus,
  Plus,
  Scale,
  SearchCheck,
  ShieldX,
  SlidersHorizontal,
} from 'lucide-react'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'

export interface StoreMenuProps {
  storeId: string
  isArchived: boolean
  /** in the reader's language, so that the page needs no texts of other pages */
  words: Record<
    'menu' | 'session' | 'seed' | 'findings' | 'export' | 'settings' | 'policy' | 'redact',
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
      <MenuLink href={`${address}/findings`} Icon={SearchCheck}>
        {words.findings}
      </MenuLink>
      <MenuLink href={`${address}/export?format=zip`} isDownload Icon={Download}>
        {words.export}
      </MenuLink>
      <MenuLink href={`${address}/settings`} Icon={SlidersHorizontal}>
        {words.settings}
      </MenuLink>
      <MenuLink href={`${address}/policy`} Icon={Scale}>
        {words.policy}
      </MenuLink>
      <MenuRule />
      <MenuLink href={`/redact?store=${storeId}`} Icon={ShieldX}>
        {words.redact}
      </MenuLink>
    </Menu>
  )
}
