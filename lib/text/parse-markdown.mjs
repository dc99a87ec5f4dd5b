import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

/** Nobody reads more than this, and it is a lot for a browser. */
const MAX_NODES = 50_000

/** Renderers recurse into the tree. */
const DEEPEST = 100

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // HTML nodes are kept, to be shown as literal text.
  .use(remarkRehype, { allowDangerousHtml: true })
  .freeze()

/** The part of a tree that is shown; null: too deep or too large. */
function shownTree(root) {
  const tree = { type: 'root', children: [] }
  const open = [{ from: root, to: tree, depth: 0 }]
  let nodes = 0
  for (let next = open.pop(); next; next = open.pop()) {
    for (const child of next.from.children) {
      const shown = shownNode(child)
      if (shown === null) continue
      if (++nodes > MAX_NODES || next.depth === DEEPEST) return null
      next.to.children.push(shown)
      if (shown.type === 'element') open.push({ from: child, to: shown, depth: next.depth + 1 })
    }
  }
  return tree
}

/** Drops the node's position in the source. */
function shownNode({ type, tagName, properties, value }) {
  if (type === 'element') return { type, tagName, properties, children: [] }
  return type === 'text' || type === 'raw' ? { type: 'text', value } : null
}

/**
 * Markdown with GFM as a tree of elements and texts, with HTML kept as literal text; null: too deep
 * or too large. Some Markdown of a hundred kilobytes takes minutes: long texts are parsed off the
 * serving thread (lib/markdown), or one part at a time.
 *
 * @param {string} content
 * @returns {import('hast').Root | null}
 */
export function parseMarkdown(content) {
  try {
    return shownTree(processor.runSync(processor.parse(content)))
  } catch (error) {
    // Nested deeper than the call stack.
    if (error instanceof RangeError) return null
    throw error
  }
}
