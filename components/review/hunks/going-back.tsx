import type { DiffLabels } from '@/components/diff/diff-labels'
import { DiffLineRow } from '@/components/diff/diff-line-row'
import { shownLines } from '@/components/diff/shown-lines'
import { texts } from '@/components/i18n/server-texts'
import type { DiffLine } from '@/lib/text/text-diff'
import type { MaskedLine } from './masked-hunk'
import { MoreLines } from './more-lines'

/** Lines of one hunk that are shown at first, and once somebody asks for more. */
const MAX_FIRST = 4
const MAX_LINES = 200

export interface GoingBackProps {
  lines: readonly MaskedLine[]
  labels: DiffLabels
}

/** What reverting a hunk writes: its lines the other way round. */
export async function GoingBack({ lines, labels }: GoingBackProps) {
  const t = await texts()
  const back = turned(lines)
  const shown = shownLines(back, MAX_LINES)
  const rest = shown.slice(MAX_FIRST)
  const rows = (some: typeof shown) => (
    <table className="w-full border-collapse">
      <tbody>
        {some.map((line, at) => (
          <DiffLineRow key={at} line={line} tokens={undefined} labels={labels} />
        ))}
      </tbody>
    </table>
  )
  return (
    <div className="overflow-x-auto pb-1 font-mono text-xs leading-5">
      {rows(shown.slice(0, MAX_FIRST))}
      {rest.length === 0 ? null : (
        <MoreLines label={t('Review.moreLines', { count: back.length - MAX_FIRST })}>
          {rows(rest)}
        </MoreLines>
      )}
    </div>
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
