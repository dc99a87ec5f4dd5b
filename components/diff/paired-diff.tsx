import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { foldedLines } from '@/lib/text/folded-lines'
import { textDiff } from '@/lib/text/text-diff'
import { diffLabels } from './diff-labels'
import { diffSyntax, tokensOf } from './diff-syntax'
import { PairedRun } from './paired-run'
import { sentLine } from './sent-rows'
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
  const words = { added: labels.added, removed: labels.removed }
  const sent = (lines: readonly ShownLine[]) =>
    lines.map((line) => sentLine({ line, tokens: tokensOf(line, syntax), labels }))
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
        {isOpen ? (
          <PairedRun rows={sent(shownLines(folded[number] ?? [], most))} words={words} />
        ) : null}
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
              <PairedRun key={at} rows={sent(stretch)} words={words} />
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

/** Runs of unchanged lines, and of removed ones with those that took their place. */
function stretchesOf(lines: readonly ShownLine[]): ShownLine[][] {
  const stretches: ShownLine[][] = []
  const isSame = (line: ShownLine | undefined) => line?.kind === 'same'
  for (const [at, line] of lines.entries()) {
    const last = stretches.at(-1)
    if (last && isSame(line) === isSame(lines[at - 1])) last.push(line)
    else stretches.push([line])
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
