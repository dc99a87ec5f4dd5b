'use client'

import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type CSSProperties, Fragment, memo, type ReactNode } from 'react'
import { type SyntaxToken, tokensWithin } from '@/lib/text/syntax-token'
import { type Line, unpackedSyntax } from './line'
import { hidesNothing, VisibleLine } from './visible-text'

/** What is said of a line: a mark in its gutter, and words below it. */
export interface LineNote {
  mark: ReactNode
  below?: ReactNode
}

export interface LinesProps {
  lines: readonly Line[]
  /** `text`: a text with numbers; `unified`, `split`: a difference, side by side where there is room */
  layout: 'text' | 'unified' | 'split'
  /** names the lines where no heading does */
  label?: string
  /** the address of the page may name lines, `#L10-L20`: their numbers are links, see `LineMarks` */
  hasAddress?: boolean
  /** by the number of the line in the text, or the text after */
  notes?: ReadonlyMap<number, LineNote> | undefined
}

/** Last line number with room for four digits. */
const FOUR_DIGITS = 9_999

/**
 * Lines of a text or of a difference: the one component that draws them. Numbers are not copied with
 * the text. It is plain rows, which need no script; which layout they have is a matter of the style
 * sheet, `app/css/lines.css`.
 */
export function Lines({ lines, layout, label, hasAddress = false, notes }: LinesProps) {
  const last = lines.at(-1)
  const isWide = Math.max(last?.before ?? 0, last?.after ?? 0) > FOUR_DIGITS
  return (
    <div
      role={label === undefined ? undefined : 'group'}
      aria-label={label}
      data-layout={layout}
      data-wide={isWide ? '' : undefined}
      className="lines syn font-mono text-code"
    >
      <Blocks lines={lines} layout={layout} hasAddress={hasAddress} notes={notes} />
    </div>
  )
}

type BlocksProps = Pick<LinesProps, 'lines' | 'layout' | 'hasAddress' | 'notes'>

function Blocks({ lines, ...props }: BlocksProps) {
  return blocksOf(lines).map((block, index) => {
    const [first] = block
    if (first?.kind === 'fold') return <Fold key={index} line={first} layout={props.layout} />
    return <Block key={index} lines={block} {...props} />
  })
}

/** Lines of a block: one that is out of sight is not laid out. */
const BLOCK = 100

/** Runs of unchanged lines, of changed ones, and folds, each by itself. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = []
  for (const line of lines) {
    const block = blocks.at(-1)
    const isChange = (each: Line | undefined) => each?.kind === 'added' || each?.kind === 'removed'
    const isOther = line.kind === 'fold' || block?.[0]?.kind === 'fold'
    const goesOn =
      block && !isOther && block.length < BLOCK && isChange(block[0]) === isChange(line)
    if (goesOn) block.push(line)
    else blocks.push([line])
  }
  return blocks
}

const Block = memo(function Block({ lines, layout, hasAddress, notes }: BlocksProps) {
  const t = useTranslations('Lines')
  const kind = lines[0]?.kind === 'same' ? undefined : 'change'
  return (
    <ol data-block={kind}>
      {lines.map((line, index) => {
        const { before, after } = line
        const isAddressed = hasAddress && after !== undefined
        const note = line.kind === 'removed' ? undefined : notes?.get(after ?? 0)
        return (
          <li
            key={index}
            id={isAddressed ? `L${after}` : undefined}
            data-kind={line.kind === 'same' ? undefined : line.kind}
            className={note && 'relative'}
          >
            {layout === 'text' ? null : <i data-line={before} />}
            {isAddressed ? (
              <a
                href={`#L${after}`}
                data-line={after}
                // One number is the tab stop; from there the arrow keys move on.
                tabIndex={after === 1 ? 0 : -1}
                aria-label={t('line', { line: after })}
              />
            ) : (
              <i data-line={after} />
            )}
            {line.kind === 'added' || line.kind === 'removed' ? (
              <span className="sr-only">{t(line.kind)}</span>
            ) : null}
            <code style={hanging(line.text)}>
              <LineText line={line} />
              {line.cut === undefined ? null : <i>… {t('cut', { count: line.cut })}</i>}
              {line.isUnended ? <i>{t('unended')}</i> : null}
            </code>
            {layout === 'split' && line.kind === 'same' ? (
              <code aria-hidden data-copy style={hanging(line.text)}>
                <LineText line={line} />
              </code>
            ) : null}
            {note?.mark}
            {note?.below ? (
              <div className="col-span-full font-sans text-sm whitespace-normal">{note.below}</div>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
})

/** The mark of an item of a list, behind which its wrapped text goes on. */
const ITEM = /^\s{0,16}(?:[-*+]|\d{1,3}[.)])\s+/

function hanging(text: string): CSSProperties | undefined {
  const mark = ITEM.exec(text)?.[0]
  return mark === undefined || mark.includes('\t')
    ? undefined
    : ({ '--hang': `${mark.length}ch` } as CSSProperties)
}

/** Equal lines in one row, which unfolds if they are there. */
function Fold({ line, layout }: { line: Line; layout: LinesProps['layout'] }) {
  const t = useTranslations('Lines')
  const words = t('same', { count: line.count ?? 0 })
  if (!line.inside) return <p className="lines-fold">{words}</p>
  return (
    <details>
      <summary className="lines-fold">
        <ChevronRight size={13} aria-hidden className="mr-1.5 inline align-[-2px]" />
        {words}
      </summary>
      <Blocks lines={line.inside} layout={layout} hasAddress={false} />
    </details>
  )
}

/** The text of a line, coloured within an element of class `syn`, with its rewritten words. */
function LineText({ line: { kind, text, syntax = '', flagged, ...line } }: { line: Line }) {
  const words = flagged ?? line.words ?? []
  const tokens = unpackedSyntax(text, syntax)
  const part = (from: number, to: number) =>
    from === to && text !== '' ? null : (
      <Coloured text={text.slice(from, to)} tokens={tokens && tokensWithin(tokens, from, to)} />
    )
  const Word = flagged ? 'mark' : kind === 'removed' ? 'del' : 'ins'
  return (
    <>
      {words.map(([from, to], index) => (
        <Fragment key={from}>
          {part(words[index - 1]?.[1] ?? 0, from)}
          <Word className={flagged ? 'flagged' : `word-${kind} no-underline`}>
            {part(from, to)}
          </Word>
        </Fragment>
      ))}
      {part(words.at(-1)?.[1] ?? 0, text.length)}
    </>
  )
}

/** A part of a line with its colours; plain if it hides anything. */
function Coloured({ text, tokens }: { text: string; tokens: readonly SyntaxToken[] | undefined }) {
  const isPlain = tokens?.every(({ kind }) => kind === null) ?? true
  if (!tokens || isPlain || !hidesNothing(text)) return <VisibleLine line={text} />
  return tokens.map(({ text: part, kind }, index) =>
    kind === null ? (
      part
    ) : (
      <span key={index} className={kind}>
        {part}
      </span>
    ),
  )
}
