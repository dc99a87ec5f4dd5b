'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

/**
 * The areas of a map, one of them in the order of Tab: from it the arrow keys go to the nearest in
 * their direction.
 */
export function MapKeys({
  label,
  isAlone,
  children,
}: {
  label: string
  /** whether nothing stands below it */
  isAlone: boolean
  children: ReactNode
}) {
  const root = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useEffect(() => {
    const cells = cellsOf(root.current)
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
    const href = link?.getAttribute('href')
    if (href == null) return
    event.preventDefault()
    router.push(href)
  }
  return (
    <div
      ref={root}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className={isAlone ? 'relative h-[max(14rem,60vh)]' : 'relative h-72'}
    >
      {children}
    </div>
  )
}

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
