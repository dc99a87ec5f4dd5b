import 'server-only'
import { Fragment } from 'react'
import { LineList } from '@/components/content/line-list'
import { texts } from '@/components/i18n/server-texts'
import type { SyntaxToken } from '@/lib/text/syntax'
import type { ThreadsAtLine as LineWithThreads } from './memory-threads'
import { ThreadsAtLine } from './threads-at-line'

export interface CommentedLinesProps {
  lines: readonly string[]
  /** the number of the first; left out: 1 */
  first?: number
  /** the parts of each line, for their colour; null: none */
  syntax: readonly (readonly SyntaxToken[])[] | null
  /** in the order of the lines; those at others are left out */
  threads: readonly LineWithThreads[]
  /** words that mark single lines, by number */
  marks?: ReadonlyMap<number, string>
}

/** Lines with the comments at them; use within `LineMarks`. */
export async function CommentedLines(props: CommentedLinesProps) {
  const { lines, first = 1, syntax, threads, marks } = props
  const t = await texts()
  return partsOf({ first, count: lines.length }, threads).map(({ from, to, at }) => (
    <Fragment key={from}>
      <LineList
        lines={lines.slice(from - first, to - first + 1)}
        syntax={syntax?.slice(from - first, to - first + 1) ?? null}
        first={from}
        label={t('Memory.lines')}
        {...(marks ? { marks } : {})}
      />
      {at ? <ThreadsAtLine {...at} /> : null}
    </Fragment>
  ))
}

interface Part {
  from: number
  to: number
  /** the comments below its last line; null: none */
  at: LineWithThreads | null
}

/** The runs of lines that end where comments stand. */
function partsOf(
  { first, count }: { first: number; count: number },
  threads: readonly LineWithThreads[],
): Part[] {
  const last = first + count - 1
  const parts: Part[] = []
  let from = first
  for (const at of threads) {
    if (at.line < first || at.line > last) continue
    parts.push({ from, to: at.line, at })
    from = at.line + 1
  }
  return from > last ? parts : [...parts, { from, to: last, at: null }]
}
