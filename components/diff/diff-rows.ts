import { escaped } from '@/components/content/line-html'
import type { DiffLine } from '@/lib/text/text-diff'
import type { ShownHunk } from './shown-lines'
import { type DiffSyntax, tokensOf } from './diff-syntax'
import type { DiffLabels } from './diff-labels'
import { type SentRow, sentFold, sentLine, sentNote } from './sent-rows'

export interface DiffRows {
  hunks: readonly ShownHunk[]
  /** text below the last line; null: none */
  rest: string | null
  /** whether a changed line is folded */
  isStamped: (line: DiffLine | undefined) => boolean
  /** the parts of each text's lines, for their colour; omit for none */
  syntax?: DiffSyntax
  labels: Pick<DiffLabels, 'unended' | 'skipped' | 'stamped' | 'cut'>
}

/** The rows of a difference, packed for the way to the browser. */
export function diffRows({ hunks, rest, isStamped, syntax, labels }: DiffRows): SentRow[] {
  const rows = hunks.flatMap(({ skipped, lines }) => [
    ...(skipped > 0 ? [sentNote(escaped(labels.skipped(skipped)))] : []),
    ...lines.flatMap((line, at) => {
      if (!isStamped(line)) return [sentLine({ line, tokens: tokensOf(line, syntax), labels })]
      if (isStamped(lines[at - 1])) return []
      return [sentFold(stampedHtml(stampedFrom(lines, at, isStamped), labels.stamped))]
    }),
  ])
  return rest === null ? rows : [...rows, sentNote(escaped(rest))]
}

const SIGN = { same: '', removed: '−', added: '+' }

function stampedFrom(
  lines: readonly DiffLine[],
  from: number,
  isStamped: DiffRows['isStamped'],
): readonly DiffLine[] {
  const end = lines.findIndex((line, at) => at > from && !isStamped(line))
  return lines.slice(from, end === -1 ? lines.length : end)
}

/** Folds lines that Claude Code stamps; anybody can unfold them. */
function stampedHtml(lines: readonly DiffLine[], label: string): string {
  const inside = lines.map(({ kind, text }) => `<div>${SIGN[kind]} ${escaped(text)}</div>`)
  return `<details><summary>${escaped(label)}</summary>${inside.join('')}</details>`
}
