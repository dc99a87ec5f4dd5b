'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'
import { useRest } from './use-rest'

/**
 * A link that prefetches its page once the pointer or the focus rests on it: a page has a hundred
 * links, each of them a page that the server would render, and a pointer or an arrow key passes many
 * on its way to one.
 */
export function Link({
  onPointerEnter,
  onPointerLeave,
  onFocus,
  onBlur,
  ...props
}: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  const [isNear, setNear] = useState(false)
  const rest = useRest(() => setNear(true))
  const leave = () => {
    rest.cancel()
    setNear(false)
  }
  return (
    <NextLink
      {...props}
      prefetch={isNear}
      onPointerEnter={(event) => {
        rest.begin()
        onPointerEnter?.(event)
      }}
      onPointerLeave={(event) => {
        leave()
        onPointerLeave?.(event)
      }}
      onFocus={(event) => {
        rest.begin()
        onFocus?.(event)
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
    />
  )
}
