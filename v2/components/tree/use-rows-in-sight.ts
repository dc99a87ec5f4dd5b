'use client'

import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { TreeRow } from './listing'

/** Heights of a row, on a phone and elsewhere, and how many of them the server draws. */
const ROW = 28
const ROW_ON_PHONE = 44
const FIRST_ROWS = 60

/** Rows that are drawn above and below those in sight. */
const BESIDE = 12

/**
 * Draws the rows that are in sight, and moves the focus to any. All rows are of one height: which of
 * them are in sight is a division, which needs no library.
 */
export function useRowsInSight(rows: readonly TreeRow[], selected: string | null) {
  const scroller = useRef<HTMLDivElement>(null)
  const height = useSyncExternalStore(onWidth, heightNow, () => ROW)
  const [sight, setSight] = useState({ from: 0, to: FIRST_ROWS })
  const scrolled = useRef(0)
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it reads the height alone
  }, [height])
  const before = useRef(rows)
  useLayoutEffect(() => {
    const from = Math.floor(scrolled.current / height)
    const first = before.current[from]
    before.current = rows
    if (scrolled.current === 0 || !first || !scroller.current) return
    // What is read stays where it is, whatever comes and goes above it.
    const index = rows.findIndex(({ path }) => path === first.path)
    if (index >= 0) scroller.current.scrollTop = scrolled.current + (index - from) * height
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the same height, once the rows change
  }, [rows])
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const row = wanted.current
    if (row === null) return
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
    if (!element) return
    wanted.current = null
    element.focus({ preventScroll: true })
  })
  const bringIntoSight = (index: number) => {
    const element = scroller.current
    if (!element) return
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
    const row = `[data-row="${CSS.escape(wanted.current)}"]`
    const element = scroller.current?.querySelector<HTMLElement>(row)
    if (!element) return
    wanted.current = null
    element.focus({ preventScroll: true })
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

const PHONE = '(width < 48rem)'

const heightNow = () => (window.matchMedia(PHONE).matches ? ROW_ON_PHONE : ROW)

function onWidth(onChange: () => void): () => void {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
