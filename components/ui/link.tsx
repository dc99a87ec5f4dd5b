'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link that prefetches its page on hover or focus only: a page has a hundred links, each of them
 * a page that the server would render again after every change.
 */
export function Link({
  onPointerEnter,
  onPointerLeave,
  onFocus,
  onBlur,
  ...props
}: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  const [isNear, setNear] = useState(false)
  return (
    <NextLink
      {...props}
      prefetch={isNear}
      onPointerEnter={(event) => {
        setNear(true)
        onPointerEnter?.(event)
      }}
      onPointerLeave={(event) => {
        setNear(false)
        onPointerLeave?.(event)
      }}
      onFocus={(event) => {
        setNear(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setNear(false)
        onBlur?.(event)
      }}
    />
  )
}
