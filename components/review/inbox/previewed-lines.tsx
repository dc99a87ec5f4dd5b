import type { DiffLabels } from '@/components/diff/diff-labels'
import { diffSyntax } from '@/components/diff/diff-syntax'
import { textDiff } from '@/lib/text/text-diff'
import { MaskedLines } from './masked-lines'

export interface PreviewedLinesProps {
  before: string
  after: string
  /** its extension decides the colours; null: unknown */
  path: string | null
  /** limit on the lines shown; the rest is counted */
  most: number
  labels: DiffLabels
}

/** The first lines of the difference of two texts, without what is secret in them. */
export function PreviewedLines({ before, after, path, most, labels }: PreviewedLinesProps) {
  const diff = textDiff(before, after, 1)
  return (
    <MaskedLines
      lines={diff.hunks.flatMap(({ lines }) => lines)}
      most={most}
      syntax={diffSyntax(before, after, path)}
      summary={labels.summary(diff)}
      labels={labels}
    />
  )
}
