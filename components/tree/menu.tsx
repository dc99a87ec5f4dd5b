import { Copy, Download, FolderInput, Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef } from 'react'
import { copyText } from '@/components/ui/copy-button'
import {
  focusFirstItem,
  focusPointed,
  MenuButton,
  MenuLink,
  MenuRule,
  moveWithin,
} from '@/components/ui/menu'

/** Where a context menu was asked for, in pixels of the window. */
export interface MenuPoint {
  left: number
  top: number
}

/** What can be done with rows of the tree. */
export interface TreeActs {
  create: () => void
  rename: () => void
  move: () => void
  remove: () => void
}

export interface TreeMenuProps {
  at: MenuPoint
  /** the one row that it is for; null: several */
  path: string | null
  /** of a memory: address of its file */
  file: string | null
  /** null: nothing can be changed */
  acts: TreeActs | null
  /** closed by key, or by an act after which the row keeps the focus */
  onLeave: () => void
  onClose: () => void
}

/** The context menu of the tree's rows, opened by pointer or menu key. */
export function TreeMenu({ at, path, file, acts, onLeave, onClose }: TreeMenuProps) {
  const t = useTranslations('Tree')
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    element.style.left = `${Math.max(4, Math.min(at.left, innerWidth - width - 4))}px`
    element.style.top = `${Math.max(4, Math.min(at.top, innerHeight - height - 4))}px`
    focusFirstItem(element)
  }, [at])
  return (
    <div
      ref={menu}
      // Not closed by the release of the very click that asked for it.
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={t('menu')}
      className="popover-list m-0"
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onLeave()
        else moveWithin(event)
      }}
      onPointerMove={focusPointed}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose()
      }}
      onClick={({ target }) => {
        const item = target instanceof Element ? target.closest('[role="menuitem"]') : null
        if (item) return item instanceof HTMLAnchorElement ? onLeave() : onClose()
      }}
    >
      {path === null ? null : (
        <MenuButton
          Icon={Copy}
          onSelect={() => {
            void copyText(path)
            onLeave()
          }}
        >
          {t('copyPath')}
        </MenuButton>
      )}
      {file === null ? null : (
        <MenuLink href={file} download Icon={Download}>
          {t('download')}
        </MenuLink>
      )}
      {acts ? (
        <>
          <MenuButton Icon={Plus} stroke="n" onSelect={acts.create}>
            {t('create')}
          </MenuButton>
          {path === null ? null : (
            <MenuButton Icon={Pencil} stroke="f2" onSelect={acts.rename}>
              {t('rename')}
            </MenuButton>
          )}
          <MenuButton Icon={FolderInput} onSelect={acts.move}>
            {t('move')}
          </MenuButton>
          <MenuRule />
          <MenuButton Icon={Trash2} stroke="delete" isDanger onSelect={acts.remove}>
            {t('remove')}
          </MenuButton>
        </>
      ) : null}
    </div>
  )
}
