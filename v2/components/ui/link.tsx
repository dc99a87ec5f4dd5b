'use client'

import NextLink from 'next/link'
import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** How long the pointer or the focus rests on a link before its page is fetched; milliseconds. */
const REST_MS = 80

/**
 * A link that prefetches its page once the pointer or the focus rests on it: a page has a hundred
 * links, each of them a page that the server would render, and a pointer passes many on its way to one.
 */
export function Link({
  onPointerEnter,
  onPointerLeave,
  onFocus,
  onBlur,
  ...props
}: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  const [isNear, setNear] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const come = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNear(true), REST_MS)
  }
  const leave = () => {
    clearTimeout(timer.current)
    setNear(false)
  }
  return (
    <NextLink
      {...props}
      prefetch={isNear}
      onPointerEnter={(event) => {
        come()
        onPointerEnter?.(event)
      }}
      onPointerLeave={(event) => {
        leave()
        onPointerLeave?.(event)
      }}
      onFocus={(event) => {
        come()
        onFocus?.(event)
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
    />
  )
}
