import { type SentRow, sentLine } from '@/components/diff/sent-rows'
import { shownLines } from '@/components/diff/shown-lines'
import type { DiffLabels } from '@/components/diff/diff-labels'
import type { DiffLine } from '@/lib/text/text-diff'
import type { MaskedLine } from './masked-hunk'

/** Limit on the lines of one hunk that are shown. */
const MAX_LINES = 200

/** What reverting a hunk writes: its lines the other way round. */
export function linesGoingBack(lines: readonly MaskedLine[], labels: DiffLabels): SentRow[] {
  return shownLines(turned(lines), MAX_LINES).map((line) =>
    sentLine({ line, tokens: undefined, labels }),
  )
}

function turned(lines: readonly MaskedLine[]): DiffLine[] {
  const removed: DiffLine[] = []
  const added: DiffLine[] = []
  for (const line of lines) {
    if (line.kind === 'added') {
      removed.push({ ...line, kind: 'removed', before: line.after })
    } else if (line.kind === 'removed') {
      added.push({ ...line, kind: 'added', after: line.before })
    }
  }
  return [...removed, ...added]
}
