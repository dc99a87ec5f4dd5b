import { countLines, type LineCounts } from '@/lib/text/text-diff'
import { FileFrame } from './file-frame'
import { FileList } from './file-list'
import { FileSummary } from './file-summary'
import { MergeFile, OpenFile, RevertFile } from './open-file'
import { LINES_PER_FILE, UnifiedDiff } from './unified-diff'

/** A past or planned change of one memory. */
export interface FileChange {
  memoryId: string
  /** null: it does not exist */
  before: FileState | null
  after: FileState | null
  /** link to the memory; null: none */
  href: string | null
  /** a remark in words; null: none */
  note: string | null
  /** link to undoing this one; omit if none */
  revertHref?: string
  /** link to merging it by hand; omit if none */
  mergeHref?: string
}

export interface FileState {
  path: string
  content: string
}

/** Changed memories, each with its difference. */
export function FileChanges({ label, changes }: { label: string; changes: readonly FileChange[] }) {
  return (
    <FileList label={label}>
      {linesPerChange(changes).map(({ change, lines, most }) => (
        <Change key={change.memoryId} change={change} lines={lines} most={most} />
      ))}
    </FileList>
  )
}

/** Changed lines on a page of several differences; those after them are counted. */
const LINES_PER_PAGE = 4_000

interface CountedChange {
  change: FileChange
  lines: LineCounts
  /** limit on its lines shown */
  most: number
}

function linesPerChange(changes: readonly FileChange[]): CountedChange[] {
  let left = LINES_PER_PAGE
  return changes.map((change) => {
    const lines = countLines(change.before?.content ?? '', change.after?.content ?? '')
    const most = Math.min(LINES_PER_FILE, left)
    left -= Math.min(most, lines.added + lines.removed)
    return { change, lines, most }
  })
}

function Change({ change, lines, most }: CountedChange) {
  const { memoryId, before, after, href, note, revertHref, mergeHref } = change
  const texts = { before: before?.content ?? '', after: after?.content ?? '' }
  return (
    <FileFrame
      open={most > 0}
      id={`change-${memoryId}`}
      summary={<FileSummary before={before} after={after} lines={lines} />}
    >
      {note === null ? null : <p className="px-3 py-1 text-sm text-caution">{note}</p>}
      <UnifiedDiff
        {...texts}
        path={(after ?? before)?.path ?? null}
        pathBefore={before?.path ?? null}
        most={most}
      />
      {href === null ? null : <OpenFile href={href} />}
      {revertHref === undefined ? null : <RevertFile href={revertHref} />}
      {mergeHref === undefined ? null : <MergeFile href={mergeHref} />}
    </FileFrame>
  )
}
