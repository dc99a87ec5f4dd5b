import { frontMatterOf } from './front-matter'

/**
 * Lines that Claude Code writes anew into the front matter of a memory with every write of its own,
 * in exactly this form: anything else there was meant by somebody.
 */
const STAMPS = [
  /^\s+modified: \d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)\s*$/,
  /^\s+originSessionId: [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/,
  /^\s+node_type: memory\s*$/,
]

const IS_MEMORY = /^[ \t]+node_type:[ \t]*memory[ \t\r]*$/m

/**
 * The lines, by number from 1, that Claude Code stamps in a file of its memory: nobody meant their
 * change. None in other texts.
 */
export function stampedLines(text: string): ReadonlySet<number> {
  const front = frontMatterOf(text)
  if (!front || !IS_MEMORY.test(front.source)) return new Set()
  return new Set(
    front.source
      .split('\n')
      .flatMap((line, index) => (STAMPS.some((stamp) => stamp.test(line)) ? [index + 2] : [])),
  )
}
