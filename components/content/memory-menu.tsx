'use client'

import {
  BookOpen,
  Download,
  Ellipsis,
  FolderInput,
  History,
  Pencil,
  ShieldX,
  Trash2,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { askTree } from '@/components/tree/tree-requests'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'

export interface MemoryMenuProps {
  /** where one sees who read it */
  reads: string
  /** where texts are redacted from the store */
  redact: string
  /** where it is had as a file */
  file: string
  isReadOnly: boolean
}

/** What is done with a memory more rarely. */
export function MemoryMenu({ reads, redact, file, isReadOnly }: MemoryMenuProps) {
  const t = useTranslations('Memory')
  return (
    <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
      <MenuLink href={reads} Icon={BookOpen}>
        {t('reads')}
      </MenuLink>
      <MenuLink href={file} isDownload Icon={Download}>
        {t('download')}
      </MenuLink>
      <MenuLink href={`${file}?history=1`} isDownload Icon={History}>
        {t('downloadHistory')}
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
