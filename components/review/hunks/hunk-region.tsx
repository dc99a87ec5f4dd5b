import { Fragment, Suspense } from 'react'
import { HunkComposer } from '@/components/comments/hunk-composer-lazy'
import type { HunkThread } from '@/components/comments/hunk-threads'
import { LineThreads, RestThreads } from '@/components/comments/line-threads'
import { DiffLineRow } from '@/components/diff/diff-line-row'
import type { DiffLabels } from '@/components/diff/diff-labels'
import { type DiffSyntax, tokensOf } from '@/components/diff/diff-syntax'
import { shownLines } from '@/components/diff/shown-lines'
import { VisibleMove } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { hunkLines } from '@/lib/text/hunk-lines'
import { type LineHunk, linesWithEnds } from '@/lib/text/line-hunks'
import type { DiffLine } from '@/lib/text/text-diff'
import { plainName } from '@/lib/text/plain-text'
import { ChosenLinesBar } from '../board/chosen-lines-bar'
import { fateCounts, fateMark } from './fate-mark'
import { shownFindings } from './found-in-memory'
import { foundMarks } from './found-marks'
import { HunkActs } from './hunk-acts'
import { HunkEditor } from './hunk-editor'
import { HunkOrigin } from './hunk-origin'
import { HunkFindings } from './hunk-findings'
import { HunkReplacement } from './hunk-replacement'
import { HunkReasons } from './hunk-reasons'
import { hunkReasonsOf } from './hunk-reasons-of'
import type { MemoryOrigins } from './read-origins'
import { ReachLink } from './reach-link'
import type { ListedHunk } from '../changeset/read-changeset'

/** Lines of one hunk that are shown; the rest is counted. */
const MAX_LINES = 60
const AROUND = 2

export interface HunkRegionProps {
  storeId: string
  changesetId: string
  listed: ListedHunk
  change: ChangesetChange
  /** of the memory's texts */
  syntax: DiffSyntax | undefined
  labels: DiffLabels
  /**
   * the origins of the memory's hunks, which may take longer than the page, and this one's place
   */
  origins: Promise<MemoryOrigins>
  index: number
  /** the comments on its lines */
  threads?: readonly HunkThread[] | undefined
}

/** One hunk to decide about: why it is to be read, its lines, and what was decided. */
export async function HunkRegion({
  storeId,
  changesetId,
  listed,
  change,
  syntax,
  labels,
  origins,
  index,
  threads = [],
}: HunkRegionProps) {
  const t = await texts()
  const { id, hunk, memory } = listed
  const { before, after } = change
  const [one, other] = [before?.content ?? '', after?.content ?? '']
  const path = (after ?? before)?.path ?? ''
  const from = hunk.afterCount > 0 ? hunk.afterFrom + 1 : hunk.beforeFrom + 1
  const to = Math.max(from, from + Math.max(hunk.afterCount, 1) - 1)
  const isLines = hunk.kind !== 'renamed'
  const lines = isLines
    ? hunkLines({ before: one, after: other, hunk, around: hunk.kind === 'lines' ? AROUND : 0 })
    : []
  const shown = shownLines(lines, MAX_LINES)
  const found = await shownFindings(memory, hunk.findings)
  const { level } = hunk
  const reasons = hunkReasonsOf(t, hunk, found)
  const { moved, reworded } = fateCounts(hunk)
  const where =
    hunk.kind !== 'lines'
      ? t(`Review.${hunk.kind}`)
      : from === to
        ? t('Review.line', { line: from })
        : t('Review.lines', { from, to })
  const isEditable = hunk.kind === 'lines' || hunk.kind === 'created'
  const added = linesWithEnds(other).slice(hunk.afterFrom, hunk.afterFrom + hunk.afterCount)
  return (
    <section
      data-hunk={id}
      tabIndex={-1}
      aria-label={t('Review.hunkLabel', {
        path: plainName(path),
        where,
        level: t(`Review.level_${level}`),
      })}
      className="review-hunk scroll-my-16 border-t border-line first:border-t-0"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1">
        <span className="font-mono text-xs text-ink-3">{where}</span>
        <HunkReasons key={JSON.stringify(reasons)} reasons={reasons} />
        {hunk.routine === null ? null : <Badge>{t(`Review.routine_${hunk.routine}`)}</Badge>}
        {hunk.lostLines > 0 ? (
          <span className="text-xs text-caution">
            {t('Review.lost', { count: hunk.lostLines })}
          </span>
        ) : null}
        {moved > 0 ? (
          <span className="text-xs text-ink-3">{t('Review.moved', { count: moved })}</span>
        ) : null}
        {reworded > 0 ? (
          <span className="text-xs text-ink-3">{t('Review.reworded', { count: reworded })}</span>
        ) : null}
        <HunkActs hunkId={id} isEditable={isEditable} />
        <ReachLink memory={memory} storeId={storeId} changesetId={changesetId} />
      </div>
      {hunk.kind === 'renamed' ? (
        <p className="px-3 pb-2 font-mono text-code">
          <VisibleMove before={before?.path} after={after?.path ?? memory.path ?? ''} />
        </p>
      ) : null}
      <Suspense>
        <HunkOrigin origins={origins} index={index} />
      </Suspense>
      <HunkFindings
        found={found}
        lines={found.length === 0 ? [] : other.split('\n')}
        shown={shown}
      />
      {lines.length > 0 ? (
        <div className="syn overflow-x-auto font-mono text-xs leading-5">
          <table className="w-full border-collapse">
            <caption className="sr-only">
              {labels.summary({ added: hunk.afterCount, removed: hunk.beforeCount })}
            </caption>
            <tbody>
              {shown.map((line, at) => (
                <Fragment key={at}>
                  <DiffLineRow
                    line={line}
                    tokens={tokensOf(line, syntax)}
                    labels={labels}
                    changedLine={isEditable ? changedLineOf(line, hunk) : undefined}
                    {...foundMarks(t, line, found)}
                    {...fateMark(t, line, hunk)}
                  />
                  <LineThreads threads={threads} line={line} />
                </Fragment>
              ))}
            </tbody>
          </table>
          {lines.length > shown.length ? (
            <p data-more-lines className="bg-hover px-4 text-ink-3">
              {labels.notShown(lines.length - shown.length)}
            </p>
          ) : null}
        </div>
      ) : null}
      <HunkReplacement hunkId={id} read={hunk.verdict?.content ?? null} />
      <RestThreads threads={threads} lines={shown} />
      <HunkComposer hunkId={id} />
      {isEditable ? <ChosenLinesBar hunkId={id} /> : null}
      {isEditable ? <HunkEditor hunkId={id} lines={added.join('')} /> : null}
    </section>
  )
}

/** Returns the name by which a changed line is chosen; undefined for an unchanged line. */
function changedLineOf(line: DiffLine, hunk: LineHunk): string | undefined {
  if (line.kind === 'removed') return `removed-${line.before - 1 - hunk.beforeFrom}`
  return line.kind === 'added' ? `added-${line.after - 1 - hunk.afterFrom}` : undefined
}
