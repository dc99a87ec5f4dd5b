import { CircleAlert } from 'lucide-react'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Link } from '@/components/ui/link'
import { plainName } from '@/lib/text/plain-text'
import { HunkActs } from './hunk-acts'
import type { WholeMemory } from './whole-memories'

/** A memory that is decided as one: why it is to be read, and how much changed, without its lines. */
export async function WholeMemoryRegion({
  storeId,
  whole,
}: {
  storeId: string
  whole: WholeMemory
}) {
  const t = await texts()
  const { memory, board } = whole
  const kind = memory.kind ?? 'modified'
  const reasons = [...new Set(memory.hunks.flatMap((hunk) => hunk.reasons))]
  return (
    <section
      id={`m-${memory.memoryId}`}
      data-hunk={board.id}
      tabIndex={-1}
      aria-label={t('Review.hunkLabel', {
        path: memory.lastPath === null ? t('Review.noPath') : plainName(memory.lastPath),
        where: t(`History.${kind}`),
        level: t(`Review.level_${memory.level}`),
      })}
      className="review-hunk flex min-h-10 scroll-my-16 flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-line bg-sheet px-3 py-1.5"
    >
      <ChangeLetter kind={kind} label={t(`History.${kind}`)} />
      <Link
        href={`/stores/${storeId}?memory=${memory.memoryId}&version=${memory.throughVersionId}&diff=before`}
        className="min-w-0 font-mono text-code font-medium wrap-anywhere hover:underline"
      >
        {memory.lastPath === null ? t('Review.noPath') : <VisiblePath path={memory.lastPath} />}
      </Link>
      <Amount added={memory.addedLines} removed={memory.removedLines} />
      {reasons.map((reason) => (
        <Badge key={reason} tone="caution" Icon={CircleAlert}>
          {t(`Review.reason_${reason}`)}
        </Badge>
      ))}
      {memory.lostLines > 0 ? (
        <span className="text-xs text-caution">
          {t('Review.lost', { count: memory.lostLines })}
        </span>
      ) : null}
      <HunkActs hunkId={board.id} isEditable={false} />
    </section>
  )
}
