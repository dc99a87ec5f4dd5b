'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, FileText } from 'lucide-react'
import Link from 'next/link'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { humanSize } from '@/lib/text/human-size'
import { baseName } from '@/lib/text/memory-path'
import { type TreeItem, treeQuery } from './tree-query'

export interface MemoryTreeProps {
  storeId: string
  /** the memory that is open */
  selected: string | null
  /** a moment of the past, by its time (RFC 3339) and its last change; null: now */
  past: { at: string; sequence: number } | null
}

/** A store's folders and memories; a folder is loaded when it is opened. */
export function MemoryTree({ storeId, selected, past }: MemoryTreeProps) {
  const t = useTranslations('Tree')
  const app = useTranslations('App')
  const root = useInfiniteQuery(treeQuery(storeId, '/', past?.at ?? null))
  if (root.isPending) return <p className="px-4 py-2 text-faint">{app('loading')}</p>
  if (root.isSuccess && root.data.pages.every((page) => page.items.length === 0)) {
    return <p className="px-4 py-2 text-faint">{t('empty')}</p>
  }
  return (
    <ul role="tree" aria-label={t('label')} onKeyDown={moveFocus} className="py-1 text-[13px]">
      <Children storeId={storeId} directory="/" level={1} selected={selected} past={past} />
    </ul>
  )
}

interface ChildrenProps extends MemoryTreeProps {
  directory: string
  level: number
}

function Children({ storeId, directory, level, selected, past }: ChildrenProps) {
  const t = useTranslations('Tree')
  const app = useTranslations('App')
  const query = useInfiniteQuery(treeQuery(storeId, directory, past?.at ?? null))
  const indent = { paddingLeft: `${level * 14}px` }
  if (query.isPending) {
    return (
      <li role="none" style={indent} className="py-0.5 text-faint">
        {app('loading')}
      </li>
    )
  }
  if (query.isError) {
    return (
      <li role="none" style={indent} className="py-0.5 text-removed">
        {t('failed')} <Button onClick={() => void query.refetch()}>{app('tryAgain')}</Button>
      </li>
    )
  }
  const items = query.data.pages.flatMap((page) => page.items)
  return (
    <>
      {items.map((item) => (
        <Item
          key={item.path}
          item={item}
          storeId={storeId}
          level={level}
          selected={selected}
          past={past}
        />
      ))}
      {query.hasNextPage ? (
        <li role="none" style={indent} className="py-1">
          <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            {query.isFetchingNextPage ? app('loading') : t('more')}
          </Button>
        </li>
      ) : null}
    </>
  )
}

interface ItemProps extends MemoryTreeProps {
  item: TreeItem
  level: number
}

const ROW =
  'flex w-full items-center gap-1 rounded-sm py-0.5 pr-2 text-left hover:bg-hover cursor-pointer'

function Item({ item, storeId, level, selected, past }: ItemProps) {
  const t = useTranslations('Tree')
  const [isOpen, setOpen] = useState(
    item.type === 'directory' && (selected?.startsWith(item.path) ?? false),
  )
  const indent = { paddingLeft: `${(level - 1) * 14 + 8}px` }
  if (item.type === 'memory') {
    const isSelected = item.path === selected
    return (
      <li role="treeitem" aria-level={level} aria-selected={isSelected}>
        <Link
          href={`/stores/${storeId}?path=${encodeURIComponent(item.path)}${past ? `&at=${past.sequence}` : ''}`}
          style={indent}
          data-tree-row
          className={classNames(ROW, isSelected && 'bg-selected font-medium')}
        >
          <FileText size={14} className="shrink-0 text-faint" aria-hidden />
          <span className="truncate">{baseName(item.path)}</span>
          <span className="ml-auto pl-2 text-xs text-faint tabular-nums">
            {humanSize(item.size)}
          </span>
        </Link>
      </li>
    )
  }
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <li role="treeitem" aria-level={level} aria-expanded={isOpen} aria-selected={false}>
      <button
        type="button"
        style={indent}
        data-tree-row
        className={ROW}
        aria-label={t('folder', { name: baseName(item.path.slice(0, -1)) })}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight' && !isOpen) setOpen(true)
          if (event.key === 'ArrowLeft' && isOpen) setOpen(false)
        }}
      >
        <Chevron size={14} className="shrink-0 text-faint" aria-hidden />
        <span className="truncate">{baseName(item.path.slice(0, -1))}</span>
      </button>
      {isOpen ? (
        <ul role="group">
          <Children
            storeId={storeId}
            directory={item.path}
            level={level + 1}
            selected={selected}
            past={past}
          />
        </ul>
      ) : null}
    </li>
  )
}

/** Up and down go from row to row, Home and End to the first and last. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tree-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  }[event.key]
  if (to === undefined) return
  event.preventDefault()
  rows[to]?.focus()
}
