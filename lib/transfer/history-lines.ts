import type { Database } from '@/lib/db/database'
import type { MemoryVersion } from '@/lib/store/memory-version'
import { actorNames } from '@/lib/store/name-actor'
import { oldestVersions } from '@/lib/store/oldest-versions'

/**
 * Every version as JSON Lines, oldest first: a line is what was written together, in the format that
 * `jsonl-source` reads. Redacted versions are named as such and nothing else.
 */
export async function* historyLines(db: Database, storeId: string): AsyncGenerator<string> {
  const births = new Map<string, number>()
  const before = new Map<string, Known>()
  let together: MemoryVersion[] = []
  for await (const version of oldestVersions(db, storeId)) {
    if (together[0] && !isTogether(together[0], version)) {
      yield await lineOf(db, together, births, before)
      together = []
    }
    together.push(version)
  }
  if (together.length > 0) yield await lineOf(db, together, births, before)
}

/** What a memory was as of the last version that the export holds. */
interface Known {
  path: string
  sha256: string | null
  isLive: boolean
}

function isTogether(one: MemoryVersion, other: MemoryVersion): boolean {
  return (
    one.batch !== null &&
    one.batch.id === other.batch?.id &&
    one.createdAt === other.createdAt &&
    one.createdBy.id === other.createdBy.id &&
    one.sessionId === other.sessionId
  )
}

async function lineOf(
  db: Database,
  versions: readonly MemoryVersion[],
  births: Map<string, number>,
  before: Map<string, Known>,
): Promise<string> {
  const [first] = versions
  if (!first) throw new Error('a line of no version')
  const author = (await actorNames(db, [first.createdBy.id])).get(first.createdBy.id)
  return JSON.stringify({
    ...(first.batch?.reference == null ? {} : { commit: first.batch.reference }),
    at: new Date(first.createdAt).toISOString(),
    ...(author === undefined ? {} : { author }),
    ...(first.batch?.message == null ? {} : { message: first.batch.message }),
    actor: first.createdBy,
    ...(first.sessionId === null ? {} : { session_id: first.sessionId }),
    ...(first.batch === null ? {} : { batch: { kind: first.batch.kind } }),
    changes: versions.map((version) => changeOf(version, births, before)),
  })
}

function changeOf(
  version: MemoryVersion,
  births: Map<string, number>,
  before: Map<string, Known>,
): object {
  const { memoryId, path, content } = version
  const known = before.get(memoryId)
  if (version.redactedAt !== null || path === null) return { op: 'redacted' }
  before.set(memoryId, { path, sha256: version.sha256, isLive: content !== null })
  // Of a memory whose earlier versions were all redacted, nothing is there to delete.
  if (content === null)
    return known?.isLive ? { op: 'delete', path: known.path } : { op: 'redacted' }
  if (!known) {
    births.set(memoryId, births.size)
    return { op: 'write', path, content }
  }
  if (!known.isLive) return { op: 'restore', path, content, memory: births.get(memoryId) ?? 0 }
  if (known.path === path) return { op: 'write', path, content }
  const isSame = known.sha256 === version.sha256
  return { op: 'rename', from: known.path, path, ...(isSame ? {} : { content }) }
}
