import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

/** More than this is not read by anybody, and is much for a browser. */
const MOST_NODES = 50_000

/** Who renders the tree descends into it. */
const DEEPEST = 100

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // HTML is kept apart, to be shown as the text that it is.
  .use(remarkRehype, { allowDangerousHtml: true })
  .freeze()

/** What is shown of a tree; null: it is too deep, or too much. */
function shownTree(root) {
  const tree = { type: 'root', children: [] }
  const open = [{ from: root, to: tree, depth: 0 }]
  let nodes = 0
  for (let next = open.pop(); next; next = open.pop()) {
    for (const child of next.from.children) {
      const shown = shownNode(child)
      if (shown === null) continue
      if (++nodes > MOST_NODES || next.depth === DEEPEST) return null
      next.to.children.push(shown)
      if (shown.type === 'element') open.push({ from: child, to: shown, depth: next.depth + 1 })
    }
  }
  return tree
}

/** Without its place in the text. */
function shownNode({ type, tagName, properties, value }) {
  if (type === 'element') return { type, tagName, properties, children: [] }
  return type === 'text' || type === 'raw' ? { type: 'text', value } : null
}

/**
 * Markdown with GFM as a tree of elements and texts, HTML in it as the text that it is; null: it is
 * too deep, or too much. There is Markdown of a hundred kilobytes that takes minutes: long texts are
 * parsed where that harms nobody (lib/markdown), or a part at a time.
 *
 * @param {string} content
 * @returns {import('hast').Root | null}
 */
export function parseMarkdown(content) {
  try {
    return shownTree(processor.runSync(processor.parse(content)))
  } catch (error) {
    // Nested deeper than the stack.
    if (error instanceof RangeError) return null
    throw error
  }
}
