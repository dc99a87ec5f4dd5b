export const THEMES = ['system', 'light', 'dark'] as const

/** How the dashboard looks: as the system does, or as the person chose. */
export type Theme = (typeof THEMES)[number]

export const THEME_COOKIE = 'theme'

/** From the cookie. */
export function themeOf(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? 'system'
}
