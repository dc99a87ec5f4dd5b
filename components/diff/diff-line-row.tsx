import type { ReactNode } from 'react'
import { SyntaxLine } from '@/components/content/syntax-line'
import type { SyntaxToken } from '@/lib/text/syntax'
import type { Mark } from '@/lib/text/word-marks'
import type { DiffLabels } from './diff-labels'
import { FoundText } from './found-text'
import { MarkedText } from './marked-text'
import type { ShownLine } from './shown-lines'

const SIGN = { same: ' ', removed: '−', added: '+' }

const FRAMED = 'rounded-[2px] bg-caution-bg px-px font-bold text-caution ring-[1.5px] ring-caution'

export interface DiffLineRowProps {
  line: ShownLine
  tokens: readonly SyntaxToken[] | undefined
  labels: Pick<DiffLabels, 'added' | 'removed' | 'unended' | 'cut'>
  /** of an added line: where something was found */
  found?: readonly Mark[]
  /** of a changed line: the one word that turns it round */
  framed?: Mark | undefined
  /** stands where a line that was there before has its number */
  gutter?: ReactNode
  /** of a changed line that can be chosen: `removed-` or `added-` and its place in its hunk */
  changedLine?: string | undefined
  /** of a removed line: what became of it, with the sign and the word for it */
  fate?: { name: string; sign: string; label: string } | undefined
}

/**
 * A line of a difference as elements, for a table of class `diff-lines`: one that says more than its
 * text. What a reviewer may do with it is in its gutter.
 */
export function DiffLineRow({
  line,
  tokens,
  labels,
  found = [],
  framed,
  gutter = null,
  changedLine,
  fate,
}: DiffLineRowProps) {
  return (
    <tr
      role="row"
      data-changed-line={changedLine}
      data-fate={fate?.name}
      data-kind={line.kind === 'same' ? undefined : line.kind}
    >
      {gutter === null ? (
        <Number value={line.kind === 'added' ? null : line.before} />
      ) : (
        <td role="cell" className="pr-2 text-right">
          {gutter}
        </td>
      )}
      <Number value={line.kind === 'removed' ? null : line.after} />
      <td role="cell">
        <span aria-hidden title={fate?.label}>
          {fate?.sign ?? SIGN[line.kind]}
        </span>
        {line.kind === 'same' ? null : (
          <span className="sr-only">{fate?.label ?? labels[line.kind]}</span>
        )}
      </td>
      <td role="cell">
        {line.kind === 'same' ? (
          <SyntaxLine line={line.text} tokens={tokens} />
        ) : framed ? (
          <FoundText {...line} tokens={tokens} found={[framed]} look={FRAMED} />
        ) : line.kind === 'added' && found.length > 0 ? (
          <FoundText {...line} tokens={tokens} found={found} />
        ) : (
          <MarkedText text={line.text} marks={line.marks} tokens={tokens} kind={line.kind} />
        )}
        {line.cut > 0 ? <i>… {labels.cut(line.cut)}</i> : null}
        {line.isUnended ? <i>{labels.unended}</i> : null}
      </td>
    </tr>
  )
}

/** A line number that is not copied with the text. */
function Number({ value }: { value: number | null }) {
  return <td role="cell" data-line={value ?? undefined} />
}
