import 'server-only'
import { Fragment } from 'react'
import { LineList } from '@/components/content/line-list'
import { texts } from '@/components/i18n/server-texts'
import type { SyntaxToken } from '@/lib/text/syntax'
import type { ThreadsAtLine as LineWithThreads } from './memory-threads'
import { ThreadsAtLine } from './threads-at-line'

export interface CommentedLinesProps {
  lines: readonly string[]
  /** the parts of each line, for their colour; null: none */
  syntax: readonly (readonly SyntaxToken[])[] | null
  /** in the order of the lines */
  threads: readonly LineWithThreads[]
  /** words that mark single lines, by number */
  marks?: ReadonlyMap<number, string>
}

/** Lines with the comments at them; use within `LineMarks`. */
export async function CommentedLines({ lines, syntax, threads, marks }: CommentedLinesProps) {
  const t = await texts()
  return partsOf(lines.length, threads).map(({ from, to, at }) => (
    <Fragment key={from}>
      <LineList
        lines={lines.slice(from - 1, to)}
        syntax={syntax?.slice(from - 1, to) ?? null}
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
function partsOf(lineCount: number, threads: readonly LineWithThreads[]): Part[] {
  const parts: Part[] = []
  let from = 1
  for (const at of threads) {
    parts.push({ from, to: at.line, at })
    from = at.line + 1
  }
  return from > lineCount ? parts : [...parts, { from, to: lineCount, at: null }]
}
