'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from './link'
import { SwitchBody, switchLook } from './switch'

export interface SwitchLinkProps {
  /** the address with the other setting */
  href: string
  isOn: boolean
  children: ReactNode
}

/** A switch whose settings have addresses, so that it works without a script. */
export function SwitchLink({ href, isOn, children }: SwitchLinkProps) {
  return (
    <Link
      href={href}
      role="switch"
      aria-checked={isOn}
      scroll={false}
      className={switchLook}
      onKeyDown={pressBySpace}
    >
      <SwitchBody isOn={isOn} /> {children}
    </Link>
  )
}

function pressBySpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
