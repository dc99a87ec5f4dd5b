'use client'

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Rows rendered beyond each edge, so that scrolling meets no gap. */
const BEYOND = 12

/** Height of the pane until it is known, as on the server; pixels. */
const ASSUMED_HEIGHT = 900

export interface RowWindow {
  pane: RefObject<HTMLDivElement | null>
  /** the first row to render, and the one after the last */
  from: number
  to: number
  /** scrolls as little as is needed to show a row whole */
  reveal: (index: number) => void
}

export interface RowsOfOneHeight {
  count: number
  /** pixels */
  rowHeight: number
}

/** Finds which rows of one height a scrolling pane shows, with a few around them. */
export function useRowWindow({ count, rowHeight }: RowsOfOneHeight): RowWindow {
  const pane = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ from: 0, to: Math.ceil(ASSUMED_HEIGHT / rowHeight) })
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const look = () => {
      const from = Math.floor(element.scrollTop / rowHeight)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight)
      setSeen((last) => (last.from === from && last.to === to ? last : { from, to }))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [rowHeight])
  const reveal = (index: number) => {
    const element = pane.current
    if (!element) return
    const top = index * rowHeight
    const lowest = top + rowHeight - element.clientHeight
    if (element.scrollTop > top) element.scrollTo({ top })
    else if (element.scrollTop < lowest) element.scrollTo({ top: lowest })
  }
  const to = Math.min(count, seen.to + BEYOND)
  return { pane, from: Math.max(0, seen.from - BEYOND), to, reveal }
}
