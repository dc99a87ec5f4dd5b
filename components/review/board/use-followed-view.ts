'use client'

import { type RefObject, useEffect, useEffectEvent } from 'react'
import { elementOf, focusHunk, isInView, mayMoveFocus } from './board-focus'

export interface FollowedView {
  /** the bar at the thumb, which covers what is below its top; while it is away nothing is followed */
  bar: RefObject<HTMLElement | null>
  /** the one that the bar answers; null: none is open */
  currentId: string | null
  /** ids of the open ones, in the order of the page */
  openIds: readonly string[]
}

/**
 * Makes the first open hunk on the screen current once the current one was scrolled away. Returns
 * what runs an answer to the current hunk, unless that is not on the screen: then it is shown instead.
 */
export function useFollowedView({ bar, currentId, openIds }: FollowedView) {
  const isSeen = (id: string) => isInView(id, bar.current)
  const follow = useEffectEvent(() => {
    if (!isShown(bar.current) || currentId === null || isSeen(currentId) || !mayMoveFocus()) return
    const seen = openIds.find(isSeen)
    if (seen !== undefined) elementOf(seen)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    let frame = 0
    // After the frame in which a hunk that takes the focus is scrolled into view.
    const scrolled = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => follow())
    }
    // Whichever element it is that scrolls.
    document.addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [])
  return (act: () => void) => {
    if (currentId === null) return
    if (isSeen(currentId)) act()
    else focusHunk(currentId)
  }
}

const isShown = (element: HTMLElement | null) =>
  element !== null && getComputedStyle(element).display !== 'none'
