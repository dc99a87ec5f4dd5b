import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TreeRow } from './listing'

/** How many rows the server draws. */
const FIRST_ROWS = 60

/** Rows that are drawn above and below those in sight. */
const BESIDE = 12

/**
 * Draws the rows that are in sight, and moves the focus to any. All rows are of one height: which of
 * them are in sight is a division, which needs no library.
 */
export function useRowsInSight(rows: readonly TreeRow[], selected: string | null) {
  const scroller = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ from: 0, to: FIRST_ROWS })
  const scrolled = useRef(0)
  const look = () => {
    const element = scroller.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    const height = rowHeight(element)
    scrolled.current = scrollTop
    const from = Math.floor(scrollTop / height)
    const to = Math.ceil((scrollTop + clientHeight) / height)
    setSight((before) => (before.from === from && before.to === to ? before : { from, to }))
  }
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const before = useRef(rows)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const height = rowHeight(element)
    const from = Math.floor(scrolled.current / height)
    const first = before.current[from]
    before.current = rows
    if (scrolled.current === 0 || !first) return
    // What is read stays where it is, whatever comes and goes above it.
    const index = rows.findIndex(({ path }) => path === first.path)
    if (index >= 0) element.scrollTop = scrolled.current + (index - from) * height
  }, [rows])
  const wanted = useRef<string | null>(null)
  const focusWanted = () => {
    const row = wanted.current
    if (row === null) return
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
    if (!element) return
    wanted.current = null
    element.focus({ preventScroll: true })
  }
  useEffect(focusWanted)
  const bringIntoSight = (index: number) => {
    const element = scroller.current
    if (!element) return
    const height = rowHeight(element)
    const top = index * height
    const highest = top + height - element.clientHeight
    if (element.scrollTop > top) element.scrollTop = top
    else if (element.scrollTop < highest) element.scrollTop = highest
    look()
  }
  useEffect(() => {
    const index = rows.findIndex(({ path }) => path === selected)
    if (index >= 0) bringIntoSight(index)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once another memory is open
  }, [selected])
  const focusRow = (index: number) => {
    const to = Math.min(Math.max(index, 0), rows.length - 1)
    wanted.current = rows[to]?.path ?? null
    if (wanted.current === null) return
    bringIntoSight(to)
    focusWanted()
  }
  /** Focuses the row of a path as soon as there is one. */
  const focusPath = (path: string) => {
    wanted.current = path
  }
  // With rows gone, before the browser has scrolled up, the last ones are in sight.
  const end = Math.min(sight.to, rows.length)
  const first = Math.max(Math.min(sight.from, end - (sight.to - sight.from)) - BESIDE, 0)
  const last = Math.min(end + BESIDE, rows.length)
  const drawn = Array.from({ length: last - first }, (_, at) => first + at)
  return { scroller, drawn, focusRow, focusPath }
}

/** All are as high; on a phone higher than elsewhere. Pixels. */
const rowHeight = (scroller: HTMLElement) =>
  scroller.querySelector<HTMLElement>('[data-row]')?.offsetHeight || 28
