import type { ReactNode } from 'react'
import { SyntaxLine } from '@/components/content/syntax-line'
import { classNames } from '@/components/ui/class-names'
import type { SyntaxToken } from '@/lib/text/syntax'
import type { Mark } from '@/lib/text/word-marks'
import type { DiffLabels } from './diff-labels'
import { FoundText } from './found-text'
import { MarkedText } from './marked-text'
import type { ShownLine } from './shown-lines'

const LOOK = { same: '', removed: 'bg-removed-line', added: 'bg-added-line' }
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

/** A line of a difference, as a row of a table; what a reviewer may do with it is in its gutter. */
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
      data-changed-line={changedLine}
      data-fate={fate?.name}
      data-kind={line.kind === 'same' ? undefined : line.kind}
      className={classNames('align-top', LOOK[line.kind])}
    >
      {gutter === null ? (
        <Number value={line.kind === 'added' ? null : line.before} />
      ) : (
        <td className="w-10 pr-2 text-right select-none">{gutter}</td>
      )}
      <Number value={line.kind === 'removed' ? null : line.after} />
      <td className="w-[3ch] select-none">
        <span aria-hidden title={fate?.label}>
          {fate?.sign ?? SIGN[line.kind]}
        </span>
        {line.kind === 'same' ? null : (
          <span className="sr-only">{fate?.label ?? labels[line.kind]}</span>
        )}
      </td>
      <td className="pr-4 wrap-anywhere whitespace-pre-wrap">
        {line.kind === 'same' ? (
          <SyntaxLine line={line.text} tokens={tokens} />
        ) : framed ? (
          <FoundText {...line} tokens={tokens} found={[framed]} look={FRAMED} />
        ) : line.kind === 'added' && found.length > 0 ? (
          <FoundText {...line} tokens={tokens} found={found} />
        ) : (
          <MarkedText text={line.text} marks={line.marks} tokens={tokens} kind={line.kind} />
        )}
        {line.cut > 0 ? (
          <span className="pl-1 text-ink-3 select-none">… {labels.cut(line.cut)}</span>
        ) : null}
        {line.isUnended ? (
          <span className="pl-2 text-ink-3 select-none">{labels.unended}</span>
        ) : null}
      </td>
    </tr>
  )
}

/** A line number that is not copied with the text. */
function Number({ value }: { value: number | null }) {
  return (
    <td
      data-line={value ?? ''}
      className="w-10 pr-2 text-right text-ink-3 select-none before:content-[attr(data-line)]"
    />
  )
}
