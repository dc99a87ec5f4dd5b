'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { buttonVariants } from './button'
import { Kbd } from './kbd'
import { Link } from './link'
import { useLetterKey } from './use-letter-key'

export interface KeyedLinkProps {
  href: string
  /** the letter that leads there too, in lower case */
  letter: string
  variant?: 'primary' | 'secondary'
  children: ReactNode
}

/** A link that looks like a button, with the key that does the same. */
export function KeyedLink({ href, letter, variant = 'secondary', children }: KeyedLinkProps) {
  const router = useRouter()
  useLetterKey(letter, () => router.push(href))
  return (
    <Link href={href} aria-keyshortcuts={letter} className={buttonVariants({ variant })}>
      {children}
      <span aria-hidden className="max-lg:hidden">
        <Kbd>{letter.toUpperCase()}</Kbd>
      </span>
    </Link>
  )
}
