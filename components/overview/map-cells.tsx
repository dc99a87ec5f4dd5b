'use client'

import { useRouter } from 'next/navigation'
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { isAlike, lazyHtml } from '@/components/content/lazy-html'
import { shownSize } from '@/lib/text/shown-size'
import { mapHtml } from './map-html'
import type { MapHatch, SentMap } from './sent-map'

export interface MapCellsProps {
  map: SentMap
  /** what being hatched says of a memory */
  hatch: MapHatch
  /** at a past moment, the suffix for addresses; empty: now */
  at: string
  /** whether nothing stands below it */
  isAlone: boolean
}

/**
 * The areas of a map, one of them in the order of Tab: from it the arrow keys go to the nearest in
 * their direction.
 */
export function MapCells({ isAlone, ...shown }: MapCellsProps) {
  const t = useTranslations('Overview')
  const root = useRef<HTMLDivElement>(null)
  const router = useRouter()
  /** where the focus was, by address: a changed map has new cells */
  const focused = useRef<string | null>(null)
  useEffect(() => {
    const cells = cellsOf(root.current)
    const isLost = focused.current !== null && document.activeElement === document.body
    if (isLost) cells.find((cell) => cell.getAttribute('href') === focused.current)?.focus()
    if (!cells.some(({ tabIndex }) => tabIndex === 0)) cells[0]?.setAttribute('tabindex', '0')
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target
    if (!(from instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.altKey) return
    const to = nearest(cellsOf(root.current), from, event.key)
    if (!to) return
    event.preventDefault()
    from.tabIndex = -1
    to.tabIndex = 0
    to.focus()
  }
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link) return
    event.preventDefault()
    router.push(`${link.pathname}${link.search}`)
  }
  // It says what its name says, and there are thousands.
  const onPointerOver = ({ target }: PointerEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.map-cell') : null
    if (cell && cell.title === '') cell.title = cell.ariaLabel ?? ''
  }
  return (
    <div
      ref={root}
      role="group"
      aria-label={t('map')}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => (focused.current = target.getAttribute('href'))}
      onBlur={({ target }) => {
        if (target.isConnected) focused.current = null
      }}
      onClick={onClick}
      onPointerOver={onPointerOver}
      className={isAlone ? 'relative h-[max(14rem,60vh)]' : 'relative h-72'}
    >
      <Cells {...shown} />
    </div>
  )
}

/** The areas come as data and become HTML here: see `DiffBodies`. */
const Cells = memo(function Cells({ map, hatch, at }: Omit<MapCellsProps, 'isAlone'>) {
  const t = useTranslations('Overview')
  const format = useFormatter()
  const html = useMemo(
    () =>
      lazyHtml(() =>
        mapHtml(map, {
          at,
          words: {
            size: (bytes) => shownSize(format, bytes),
            count: (count) => t('all', { count }),
            topLevel: t('topLevel'),
            hatched: t(hatch),
          },
        }),
      ),
    [map, hatch, at, t, format],
  )
  return <div role="presentation" className="contents" dangerouslySetInnerHTML={html} />
}, isAlike)

const cellsOf = (root: HTMLElement | null) => [
  ...(root?.querySelectorAll<HTMLElement>('.map-cell') ?? []),
]

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The cell that a key leads to: ahead, as near and as straight as there is. */
function nearest(cells: readonly HTMLElement[], from: HTMLElement, key: string) {
  const way = WAYS[key]
  if (!way) return undefined
  const [x, y] = middleOf(from)
  let found: HTMLElement | undefined
  let shortest = Infinity
  for (const cell of cells) {
    const [cellX, cellY] = middleOf(cell)
    const ahead = (cellX - x) * way[0] + (cellY - y) * way[1]
    const aside = Math.abs((cellX - x) * way[1]) + Math.abs((cellY - y) * way[0])
    const distance = ahead + 2 * aside
    if (cell === from || ahead <= 1 || distance >= shortest) continue
    shortest = distance
    found = cell
  }
  return found
}

function middleOf(element: HTMLElement): [x: number, y: number] {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}
