'use client'

import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** The item under the pointer in a plot, and the props of the element that is divided. */
export interface Pointed {
  /** from the left or the top; null: nothing */
  index: number | null
  pointing: {
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerLeave: () => void
  }
  keys: {
    onFocus: () => void
    onBlur: () => void
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

/**
 * Finds which of `count` equal parts of an element is under the pointer, or chosen by the arrow
 * keys while the plot has the focus.
 */
export function usePointed(count: number, along: 'x' | 'y'): Pointed {
  const [index, setIndex] = useState<number | null>(null)
  const [back, forward] = along === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  const within = (at: number) => Math.min(count - 1, Math.max(0, at))
  return {
    index: index === null || index >= count ? null : index,
    pointing: {
      onPointerMove: ({ currentTarget, clientX, clientY }) => {
        const { left, top, width, height } = currentTarget.getBoundingClientRect()
        const share = along === 'x' ? (clientX - left) / width : (clientY - top) / height
        setIndex(share < 0 || share >= 1 ? null : within(Math.floor(share * count)))
      },
      onPointerLeave: () => setIndex(null),
    },
    keys: {
      // A click gives the focus too: it points already.
      onFocus: () => setIndex((pointed) => pointed ?? 0),
      onBlur: () => setIndex(null),
      onKeyDown: (event) => {
        const by = event.key === forward ? 1 : event.key === back ? -1 : 0
        if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        setIndex((pointed) => within((pointed ?? (by > 0 ? -1 : count)) + by))
      },
    },
  }
}
