'use client'

import { useEffect, useRef } from 'react'
import { Link } from '@/components/ui/link'

export interface DoneNoticeProps {
  /** the action, in words */
  done: string
  /** links to continue from here, and back */
  ways: readonly { href: string; label: string }[]
}

/** Says what was just done, with links; takes the focus, since the button that did it is gone. */
export function DoneNotice({ done, ways }: DoneNoticeProps) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <p ref={notice} role="status" tabIndex={-1} className="rounded-card bg-added-line px-3 py-2">
      {done}
      {ways.map(({ href, label }) => (
        <span key={href}>
          {' · '}
          <Link href={href} className="text-accent underline underline-offset-2">
            {label}
          </Link>
        </span>
      ))}
    </p>
  )
}
