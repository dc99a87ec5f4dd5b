import 'server-only'
import type { ReactNode } from 'react'
import { type HunkThread, isBelow } from '@/components/comments/hunk-threads'
import { LineThreads } from '@/components/comments/line-threads'
import type { DiffLabels } from '@/components/diff/diff-labels'
import { DiffLineRow } from '@/components/diff/diff-line-row'
import { type DiffSyntax, tokensOf } from '@/components/diff/diff-syntax'
import { type SentRow, sentLine } from '@/components/diff/sent-rows'
import { isWide, type ShownLine, shownLines } from '@/components/diff/shown-lines'
import type { Texts } from '@/components/i18n/texts'
import type { ReviewedHunk } from '@/lib/review/changesets/changeset-memories'
import type { LineHunk } from '@/lib/text/line-hunks'
import type { DiffLine } from '@/lib/text/text-diff'
import { fateMark, fateOf } from './fate-mark'
import type { ShownFinding } from './found-in-memory'
import { foundMarks } from './found-marks'
import type { MaskedLine } from './masked-hunk'
import type { FramedWord } from './one-word-of'
import type { ShownHunk } from './shown-hunk'

/** Lines of one hunk that are shown; the rest is counted. */
const MAX_LINES = 60
/** Of what an agent emptied or deleted, lines that are shown before the rest is asked for. */
const MAX_GONE = 12
const MAX_GONE_UNFOLDED = 200

export interface HunkRowsInput {
  lines: readonly MaskedLine[]
  hunk: ReviewedHunk
  syntax: DiffSyntax | undefined
  labels: DiffLabels
  found: readonly ShownFinding[]
  threads: readonly HunkThread[]
  /** the one word that turns a line round; null: there is none */
  word: FramedWord | null
  /** whether its lines can be chosen one by one */
  isEditable: boolean
}

const isGone = (hunk: ReviewedHunk) => hunk.kind === 'deleted' || hunk.reasons.includes('emptied')

/** The lines of a hunk that its rows show; comments on others stand below them. */
export function linesShown(lines: readonly MaskedLine[], hunk: ReviewedHunk): ShownLine[] {
  return shownLines(lines, isGone(hunk) ? MAX_GONE_UNFOLDED : MAX_LINES)
}

/** The lines of a hunk as its page shows them; of what is gone altogether the first ones. */
export function shownRows(
  t: Texts,
  input: HunkRowsInput,
): Pick<ShownHunk, 'summary' | 'lines' | 'rest' | 'notShown' | 'isWide'> {
  const { lines, hunk, labels } = input
  const shown = linesShown(lines, hunk)
  const first = isGone(hunk) ? shown.slice(0, MAX_GONE) : shown
  const rest = shown.slice(first.length)
  const isAllRemoved = lines.slice(first.length).every(({ kind }) => kind === 'removed')
  const restWord = isAllRemoved ? 'moreGone' : 'moreLines'
  return {
    summary: labels.summary({ added: hunk.afterCount, removed: hunk.beforeCount }),
    lines: partsOf(t, input, first, 0),
    ...(isWide(shown) && { isWide: true as const }),
    ...(rest.length > 0 && {
      rest: {
        label: t(`Review.${restWord}`, { count: lines.length - first.length }),
        lines: partsOf(t, input, rest, first.length),
      },
    }),
    ...(lines.length > shown.length && {
      notShown: labels.notShown(lines.length - shown.length),
    }),
  }
}

type Parts = (SentRow[] | { row: ReactNode })[]

/** Rows as data, as far as nothing was found or said in them; `from`: the place of the first. */
function partsOf(
  t: Texts,
  { lines, hunk, syntax, labels, found, threads, word, isEditable }: HunkRowsInput,
  shown: readonly ShownLine[],
  from: number,
): Parts {
  const parts: Parts = []
  for (const [at, line] of shown.entries()) {
    const all = lines[from + at]
    const tokens = all?.isMasked ? undefined : tokensOf(line, syntax)
    const framed = all !== undefined && word?.line === all ? word.mark : undefined
    const marks = foundMarks(t, line, found)
    if (framed || marks.gutter) {
      const changedLine = isEditable ? changedLineOf(line, hunk) : undefined
      const props = {
        line,
        tokens,
        labels,
        framed,
        changedLine,
        ...marks,
        ...fateMark(t, line, hunk),
      }
      parts.push({ row: <DiffLineRow {...props} /> })
    } else {
      const row = sentLine({ line, tokens, labels, fate: fateOf(line, hunk) })
      const last = parts.at(-1)
      if (Array.isArray(last)) last.push(row)
      else parts.push([row])
    }
    if (threads.some((each) => isBelow(each, line))) {
      parts.push({ row: <LineThreads threads={threads} line={line} /> })
    }
  }
  return parts
}

/** Returns the name by which a changed line is chosen; undefined for an unchanged line. */
function changedLineOf(line: DiffLine, hunk: LineHunk): string | undefined {
  if (line.kind === 'removed') return `removed-${line.before - 1 - hunk.beforeFrom}`
  return line.kind === 'added' ? `added-${line.after - 1 - hunk.afterFrom}` : undefined
}
