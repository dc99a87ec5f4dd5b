import {
  Eraser,
  KeyRound,
  Library,
  type LucideIcon,
  SlidersHorizontal,
  TextSearch,
} from 'lucide-react'
import type { Letter } from '@/components/keys/kbd'

/** A section of the pages, named in the texts under `Frame`. */
export interface Section {
  name: 'stores' | 'search' | 'redactions' | 'keys' | 'settings'
  href: string
  /** after G it leads there */
  letter: Letter
  Icon: LucideIcon
  /** whether a page belongs to it */
  holds: (pathname: string) => boolean
}

const startsWith = (start: string) => (pathname: string) =>
  pathname === start || pathname.startsWith(`${start}/`)

/** The sections in their order. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'stores',
    href: '/stores',
    letter: 't',
    Icon: Library,
    holds: (pathname) => pathname === '/' || startsWith('/stores')(pathname),
  },
  { name: 'search', href: '/search', letter: 's', Icon: TextSearch, holds: startsWith('/search') },
  {
    name: 'redactions',
    href: '/redactions',
    letter: 'x',
    Icon: Eraser,
    holds: (pathname) => startsWith('/redactions')(pathname) || startsWith('/redact')(pathname),
  },
]

/** Below the stores used last. */
export const FURTHER: readonly Section[] = [
  { name: 'keys', href: '/keys', letter: 'k', Icon: KeyRound, holds: startsWith('/keys') },
  {
    name: 'settings',
    href: '/settings',
    letter: 'o',
    Icon: SlidersHorizontal,
    holds: startsWith('/settings'),
  },
]
