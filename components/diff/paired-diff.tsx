import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { SyntaxLine } from '@/components/content/syntax-line'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { foldedLines } from '@/lib/text/folded-lines'
import type { SyntaxToken } from '@/lib/text/syntax'
import { textDiff } from '@/lib/text/text-diff'
import { type DiffLabels, diffLabels } from './diff-labels'
import { diffSyntax, tokensOf } from './diff-syntax'
import { MarkedText } from './marked-text'
import { countLines, shownHunks, type ShownLine, shownLines } from './shown-lines'

export interface PairedDiffProps {
  before: string
  after: string
  /** of the memory; its extension decides the colours */
  path: string
  /** limit on changed lines shown; the rest is counted */
  most: number
  /** `split`: side by side where there is room, else one below the other */
  view: 'split' | 'unified'
  /** heads of the two sides of a split */
  heads: { before: ReactNode; after: ReactNode }
  /** the folded runs of unchanged lines that stand open, counted from the top */
  open: readonly number[]
  /** the address at which these stand open */
  hrefOfOpen: (open: readonly number[]) => string
}

/** Unchanged lines, or removed ones with those that took their place. */
type Stretch = { isSame: boolean; lines: ShownLine[] }

/**
 * The difference of two texts, one below the other or side by side: which of them is a matter of the
 * style sheet, so that it needs no script and follows the window.
 */
export async function PairedDiff(props: PairedDiffProps) {
  const { before, after, path, most, view, heads, open, hrefOfOpen } = props
  const t = await texts()
  const diff = textDiff(before, after)
  if (diff.hunks.length === 0) return <p className="px-4 py-3 text-ink-3">{t('Diff.same')}</p>
  const syntax = diffSyntax(before, after, path)
  const labels = diffLabels(t)
  const folded = open.length > 0 ? foldedLines(before, after) : []
  const fold = (number: number, count: number) => {
    if (count === 0) return null
    const isOpen = open.includes(number)
    const others = open.filter((each) => each !== number)
    return (
      <>
        <Fold>
          <Link
            href={hrefOfOpen(isOpen ? others : [...others, number])}
            scroll={false}
            replace
            aria-expanded={isOpen}
            className="flex items-center gap-2 hover:text-ink"
          >
            {isOpen ? (
              <ChevronsDownUp size={13} aria-hidden />
            ) : (
              <ChevronsUpDown size={13} aria-hidden />
            )}
            {t('Diff.skipped', { count })}
          </Link>
        </Fold>
        {isOpen
          ? shownLines(folded[number] ?? [], most).map((line, at) => (
              <Line
                key={at}
                line={line}
                tokens={tokensOf(line, syntax)}
                labels={labels}
                begins={false}
              />
            ))
          : null}
      </>
    )
  }
  const shown = shownHunks(diff.hunks, most)
  const notShown = countLines(diff.hunks) - countLines(shown)
  return (
    <div className="paired-diff syn font-mono text-xs leading-5" data-view={view}>
      <div aria-hidden className="paired-heads font-sans text-xs text-ink-3">
        <span>{heads.before}</span>
        <span>{heads.after}</span>
      </div>
      <div
        role="table"
        aria-label={t('Diff.summary', { added: diff.added, removed: diff.removed })}
      >
        {shown.map(({ skipped, lines }, index) => (
          <div key={index} role="rowgroup">
            {fold(index, skipped)}
            {stretchesOf(lines).map((stretch, at) => (
              <div key={at} role="presentation" className={stretch.isSame ? '' : 'paired-run'}>
                {stretch.lines.map((line, place) => (
                  <Line
                    key={place}
                    line={line}
                    tokens={tokensOf(line, syntax)}
                    labels={labels}
                    begins={!stretch.isSame && place === 0}
                  />
                ))}
              </div>
            ))}
          </div>
        ))}
        {notShown > 0 ? (
          <Fold>{t('Diff.notShown', { count: notShown })}</Fold>
        ) : (
          <div role="rowgroup">{fold(diff.hunks.length, diff.skippedAfter)}</div>
        )}
      </div>
    </div>
  )
}

function stretchesOf(lines: readonly ShownLine[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const line of lines) {
    const isSame = line.kind === 'same'
    const last = stretches.at(-1)
    if (last?.isSame === isSame) last.lines.push(line)
    else stretches.push({ isSame, lines: [line] })
  }
  return stretches
}

/** The row of a run of unchanged lines, or of what is not shown. */
function Fold({ children }: { children: ReactNode }) {
  return (
    <div role="row" className="paired-fold font-sans">
      <div role="cell">{children}</div>
    </div>
  )
}

interface LineProps {
  line: ShownLine
  tokens: readonly SyntaxToken[] | undefined
  labels: Pick<DiffLabels, 'added' | 'removed' | 'unended' | 'cut'>
  /** whether it is the first of a change */
  begins: boolean
}

const SIGN = { added: '+', removed: '−' }

function Line({ line, tokens, labels, begins }: LineProps) {
  const end = (
    <>
      {line.cut > 0 ? (
        <span className="pl-1 text-ink-3 select-none">… {labels.cut(line.cut)}</span>
      ) : null}
      {line.isUnended ? (
        <span className="pl-2 text-ink-3 select-none">{labels.unended}</span>
      ) : null}
    </>
  )
  if (line.kind === 'same') {
    return (
      <div role="row" className="paired-line">
        <Number value={line.before} />
        <Number value={line.after} isOfAfter />
        <div role="cell" className="paired-sign" />
        <div role="cell" className="paired-text">
          <SyntaxLine line={line.text} tokens={tokens} />
          {end}
        </div>
        {/* Its other side, where there are two. */}
        <div aria-hidden className="paired-copy">
          <Number value={line.after} />
          <div />
          <div className="paired-text">
            <SyntaxLine line={line.text} tokens={tokens} />
          </div>
        </div>
      </div>
    )
  }
  return (
    <div
      role="row"
      className="paired-line"
      data-kind={line.kind}
      {...(begins ? { 'data-change-start': '', tabIndex: -1 } : {})}
    >
      <Number value={line.kind === 'removed' ? line.before : null} />
      <Number value={line.kind === 'added' ? line.after : null} isOfAfter />
      <div role="cell" className="paired-sign">
        <span aria-hidden>{SIGN[line.kind]}</span>
        <span className="sr-only">{labels[line.kind]}</span>
      </div>
      <div role="cell" className="paired-text">
        <MarkedText text={line.text} marks={line.marks} tokens={tokens} kind={line.kind} />
        {end}
      </div>
    </div>
  )
}

/** A line number, which is not copied with the text. */
function Number({ value, isOfAfter = false }: { value: number | null; isOfAfter?: boolean }) {
  return (
    <div
      role="cell"
      data-line={value ?? ''}
      className={isOfAfter ? 'paired-number paired-after' : 'paired-number'}
    />
  )
}
