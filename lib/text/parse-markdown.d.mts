import type { Root } from 'hast'

/**
 * Markdown with GFM as a tree of elements and texts, with HTML kept as literal text; null: too deep
 * or too large.
 */
export function parseMarkdown(content: string): Root | null
