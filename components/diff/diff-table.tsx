import type { ReactNode } from 'react'
import { stampedLines } from '@/lib/text/stamped-lines'
import { type DiffLine, textDiff } from '@/lib/text/text-diff'
import type { DiffLabels } from './diff-labels'
import { DiffBodies } from './diff-bodies'
import { diffRows } from './diff-rows'
import type { DiffSyntax } from './diff-syntax'
import { type LineMasks, withMasks } from './line-masks'
import { countLines, isWide, shownHunks } from './shown-lines'

export interface DiffTableProps {
  before: string
  after: string
  /** the parts of each text's lines, for their colour; omit for none */
  syntax?: DiffSyntax
  /** what is masked in its lines, which then have no colours; omit for nothing */
  masks?: LineMasks | undefined
  /** limit on changed lines shown; the rest is counted */
  most: number
  labels: DiffLabels
  /**
   * the accessible name of the links on the new line numbers, within `LineMarks`, split at the
   * number; null: no links
   */
  lineLabel?: readonly [string, string] | null
  /** stands below in place of the notes about what is left out; takes how many lines are not shown */
  more?: (notShown: number) => ReactNode
}

/**
 * The difference of two texts, as text: removed and added lines with numbers, rewritten words
 * highlighted.
 */
export function DiffTable({
  before,
  after,
  syntax,
  masks,
  most,
  labels,
  lineLabel = null,
  more,
}: DiffTableProps) {
  const diff = textDiff(before, after)
  const masked = masks
    ? diff.hunks.map((hunk) => ({ ...hunk, lines: withMasks(hunk.lines, masks) }))
    : diff.hunks
  if (diff.hunks.length === 0) return <p className="px-4 py-2 text-ink-3">{labels.same}</p>
  const hunks = shownHunks(masked, most)
  const notShown = countLines(diff.hunks) - countLines(hunks)
  const rows = diffRows({
    hunks,
    rest: more ? null : restOf(notShown, diff.skippedAfter, labels),
    isStamped: stampedIn(before, after),
    labels,
    ...(syntax && !masks ? { syntax } : {}),
  })
  const { added, removed } = labels
  return (
    <div className="syn font-mono text-xs leading-5">
      <table
        role="table"
        className="diff-lines"
        data-wide={isWide(hunks.at(-1)?.lines ?? []) ? '' : undefined}
      >
        <caption className="sr-only">
          {labels.summary({ added: diff.added, removed: diff.removed })}
        </caption>
        <DiffBodies rows={rows} words={{ added, removed }} lineLabel={lineLabel} isStepped />
      </table>
      {more && notShown > 0 ? more(notShown) : null}
    </div>
  )
}

function restOf(notShown: number, skipped: number, labels: DiffLabels): string | null {
  if (notShown > 0) return labels.notShown(notShown)
  return skipped > 0 ? labels.skipped(skipped) : null
}

/**
 * Tells the changed lines that nobody wrote on purpose (see `stampedLines`). A new text has none.
 */
function stampedIn(before: string, after: string): (line: DiffLine | undefined) => boolean {
  const [was, is] = [stampedLines(before), stampedLines(after)]
  if (was.size === 0 || is.size === 0) return () => false
  return (line) =>
    line !== undefined &&
    ((line.kind === 'removed' && was.has(line.before)) ||
      (line.kind === 'added' && is.has(line.after)))
}
