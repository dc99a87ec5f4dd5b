export const THEMES = ['system', 'light', 'dark'] as const

/** Colour scheme of the pages: the system's, or the person's choice. */
export type Theme = (typeof THEMES)[number]

/** What a browser keeps of how the pages look and listen there. */
export const THEME_COOKIE = 'theme'
export const SINGLE_KEYS_COOKIE = 'single-keys'

/** Reads the cookie. */
export function themeOf(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? 'system'
}

/** Reads from the cookie whether letters and signs without a modifier do something. */
export function areSingleKeysOn(cookie: string | undefined): boolean {
  return cookie !== 'off'
}
