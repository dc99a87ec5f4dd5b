import {
  Activity,
  Inbox,
  Library,
  type LucideIcon,
  MessagesSquare,
  Plug,
  SlidersHorizontal,
} from 'lucide-react'

/** A section of the dashboard, named in the texts under `Nav`. */
export interface Section {
  name: 'review' | 'sessions' | 'stores' | 'log' | 'connections' | 'installation'
  href: string
  /** after G it leads there */
  letter: string
  Icon: LucideIcon
  /** whether a page belongs to it */
  holds: (pathname: string) => boolean
}

const startsWith = (start: string) => (pathname: string) =>
  pathname === start || pathname.startsWith(`${start}/`)

/** The sections in their order. */
export const SECTIONS: readonly Section[] = [
  { name: 'review', href: '/review', letter: 'r', Icon: Inbox, holds: startsWith('/review') },
  {
    name: 'sessions',
    href: '/sessions',
    letter: 's',
    Icon: MessagesSquare,
    holds: startsWith('/sessions'),
  },
  {
    name: 'stores',
    href: '/stores',
    letter: 't',
    Icon: Library,
    holds: (pathname) => pathname === '/' || startsWith('/stores')(pathname),
  },
  { name: 'log', href: '/log', letter: 'l', Icon: Activity, holds: startsWith('/log') },
  {
    name: 'connections',
    href: '/connections',
    letter: 'c',
    Icon: Plug,
    holds: startsWith('/connections'),
  },
]

export const SETTINGS: Section = {
  name: 'installation',
  href: '/settings/installation',
  letter: ',',
  Icon: SlidersHorizontal,
  holds: startsWith('/settings'),
}
