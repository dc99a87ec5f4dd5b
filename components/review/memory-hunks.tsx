import { texts } from '@/components/i18n/server-texts'
import { VisiblePath } from '@/components/content/visible-path'
import { diffSyntax } from '@/components/diff/diff-syntax'
import type { DiffLabels } from '@/components/diff/diff-table'
import { Amount } from '@/components/ui/amount'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Link } from '@/components/ui/link'
import type { ChangesetChange } from '@/lib/store/changeset-changes'
import { HunkRegion } from './hunk-region'
import type { ListedHunk } from './read-changeset'

export interface MemoryHunksProps {
  storeId: string
  /** of one memory */
  hunks: readonly ListedHunk[]
  change: ChangesetChange
  labels: DiffLabels
}

/** The hunks of one memory under its path. */
export async function MemoryHunks({ storeId, hunks, change, labels }: MemoryHunksProps) {
  const t = await texts()
  const memory = hunks[0]?.memory
  if (!memory) return null
  const path = (change.after ?? change.before)?.path
  const kind = memory.kind ?? 'modified'
  const syntax = diffSyntax(change.before?.content ?? '', change.after?.content ?? '', path ?? null)
  return (
    <article
      id={`m-${memory.memoryId}`}
      className="overflow-hidden rounded-card border border-line bg-sheet"
    >
      <h3 className="sticky top-0 z-1 flex items-center gap-2 border-b border-line bg-raised px-3 py-1.5 font-normal">
        <ChangeLetter kind={kind} label={t(`History.${kind}`)} />
        <Link
          href={`/stores/${storeId}?memory=${memory.memoryId}`}
          className="min-w-0 truncate font-mono text-code font-medium hover:underline"
        >
          {path === undefined ? t('Memory.redactedPath') : <VisiblePath path={path} />}
        </Link>
        <span className="ml-auto shrink-0">
          <Amount added={memory.addedLines} removed={memory.removedLines} />
        </span>
      </h3>
      {change.changedSince === null ? null : (
        <p className="border-b border-line bg-caution-bg px-3 py-1 text-xs text-caution">
          {t('Review.changedSince')}
        </p>
      )}
      {memory.leftBehind.length === 0 ? null : (
        <p className="border-b border-line bg-caution-bg px-3 py-1 text-xs text-caution">
          {t('Review.leftBehind', { count: memory.leftBehind.length })}
        </p>
      )}
      {hunks.map((listed) => (
        <HunkRegion
          key={listed.id}
          listed={listed}
          change={change}
          syntax={syntax}
          labels={labels}
        />
      ))}
    </article>
  )
}
