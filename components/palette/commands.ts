import {
  Activity,
  BookOpen,
  Eraser,
  FileText,
  History,
  Inbox,
  Keyboard,
  KeyRound,
  Languages,
  Library,
  type LucideIcon,
  MessageSquarePlus,
  MessagesSquare,
  Moon,
  Plug,
  Plus,
  Search,
  SlidersHorizontal,
  Sun,
  SunMoon,
} from 'lucide-react'
import { MEMORY_VIEW_NAMES, type MemoryViewName } from '@/components/content/memory-view-name'
import { GUIDE_PAGE_NAMES, type GuidePageName } from '@/components/guide/guide-pages'
import { THEMES, type Theme } from '@/components/theme/theme'
import { type Locale, LOCALES } from '@/lib/text/locale'

/** A page that the palette leads to, named in the texts under `Palette`. */
export interface PageCommand {
  name: PageName
  href: string
  Icon: LucideIcon
}

export type PageName =
  | SectionName
  | 'search'
  | 'digest'
  | 'contexts'
  | 'redactions'
  | 'keysForPrograms'
  | 'storeSession'
  | 'session'
  | 'sessionContext'
  | 'sessionChanges'
  | 'storeSeed'
  | 'storeSettings'
  | 'storeActivity'
  | 'storeSearch'
  | 'storeRedact'
  | `view_${MemoryViewName}`

type SectionName = 'review' | 'sessions' | 'stores' | 'activity' | 'connections' | 'settings'

/** The pages of the navigation. */
export const SECTION_PAGES: readonly PageCommand[] = [
  { name: 'review', href: '/review', Icon: Inbox },
  { name: 'sessions', href: '/sessions', Icon: MessagesSquare },
  { name: 'stores', href: '/stores', Icon: Library },
  { name: 'activity', href: '/log', Icon: Activity },
  { name: 'connections', href: '/connections', Icon: Plug },
  { name: 'settings', href: '/settings/installation', Icon: SlidersHorizontal },
]

const FURTHER_PAGES: readonly PageCommand[] = [
  { name: 'search', href: '/search', Icon: Search },
  { name: 'digest', href: '/log/figures', Icon: History },
  { name: 'contexts', href: '/sessions?show=context', Icon: MessagesSquare },
  { name: 'redactions', href: '/redactions', Icon: Eraser },
  { name: 'keysForPrograms', href: '/connections#keys', Icon: KeyRound },
]

/** The pages that have no row while nothing is asked: of where one is, then of all. */
export function furtherPages(pathname: string, search: URLSearchParams): PageCommand[] {
  const storeId = /^\/stores\/([^/]+)/.exec(pathname)?.[1]
  const sessionId = /^\/sessions\/(sesn_[^/]+)/.exec(pathname)?.[1]
  return [
    ...(sessionId === undefined ? [] : sessionPages(sessionId)),
    ...(storeId === undefined ? [] : memoryPages(storeId, search)),
    ...(storeId === undefined ? [] : storePages(storeId)),
    ...FURTHER_PAGES,
  ]
}

function memoryPages(storeId: string, search: URLSearchParams): PageCommand[] {
  const kept = new URLSearchParams()
  for (const name of ['memory', 'path', 'at']) {
    const value = search.get(name)
    if (value !== null) kept.set(name, value)
  }
  if (!kept.has('memory') && !kept.has('path')) return []
  return MEMORY_VIEW_NAMES.map((view) => ({
    name: `view_${view}`,
    href: `/stores/${storeId}?${new URLSearchParams({ ...Object.fromEntries(kept), view })}`,
    Icon: FileText,
  }))
}

function sessionPages(sessionId: string): PageCommand[] {
  const Icon = MessagesSquare
  return [
    { name: 'session', href: `/sessions/${sessionId}`, Icon },
    { name: 'sessionContext', href: `/sessions/${sessionId}/context`, Icon },
    { name: 'sessionChanges', href: `/sessions/${sessionId}/changes`, Icon },
  ]
}

function storePages(storeId: string): PageCommand[] {
  return [
    { name: 'storeSession', href: `/sessions/new?store=${storeId}`, Icon: MessageSquarePlus },
    { name: 'storeSeed', href: `/stores/${storeId}/seed`, Icon: Plus },
    { name: 'storeActivity', href: `/log?store=${storeId}`, Icon: Activity },
    { name: 'storeSearch', href: `/search?store=${storeId}`, Icon: Search },
    { name: 'storeRedact', href: `/redact?store=${storeId}`, Icon: Eraser },
    { name: 'storeSettings', href: `/stores/${storeId}/settings`, Icon: SlidersHorizontal },
  ]
}

/** An act that no page has to itself. `theme_…`: how the dashboard looks in this browser. */
export type Doing =
  | { name: 'newSession' | 'newStore' | 'newKey' | 'redact'; href: string; Icon: LucideIcon }
  | { name: `theme_${Theme}`; theme: Theme; Icon: LucideIcon }
  | { name: 'keys'; Icon: LucideIcon }
  | { name: 'language'; locale: Locale; Icon: LucideIcon }
  | { name: 'guide'; page: GuidePageName; href: string; Icon: LucideIcon }

const THEME_ICONS = { system: SunMoon, light: Sun, dark: Moon } as const

/** The actions that are possible from everywhere; first those with a row while nothing is asked. */
export const DOINGS: readonly Doing[] = [
  { name: 'newSession', href: '/sessions/new', Icon: MessageSquarePlus },
  { name: 'newStore', href: '/stores#new-store', Icon: Plus },
  { name: 'newKey', href: '/connections#new-key', Icon: KeyRound },
  { name: 'redact', href: '/redact', Icon: Eraser },
  ...THEMES.map((theme): Doing => ({ name: `theme_${theme}`, theme, Icon: THEME_ICONS[theme] })),
  { name: 'keys', Icon: Keyboard },
  ...LOCALES.map((locale): Doing => ({ name: 'language', locale, Icon: Languages })),
  ...GUIDE_PAGE_NAMES.map((page): Doing => ({
    name: 'guide',
    page,
    href: `/guide/${page}`,
    Icon: BookOpen,
  })),
]

/** The theme that one would change to: the other of what is seen. */
export function otherTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  const isDark =
    chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  return isDark ? 'light' : 'dark'
}
