'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'

/**
 * Time for which the focus (and below, the pointer) stays on a result before the preview follows;
 * milliseconds.
 */
const FOCUS_MS = 100
const POINTER_MS = 250

/**
 * The preview follows the result that has the focus or the pointer: the address names it, and the
 * server renders it. Does nothing where there is no room for a preview.
 */
export function FollowHits({ previewId }: { previewId: string }) {
  const router = useRouter()
  const [, startTransition] = useTransition()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = ({ target }: Event, rest: number) => {
      clearTimeout(timer)
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-hit-row]') : null
      const hit = row?.dataset.hitRow
      if (!hit || row.ariaCurrent === 'true') return
      if (!document.getElementById(previewId)?.checkVisibility()) return
      timer = setTimeout(() => {
        // Would take the place of a search that is on its way.
        if (document.querySelector('form[role="search"][aria-busy="true"]')) return
        const address = new URL(window.location.href)
        address.searchParams.set('hit', hit)
        startTransition(() => router.replace(address.search, { scroll: false }))
      }, rest)
    }
    const onFocus = (event: Event) => follow(event, FOCUS_MS)
    let pointer = ''
    const onPointer = (event: PointerEvent) => {
      const at = `${event.clientX} ${event.clientY}`
      // Results that move under a pointer at rest are not pointed at.
      if (at !== pointer) follow(event, POINTER_MS)
      pointer = at
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerover', onPointer)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerover', onPointer)
    }
  }, [previewId, router])
  return null
}
