'use client'

import { BookOpen, Ellipsis, FolderInput, Pencil, ShieldX, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { askTree } from '@/components/tree/tree-requests'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'

export interface MemoryMenuProps {
  /** where one sees who read it */
  reads: string
  /** where texts are redacted from the store */
  redact: string
  isReadOnly: boolean
}

/** What is done with a memory more rarely. */
export function MemoryMenu({ reads, redact, isReadOnly }: MemoryMenuProps) {
  const t = useTranslations('Memory')
  return (
    <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
      <MenuLink href={reads} Icon={BookOpen}>
        {t('reads')}
      </MenuLink>
      {isReadOnly ? null : (
        <>
          <MenuButton Icon={Pencil} stroke="F2" onSelect={() => askTree('rename')}>
            {t('rename')}
          </MenuButton>
          <MenuButton Icon={FolderInput} stroke="M" onSelect={() => askTree('move')}>
            {t('move')}
          </MenuButton>
        </>
      )}
      <MenuRule />
      <MenuLink href={redact} Icon={ShieldX}>
        {t('redact')}
      </MenuLink>
      {isReadOnly ? null : (
        <MenuButton Icon={Trash2} isDanger onSelect={() => askTree('remove')}>
          {t('remove')}
        </MenuButton>
      )}
    </Menu>
  )
}
