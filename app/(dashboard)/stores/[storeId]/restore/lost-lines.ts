import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { blameMemory } from '@/lib/store/versions/blame-memory'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'
import { authorOf } from '@/lib/store/model/author-of'
import { textDiff } from '@/lib/text/text-diff'

/** A writer whose lines would be lost, with their number. */
export interface LostWriter {
  actor: Actor
  /** null: unnamed */
  name: string | null
  lines: number
}

/**
 * The writers of the lines that a memory would lose compared with its current content, most lines
 * first.
 */
export async function lostLines(
  db: Database,
  head: MemoryVersion,
  now: string,
  then: string,
): Promise<LostWriter[]> {
  const removed = new Set(
    textDiff(now, then, 0).hunks.flatMap(({ lines }) =>
      lines.flatMap((line) => (line.kind === 'removed' ? [line.before] : [])),
    ),
  )
  if (removed.size === 0) return []
  const { storeId, memoryId, id: versionId } = head
  const runs = await blameMemory(db, { storeId, memoryId, versionId })
  const counts = new Map<string, { actor: Actor; lines: number }>()
  for (const { line, lines, version } of runs) {
    const lost = lines.filter((_, index) => removed.has(line + index)).length
    if (lost === 0) continue
    const actor = authorOf(version)
    const known = counts.get(actor.id) ?? { actor, lines: 0 }
    counts.set(actor.id, { actor, lines: known.lines + lost })
  }
  const names = await actorNames(db, [...counts.keys()])
  return [...counts.values()]
    .map(({ actor, lines }) => ({ actor, name: names.get(actor.id) ?? null, lines }))
    .sort((one, other) => other.lines - one.lines)
}
