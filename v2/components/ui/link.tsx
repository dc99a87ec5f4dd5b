'use client'

import NextLink from 'next/link'
import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** How long the pointer or the focus rests on a link before its page is fetched; milliseconds. */
const REST_MS = 80

export interface LinkProps extends Omit<
  ComponentProps<typeof NextLink>,
  'prefetch' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'
> {
  /** called as the pointer or the focus comes */
  onNear?: () => void
}

/**
 * A link that prefetches its page once the pointer or the focus rests on it: a page has a hundred
 * links, each of them a page that the server would render, and a pointer passes many on its way to one.
 */
export function Link({ onNear, ...props }: LinkProps) {
  const [isNear, setNear] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const come = () => {
    onNear?.()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNear(true), REST_MS)
  }
  const leave = () => {
    clearTimeout(timer.current)
    setNear(false)
  }
  const near = { onPointerEnter: come, onPointerLeave: leave, onFocus: come, onBlur: leave }
  return <NextLink {...props} {...near} prefetch={isNear} />
}
