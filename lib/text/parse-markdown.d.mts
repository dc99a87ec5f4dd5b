import type { Root } from 'hast'

/**
 * Markdown with GFM as a tree of elements and texts, HTML in it as the text that it is; null: it is
 * too deep, or too much.
 */
export function parseMarkdown(content: string): Root | null
