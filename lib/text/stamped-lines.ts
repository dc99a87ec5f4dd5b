import { frontMatterOf } from './front-matter'

/** What Claude Code writes anew into the front matter of a memory with every write of its own. */
const STAMPED = /^\s+(?:modified|originSessionId|node_type):/

const IS_MEMORY = /^\s+node_type:\s*memory\s*$/m

/**
 * The lines, by number from 1, that Claude Code stamps in a file of its memory: nobody meant their
 * change. None in other texts.
 */
export function stampedLines(text: string): ReadonlySet<number> {
  const front = frontMatterOf(text)
  if (!front || !IS_MEMORY.test(front.source)) return new Set()
  return new Set(
    front.source.split('\n').flatMap((line, index) => (STAMPED.test(line) ? [index + 2] : [])),
  )
}
