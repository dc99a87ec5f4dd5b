import type { MemoryThreads } from '@/components/comments/hunk-threads'
import { ThreadsAbove } from '@/components/comments/threads-above'
import { texts } from '@/components/i18n/server-texts'
import { VisiblePath } from '@/components/content/visible-path'
import type { DiffSyntax } from '@/components/diff/diff-syntax'
import type { DiffLabels } from '@/components/diff/diff-labels'
import { MemoryQuarantine } from '@/components/quarantine/memory-quarantine'
import { Amount } from '@/components/ui/amount'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Link } from '@/components/ui/link'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { HunkRegion } from './hunk-region'
import type { ListedHunk } from '../changeset/read-changeset'
import { readOrigins } from './read-origins'

export interface MemoryHunksProps {
  storeId: string
  changesetId: string
  /** of the changeset; null: none is known */
  sessionId: string | null
  /** of one memory */
  hunks: readonly ListedHunk[]
  change: ChangesetChange
  /** of its texts; left out: they stay plain */
  syntax: DiffSyntax | undefined
  labels: DiffLabels
  /** the comments on it; left out: none */
  threads?: MemoryThreads | undefined
}

/** The hunks of one memory under its path. */
export async function MemoryHunks({
  storeId,
  changesetId,
  sessionId,
  hunks,
  change,
  syntax,
  labels,
  threads,
}: MemoryHunksProps) {
  const t = await texts()
  const memory = hunks[0]?.memory
  if (!memory) return null
  const path = (change.after ?? change.before)?.path
  const kind = memory.kind ?? 'modified'
  const origins = readOrigins(sessionId, { storeId, change, hunks: hunks.map(({ hunk }) => hunk) })
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
        <span className="ml-auto flex shrink-0 items-center gap-2">
          <MemoryQuarantine
            storeId={storeId}
            changesetId={changesetId}
            memoryId={memory.memoryId}
          />
          <Amount added={memory.addedLines} removed={memory.removedLines} />
        </span>
      </h3>
      {change.changedSince === null ? null : (
        <p className="border-b border-line bg-caution-bg px-3 py-1 text-xs text-caution">
          {change.changedSince.by.id === LOCAL_USER_ACTOR.id
            ? t('Review.changedSinceByYou')
            : t('Review.changedSince')}
        </p>
      )}
      {memory.leftBehind.length === 0 ? null : (
        <p className="border-b border-line bg-caution-bg px-3 py-1 text-xs text-caution">
          {t('Review.leftBehind', { count: memory.leftBehind.length })}
        </p>
      )}
      <ThreadsAbove threads={threads?.above ?? []} />
      {hunks.map((listed, index) => (
        <HunkRegion
          key={listed.id}
          storeId={storeId}
          changesetId={changesetId}
          listed={listed}
          change={change}
          syntax={syntax}
          labels={labels}
          origins={origins}
          index={index}
          threads={threads?.inHunks.get(listed.id)}
        />
      ))}
    </article>
  )
}
