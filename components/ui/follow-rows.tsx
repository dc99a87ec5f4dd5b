'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'

/** Time for which the focus (and below, the pointer) stays on a row before the preview follows; milliseconds. */
const FOCUS_MS = 100
const POINTER_MS = 250

/** The row that is shown, or a link in it. */
const SHOWN = '[aria-current="true"]'

export interface FollowRowsProps {
  previewId: string
  /** what the address calls the row that is shown; rows name themselves by `data-follow` */
  param: string
  by: 'focus' | 'focus and pointer'
}

/**
 * The preview follows the row that has the focus or the pointer: the address names it, and the
 * server renders it. Does nothing where there is no room for a preview.
 */
export function FollowRows({ previewId, param, by }: FollowRowsProps) {
  const router = useRouter()
  const [, startTransition] = useTransition()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = ({ target }: Event, rest: number) => {
      clearTimeout(timer)
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-follow]') : null
      const name = row?.dataset.follow
      if (!name || row.matches(`${SHOWN}, :has(${SHOWN})`)) return
      if (!document.getElementById(previewId)?.checkVisibility()) return
      timer = setTimeout(() => {
        // Would take the place of a search that is on its way.
        if (document.querySelector('form[role="search"][aria-busy="true"]')) return
        const address = new URL(window.location.href)
        address.searchParams.set(param, name)
        startTransition(() => router.replace(address.search, { scroll: false }))
      }, rest)
    }
    const onFocus = (event: Event) => follow(event, FOCUS_MS)
    let pointer = ''
    const onPointer = (event: PointerEvent) => {
      const at = `${event.clientX} ${event.clientY}`
      // Rows that move under a pointer at rest are not pointed at.
      if (at !== pointer) follow(event, POINTER_MS)
      pointer = at
    }
    document.addEventListener('focusin', onFocus)
    if (by === 'focus and pointer') document.addEventListener('pointerover', onPointer)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerover', onPointer)
    }
  }, [by, param, previewId, router])
  return null
}
