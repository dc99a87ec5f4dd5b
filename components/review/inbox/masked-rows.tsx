import type { DiffLabels } from '@/components/diff/diff-labels'
import { DiffBodies } from '@/components/diff/diff-bodies'
import { type DiffSyntax, tokensOf } from '@/components/diff/diff-syntax'
import { withMask } from '@/components/diff/line-masks'
import { sentLine } from '@/components/diff/sent-rows'
import { isWide, shownLines } from '@/components/diff/shown-lines'
import type { DiffLine } from '@/lib/text/text-diff'

export interface MaskedRowsProps {
  lines: readonly DiffLine[]
  /** the text of the first of them without what is secret in it, at the same length */
  masked: readonly string[]
  /** limit on the rows shown; the rest is counted */
  most: number
  /** of the texts that the lines are of */
  syntax: DiffSyntax
  /** of the table */
  summary: string
  labels: Pick<DiffLabels, 'added' | 'removed' | 'unended' | 'cut' | 'notShown'>
}

/** The first lines of a difference, without what is secret in them. */
export function MaskedRows({ lines, masked, most, syntax, summary, labels }: MaskedRowsProps) {
  const shown = shownLines(
    masked.flatMap((text, at) => {
      const line = lines[at]
      return line ? [withMask(line, text)] : []
    }),
    most,
  )
  const more = lines.length - shown.length
  return (
    <>
      <div className="syn overflow-x-auto font-mono text-xs leading-5">
        <table role="table" className="diff-lines" data-wide={isWide(shown) ? '' : undefined}>
          <caption className="sr-only">{summary}</caption>
          <DiffBodies
            rows={shown.map((line, at) => {
              const isMasked = masked[at] !== lines[at]?.text
              return sentLine({
                line,
                tokens: isMasked ? undefined : tokensOf(line, syntax),
                labels,
              })
            })}
            words={{ added: labels.added, removed: labels.removed }}
          />
        </table>
      </div>
      {more > 0 ? (
        <p className="border-t border-line bg-well px-3 py-1 text-xs text-ink-3">
          {labels.notShown(more)}
        </p>
      ) : null}
    </>
  )
}
