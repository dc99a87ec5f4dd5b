'use client'

import {
  Braces,
  Copy,
  Download,
  Ellipsis,
  GitCompareArrows,
  History,
  MessagesSquare,
  Search,
  ShieldX,
} from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { patiently } from '@/components/live/fault'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'

// Loaded once somebody copies a store.
const CopyStore = dynamic(() => patiently(() => import('./copy')).then((it) => it.CopyStore), {
  ssr: false,
})

export interface StoreMenuProps {
  store: { id: string; name: string }
  /** the last change of a past moment; null: now */
  at: number | null
}

/** The rarer acts on a store as a whole; of a past moment, what can be made of it as it was. */
export function StoreMenu({ store, at }: StoreMenuProps) {
  const t = useTranslations('Store')
  const [isCopied, setCopied] = useState(false)
  const file = `/export?store=${store.id}${at === null ? '' : `&at=${at}`}`
  return (
    <>
      <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
        {at === null ? (
          <>
            <MenuLink href={`/sessions/new?store=${store.id}`} Icon={MessagesSquare}>
              {t('newSession')}
            </MenuLink>
            <MenuLink href={`/search?store=${store.id}`} Icon={Search}>
              {t('search')}
            </MenuLink>
            <span className="contents max-md:hidden">
              <MenuLink href={`/stores/${store.id}/compare`} Icon={GitCompareArrows}>
                {t('compare')}
              </MenuLink>
            </span>
          </>
        ) : null}
        <MenuButton Icon={Copy} onSelect={() => setCopied(true)}>
          {t('copy')}
        </MenuButton>
        <MenuLink href={file} download Icon={Download}>
          {t('exportZip')}
        </MenuLink>
        <MenuLink href={`${file}&format=jsonl`} download Icon={Braces}>
          {t('exportLines')}
        </MenuLink>
        {at === null ? (
          <>
            <MenuLink href={`${file}&history=1`} download Icon={History}>
              {t('exportHistory')}
            </MenuLink>
            <MenuRule />
            <MenuLink href={`/redact?store=${store.id}`} Icon={ShieldX} isDanger>
              {t('redact')}
            </MenuLink>
          </>
        ) : null}
      </Menu>
      {isCopied ? <CopyStore store={store} at={at} onClose={() => setCopied(false)} /> : null}
    </>
  )
}
