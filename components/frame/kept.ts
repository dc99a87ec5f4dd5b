import { isLocale, type Locale } from '@/lib/text/locale'

export const THEMES = ['system', 'light', 'dark'] as const

/** Colour scheme of the pages: the system's, or the person's choice. */
export type Theme = (typeof THEMES)[number]

/** Widths of the panes beside the memory, in pixels. */
export interface PaneWidths {
  tree: number
  history: number
}

/** What a browser keeps, in cookies, so that the first paint has it: how pages look and listen there. */
export interface Kept {
  theme: Theme
  /** whether letters and signs without a modifier do something */
  hasSingleKeys: boolean
  /** as the page suggests, or as the person chose */
  sidebar: 'auto' | 'wide' | 'rail'
  panes: PaneWidths
  /** null: the language that the browser asks for */
  locale: Locale | null
}

type Name = 'theme' | 'single-keys' | 'sidebar' | 'panes' | 'locale'

export const KEPT_SECONDS = 365 * 24 * 3600

export const NARROWEST = 160
export const WIDEST = 720

export const clampWidth = (width: number) =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))

/** Reads the cookies; what is missing or strange is as at first. */
export function keptIn(cookies: { get: (name: Name) => { value: string } | undefined }): Kept {
  const of = (name: Name) => cookies.get(name)?.value
  const sidebar = of('sidebar')
  const locale = of('locale')
  const [, tree = 256, history = 304] = /^(\d{1,4})-(\d{1,4})$/.exec(of('panes') ?? '') ?? []
  return {
    theme: THEMES.find((theme) => theme === of('theme')) ?? 'system',
    hasSingleKeys: of('single-keys') !== 'off',
    sidebar: sidebar === 'wide' || sidebar === 'rail' ? sidebar : 'auto',
    panes: { tree: clampWidth(Number(tree)), history: clampWidth(Number(history)) },
    locale: isLocale(locale) ? locale : null,
  }
}

/** Keeps something from within the page. */
export function keep(name: Name, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${KEPT_SECONDS}; samesite=lax`
}
