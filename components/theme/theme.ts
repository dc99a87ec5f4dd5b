export const THEMES = ['system', 'light', 'dark'] as const

/** Colour scheme of the dashboard: the system's, or the person's choice. */
export type Theme = (typeof THEMES)[number]

export const THEME_COOKIE = 'theme'

/** Reads the cookie. */
export function themeOf(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? 'system'
}
