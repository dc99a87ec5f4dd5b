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
  Icon: LucideIcon
  /** whether a page belongs to it */
  holds: (pathname: string) => boolean
}

const startsWith = (start: string) => (pathname: string) =>
  pathname === start || pathname.startsWith(`${start}/`)

/** The sections in their order. */
export const SECTIONS: readonly Section[] = [
  { name: 'review', href: '/review', Icon: Inbox, holds: startsWith('/review') },
  { name: 'sessions', href: '/sessions', Icon: MessagesSquare, holds: startsWith('/sessions') },
  {
    name: 'stores',
    href: '/stores',
    Icon: Library,
    holds: (pathname) => pathname === '/' || startsWith('/stores')(pathname),
  },
  { name: 'log', href: '/log', Icon: Activity, holds: startsWith('/log') },
  { name: 'connections', href: '/connections', Icon: Plug, holds: startsWith('/connections') },
]

export const SETTINGS: Section = {
  name: 'installation',
  href: '/settings/installation',
  Icon: SlidersHorizontal,
  holds: startsWith('/settings'),
}
