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
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'

// Loaded once somebody copies a store.
const CopyStore = dynamic(() => import('./copy').then((it) => it.CopyStore), { ssr: false })

export interface StoreMenuProps {
  store: { id: string; name: string }
}

/** The rarer acts on a store as a whole. */
export function StoreMenu({ store }: StoreMenuProps) {
  const t = useTranslations('Store')
  const [isCopied, setCopied] = useState(false)
  const file = `/export?store=${store.id}`
  return (
    <>
      <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
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
        <MenuButton Icon={Copy} onSelect={() => setCopied(true)}>
          {t('copy')}
        </MenuButton>
        <Exports file={file} />
        <MenuLink href={`${file}&history=1`} isDownload Icon={History}>
          {t('exportHistory')}
        </MenuLink>
        <MenuRule />
        <MenuLink href={`/redact?store=${store.id}`} Icon={ShieldX} isDanger>
          {t('redact')}
        </MenuLink>
      </Menu>
      {isCopied ? <CopyStore store={store} at={null} onClose={() => setCopied(false)} /> : null}
    </>
  )
}

/** What can be made of a store as it was. `at`: the last change of the moment. */
export function PastMenu({ store, at }: StoreMenuProps & { at: number }) {
  const t = useTranslations('Store')
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
        <MenuButton Icon={Copy} onSelect={() => setCopied(true)}>
          {t('copy')}
        </MenuButton>
        <Exports file={`/export?store=${store.id}&at=${at}`} />
      </Menu>
      {isCopied ? <CopyStore store={store} at={at} onClose={() => setCopied(false)} /> : null}
    </>
  )
}

function Exports({ file }: { file: string }) {
  const t = useTranslations('Store')
  return (
    <>
      <MenuLink href={file} isDownload Icon={Download}>
        {t('exportZip')}
      </MenuLink>
      <MenuLink href={`${file}&format=jsonl`} isDownload Icon={Braces}>
        {t('exportLines')}
      </MenuLink>
    </>
  )
}
