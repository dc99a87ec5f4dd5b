import { ActorName } from '@/components/history/actor-name'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import type { Actor } from '@/lib/store/model/actor'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'
import type { PlannedText } from '@/lib/store/undo/rollback'
import { blameMemory } from '@/lib/store/versions/blame-memory'
import { textDiff } from '@/lib/text/text-diff'
import { headOf } from '../head-of'

/** The writers of the lines that a memory would lose, with the number of lines of each. */
export async function LostLines({ storeId, text }: { storeId: string; text: PlannedText }) {
  const t = await texts()
  const head = await headOf(storeId, text.memoryId)
  const writers = head === null || head.isDamaged ? [] : await lostLines(head, text)
  const count = writers.reduce((sum, { lines }) => sum + lines, 0)
  if (count === 0) return null
  const names = await actorNames(
    database(),
    writers.map(({ actor }) => actor.id),
  )
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 border-b border-line bg-well px-4 py-2">
      <h3 className="font-medium text-caution">{t('Restore.loses', { count })}</h3>
      <ul aria-label={t('Restore.loses', { count })} className="flex flex-wrap gap-x-4 text-ink-2">
        {writers.map(({ actor, lines }) => (
          <li key={actor.id}>
            <ActorName actor={actor} names={names} />: {t('Restore.lines', { count: lines })}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Most lines first. */
async function lostLines(
  { storeId, memoryId, id: versionId }: MemoryVersion,
  { before, after }: PlannedText,
): Promise<{ actor: Actor; lines: number }[]> {
  const removed = new Set(
    textDiff(before?.content ?? '', after?.content ?? '', 0).hunks.flatMap(({ lines }) =>
      lines.flatMap((line) => (line.kind === 'removed' ? [line.before] : [])),
    ),
  )
  if (removed.size === 0) return []
  const runs = await blameMemory(database(), { storeId, memoryId, versionId })
  const counts = new Map<string, { actor: Actor; lines: number }>()
  for (const { line, lines, version } of runs) {
    const lost = lines.filter((_, index) => removed.has(line + index)).length
    if (lost === 0) continue
    const actor = authorOf(version)
    const known = counts.get(actor.id) ?? { actor, lines: 0 }
    counts.set(actor.id, { actor, lines: known.lines + lost })
  }
  return [...counts.values()].sort((one, other) => other.lines - one.lines)
}
