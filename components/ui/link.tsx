'use client'

import { useTranslations } from 'next-intl'
import NextLink, { useLinkStatus } from 'next/link'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { mayLeave } from '@/components/live/leaving'

/** How long the pointer or the focus rests on a link before its page is fetched; milliseconds. */
const REST_MS = 80

export interface LinkProps extends Omit<
  ComponentProps<typeof NextLink>,
  'href' | 'prefetch' | 'onNavigate' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'
> {
  href: string
  /** called as the pointer or the focus comes */
  onNear?: () => void
}

/**
 * A link that prefetches its page once the pointer or the focus rests on it: a page has a hundred
 * links, each of them a page that the server would render, and a pointer passes many on its way to one.
 * With `download` its address is a file, and no page.
 */
export function Link({ onNear, children, ...props }: LinkProps) {
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
  return (
    <NextLink
      {...props}
      {...near}
      prefetch={isNear && !props.download}
      onNavigate={(event) => mayLeave(props.href) || event.preventDefault()}
    >
      {children}
      <Pending />
    </NextLink>
  )
}

/**
 * Says that the link's page is loading, once it takes long enough to be noticed. Replaces `loading`
 * files: those would keep the rendered page out of the first response, and its status.
 */
function Pending() {
  return useLinkStatus().pending ? createPortal(<Loading />, document.body) : null
}

function Loading() {
  return (
    <div
      role="progressbar"
      aria-label={useTranslations('Common')('loading')}
      className="skeleton fixed inset-x-0 top-0 z-50 h-0.5 bg-accent"
    />
  )
}
