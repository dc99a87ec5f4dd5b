'use client'

import { Copy, Download, FolderInput, Pencil, Plus, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { focusFirstItem, focusPointed, moveWithin } from '@/components/ui/popover-keys'

/** Position at which a context menu was opened, in pixels of the window. */
export interface MenuPoint {
  left: number
  top: number
}

export interface TreeMenuProps {
  at: MenuPoint
  /** the one row that it is for; null: several */
  path: string | null
  /** of a memory: address of its file */
  file: string | null
  /** null: read-only */
  commands: {
    onCreate: () => void
    onRename: () => void
    onMove: () => void
    onRemove: () => void
  } | null
  /** closed by key, or by an act after which the row keeps the focus */
  onLeave: () => void
  onClose: () => void
}

/** The context menu of the tree's rows, opened by pointer or menu key. */
export function TreeMenu({ at, path, file, commands, onLeave, onClose }: TreeMenuProps) {
  const t = useTranslations('Tree')
  const memory = useTranslations('Memory')
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
            void navigator.clipboard.writeText(path)
            onLeave()
          }}
        >
          {memory('copyPath')}
        </MenuButton>
      )}
      {file === null ? null : (
        <MenuLink href={file} isDownload Icon={Download}>
          {memory('download')}
        </MenuLink>
      )}
      {commands ? (
        <>
          <MenuButton Icon={Plus} stroke="N" onSelect={commands.onCreate}>
            {t('create')}
          </MenuButton>
          {path === null ? null : (
            <MenuButton Icon={Pencil} stroke="F2" onSelect={commands.onRename}>
              {t('rename')}
            </MenuButton>
          )}
          <MenuButton Icon={FolderInput} onSelect={commands.onMove}>
            {t('move')}
          </MenuButton>
          <MenuRule />
          <MenuButton Icon={Trash2} stroke="Del" isDanger onSelect={commands.onRemove}>
            {t('remove')}
          </MenuButton>
        </>
      ) : null}
    </div>
  )
}
