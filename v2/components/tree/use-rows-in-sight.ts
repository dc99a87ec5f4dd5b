'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { TreeRow } from './listing'

/** Heights of a row, on a phone and elsewhere, and how many of them the server draws. */
const ROW = 28
const ROW_ON_PHONE = 44
const FIRST_ROWS = 60

/** Draws the rows that are in sight, and moves the focus to any. */
export function useRowsInSight(rows: readonly TreeRow[], selected: string | null) {
  const scroller = useRef<HTMLDivElement>(null)
  const height = useSyncExternalStore(onWidth, heightNow, () => ROW)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    initialRect: { width: 0, height: ROW * FIRST_ROWS },
    getItemKey: (index) => rows[index]?.path ?? index,
  })
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const row = wanted.current
    if (row === null) return
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
    if (!element) return
    wanted.current = null
    element.focus({ preventScroll: true })
  })
  useEffect(() => {
    const index = rows.findIndex(({ path }) => path === selected)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once another memory is open
  }, [selected])
  const focusRow = (index: number) => {
    const to = Math.min(Math.max(index, 0), rows.length - 1)
    wanted.current = rows[to]?.path ?? null
    if (wanted.current === null) return
    virtual.scrollToIndex(to, { align: 'auto' })
    const row = `[data-row="${CSS.escape(wanted.current)}"]`
    const element = scroller.current?.querySelector<HTMLElement>(row)
    if (!element) return
    wanted.current = null
    element.focus({ preventScroll: true })
  }
  return { scroller, virtual, focusRow }
}

const PHONE = '(width < 48rem)'

const heightNow = () => (window.matchMedia(PHONE).matches ? ROW_ON_PHONE : ROW)

function onWidth(onChange: () => void): () => void {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
