'use client'

import {
  BookOpen,
  Download,
  Ellipsis,
  FolderInput,
  Footprints,
  History,
  Pencil,
  ShieldBan,
  ShieldX,
  Trash2,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QuarantineDialog } from '@/components/quarantine/quarantine-dialog'
import { askTree } from '@/components/tree/tree-requests'
import { handText } from '@/components/ui/handed-text'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { textToRedact } from './text-to-redact'

export interface MemoryMenuProps {
  /** address of its reads */
  reads: string
  /** address of the reach of its present version */
  reach: string
  /** address for redacting texts from the store; what is marked in the content is handed there */
  redact: string
  /** address of its file */
  file: string
  isReadOnly: boolean
  memory: { storeId: string; memoryId: string }
  isQuarantined: boolean
  /** its file in a watched folder; null: it has none */
  watchedFile: string | null
}

/** The menu of the rarer actions on a memory. */
export function MemoryMenu(props: MemoryMenuProps) {
  const { reads, reach, redact, file, isReadOnly, memory, isQuarantined, watchedFile } = props
  const t = useTranslations('Memory')
  const [isAsking, ask] = useState(false)
  const router = useRouter()
  const openRedaction = () => {
    const text = textToRedact()
    if (text !== '') handText('redaction', text)
    router.push(redact)
  }
  return (
    <>
      <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
        <MenuLink href={reads} Icon={BookOpen}>
          {t('reads')}
        </MenuLink>
        <MenuLink href={reach} Icon={Footprints}>
          {t('reach')}
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
            <MenuButton Icon={FolderInput} onSelect={() => askTree('move')}>
              {t('move')}
            </MenuButton>
          </>
        )}
        <MenuRule />
        {isQuarantined ? null : (
          <MenuButton Icon={ShieldBan} onSelect={() => ask(true)}>
            {t('quarantine')}
          </MenuButton>
        )}
        <MenuButton Icon={ShieldX} onSelect={openRedaction}>
          {t('redact')}
        </MenuButton>
        {isReadOnly ? null : (
          <MenuButton Icon={Trash2} isDanger onSelect={() => askTree('remove')}>
            {t('remove')}
          </MenuButton>
        )}
      </Menu>
      <QuarantineDialog
        {...memory}
        watchedFile={watchedFile}
        isOpen={isAsking}
        onOpenChange={ask}
      />
    </>
  )
}
