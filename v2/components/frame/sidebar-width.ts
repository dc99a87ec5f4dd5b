/** Width of the sidebar: as the page suggests, or as the person chose. */
export type SidebarWidth = 'auto' | 'wide' | 'rail'

export const SIDEBAR_COOKIE = 'sidebar'

/** Reads the cookie. */
export function sidebarWidth(cookie: string | undefined): SidebarWidth {
  return cookie === 'wide' || cookie === 'rail' ? cookie : 'auto'
}
