import { BookOpen, Download, Ellipsis, FolderInput, Pencil, ShieldX, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useKey } from '@/components/keys/use-key'
import { useToRedact } from '@/components/ui/handed'
import { askTree } from '@/components/tree/use-tree-acts'
import { ButtonLink } from '@/components/ui/button'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'

export interface MemoryActsProps {
  storeId: string
  memoryId: string
  /** the memory's, in no view */
  address: string
  isReadOnly: boolean
  /** whether its editor is open */
  isEdited: boolean
}

/** Edits the memory that is open; the rarer acts are in a menu. */
export function MemoryActs({ storeId, memoryId, address, isReadOnly, isEdited }: MemoryActsProps) {
  const t = useTranslations('Memory')
  const router = useRouter()
  const edit = `${address}&view=edit`
  const file = `/memory-file?${new URLSearchParams({ store: storeId, memory: memoryId })}`
  const toRedact = useToRedact(storeId)
  const redact = async () => {
    const { markedText } = await import('@/components/lines/marked-text')
    toRedact({ text: markedText() })
  }
  useKey('e', t('edit'), () => router.push(edit), { when: !isReadOnly && !isEdited, bar: true })
  useKey('x', t('redact'), () => void redact())
  return (
    <span className="flex items-center gap-1.5">
      {isReadOnly || isEdited ? null : (
        <ButtonLink href={edit} Icon={Pencil} stroke="e">
          <span className="max-md:sr-only">{t('edit')}</span>
        </ButtonLink>
      )}
      <Menu label={t('more')} button={<Ellipsis size={16} aria-hidden />}>
        <MenuLink href={`${address}&view=reads`} Icon={BookOpen}>
          {t('reads')}
        </MenuLink>
        <MenuLink href={file} download Icon={Download}>
          {t('download')}
        </MenuLink>
        {isReadOnly ? null : (
          <>
            <MenuButton Icon={Pencil} stroke="f2" onSelect={() => askTree('rename')}>
              {t('rename')}
            </MenuButton>
            <MenuButton Icon={FolderInput} onSelect={() => askTree('move')}>
              {t('move')}
            </MenuButton>
          </>
        )}
        <MenuRule />
        <MenuButton Icon={ShieldX} stroke="x" onSelect={() => void redact()}>
          {t('redact')}
        </MenuButton>
        {isReadOnly ? null : (
          <MenuButton Icon={Trash2} isDanger onSelect={() => askTree('remove')}>
            {t('remove')}
          </MenuButton>
        )}
      </Menu>
    </span>
  )
}
