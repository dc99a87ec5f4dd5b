import {
  Activity,
  BookOpen,
  Eraser,
  Inbox,
  Library,
  type LucideIcon,
  MessagesSquare,
  Plug,
  SlidersHorizontal,
  TextSearch,
} from 'lucide-react'
import type { Letter } from '@/components/keys/kbd'
import type { GuidePage } from '@/components/guide/pages'

/** A section of the pages, named in the texts under `Frame`. */
export interface Section {
  name:
    | 'review'
    | 'sessions'
    | 'stores'
    | 'log'
    | 'search'
    | 'redactions'
    | 'connections'
    | 'settings'
    | 'guide'
  href: string
  /** after G it leads there */
  letter: Letter
  Icon: LucideIcon
  /** the addresses of its pages, where they begin otherwise than its own */
  pages?: RegExp
}

/** Whether an address is one of a section. */
export const isIn = ({ href, pages }: Section, pathname: string): boolean =>
  pages ? pages.test(pathname) : pathname.startsWith(href)

/** Pages that the guide tells of elsewhere than under *Read a store*. */
const TOLD: readonly (readonly [RegExp, GuidePage])[] = [
  [/\/(?:why|tests)\b/, 'why'],
  [/\/seed$/, 'seed'],
  [/^\/review|\/(?:changes|rules)$/, 'review'],
  [/^\/sessions/, 'sessions'],
  [/^\/redact/, 'redact'],
  [/^\/connections$/, 'folders'],
  [/^\/connections/, 'connect'],
  [/^\/settings/, 'settings'],
]

/** Where a section leads from a page: in the guide to what is told there of this page. */
export function addressFrom(pathname: string, { name, href }: Section): string {
  const told = name === 'guide' ? TOLD.find(([pages]) => pages.test(pathname)) : undefined
  return told ? `/guide/${told[1]}` : href
}

/** The sections in their order. */
export const SECTIONS: readonly Section[] = [
  { name: 'review', href: '/review', letter: 'r', Icon: Inbox },
  { name: 'sessions', href: '/sessions', letter: 'e', Icon: MessagesSquare },
  { name: 'stores', href: '/stores', letter: 't', Icon: Library, pages: /^\/(stores|$)/ },
  { name: 'log', href: '/log', letter: 'l', Icon: Activity },
  { name: 'connections', href: '/connections', letter: 'c', Icon: Plug },
  { name: 'search', href: '/search', letter: 's', Icon: TextSearch },
  { name: 'redactions', href: '/redactions', letter: 'x', Icon: Eraser, pages: /^\/redact/ },
]

/** Below the stores used last. */
export const FURTHER: readonly Section[] = [
  { name: 'settings', href: '/settings', letter: 'o', Icon: SlidersHorizontal },
  { name: 'guide', href: '/guide/stores', letter: 'h', Icon: BookOpen, pages: /^\/guide/ },
]

export const ALL_SECTIONS = [...SECTIONS, ...FURTHER]
