/** Widths of the panes beside the memory, in pixels. */
export interface PaneWidths {
  tree: number
  history: number
}

export const PANES_COOKIE = 'panes'
export const NARROWEST = 160
export const WIDEST = 720

const DEFAULT: PaneWidths = { tree: 256, history: 304 }

export function clampWidth(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
}

/** Reads the cookie, with defaults for what is missing. */
export function paneWidths(cookie: string | undefined): PaneWidths {
  const [, tree, history] = /^(\d{1,4})-(\d{1,4})$/.exec(cookie ?? '') ?? []
  if (tree === undefined || history === undefined) return DEFAULT
  return { tree: clampWidth(Number(tree)), history: clampWidth(Number(history)) }
}
