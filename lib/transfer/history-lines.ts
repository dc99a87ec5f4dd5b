import type { Database } from '@/lib/db/database'
import type { MemoryVersion } from '@/lib/store/memory-version'
import { actorNames } from '@/lib/store/name-actor'
import { oldestVersions } from '@/lib/store/oldest-versions'

/**
 * Every version as JSON Lines, oldest first: a line is what was written together, in the format that
 * `jsonl-source` reads. A memory that is born gets a number, by which it is named when it comes back
 * from its deletion. Redacted versions are named as such and nothing else. The text comes in pieces,
 * a version each, because what was written together may be all there is.
 */
export async function* historyLines(
  db: Database,
  storeId: string,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const exported: Exported = { db, known: new Map(), names: new Map() }
  let first: MemoryVersion | null = null
  for await (const version of oldestVersions(db, storeId, signal)) {
    const change = JSON.stringify(changeOf(version, exported.known))
    if (first && isTogether(first, version)) {
      yield `,${change}`
      continue
    }
    if (first) yield LINE_END
    first = version
    yield `${await lineStart(exported, version)}${change}`
  }
  if (first) yield LINE_END
}

const LINE_END = ']}\n'

interface Exported {
  db: Database
  /** by the ids of the memories */
  known: Map<string, Known>
  /** of actors; null: it has none */
  names: Map<string, string | null>
}

/** What a memory was as of the last version that the export holds. */
interface Known {
  number: number
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
    one.sessionId === other.sessionId &&
    one.toolUseId === other.toolUseId
  )
}

/** A line up to its changes. */
async function lineStart(exported: Exported, first: MemoryVersion): Promise<string> {
  const author = await nameOf(exported, first.createdBy.id)
  const about = JSON.stringify({
    ...(first.batch?.reference == null ? {} : { commit: first.batch.reference }),
    at: new Date(first.createdAt).toISOString(),
    ...(author === null ? {} : { author }),
    ...(first.batch?.message == null ? {} : { message: first.batch.message }),
    actor: first.createdBy,
    ...(first.sessionId === null ? {} : { session_id: first.sessionId }),
    ...(first.toolUseId === null ? {} : { tool_use_id: first.toolUseId }),
    ...(first.batch === null ? {} : { batch: { kind: first.batch.kind } }),
  })
  return `${about.slice(0, -1)},"changes":[`
}

async function nameOf({ db, names }: Exported, actorId: string): Promise<string | null> {
  const known = names.get(actorId)
  if (known !== undefined) return known
  const name = (await actorNames(db, [actorId])).get(actorId) ?? null
  names.set(actorId, name)
  return name
}

function changeOf(version: MemoryVersion, memories: Map<string, Known>): object {
  const { memoryId, path, content, sha256 } = version
  const known = memories.get(memoryId)
  if (version.operation === 'deleted') {
    // Of a memory whose earlier versions were all redacted, nothing is there to delete.
    if (!known?.isLive) return { op: 'redacted' }
    memories.set(memoryId, { ...known, sha256: null, isLive: false })
    return { op: 'delete', path: known.path }
  }
  // Without content: redacted, perhaps since the row was read.
  if (path === null || content === null) return { op: 'redacted' }
  const number = known?.number ?? memories.size
  memories.set(memoryId, { number, path, sha256, isLive: true })
  if (!known) return { op: 'write', path, content, memory: number }
  if (!known.isLive) return { op: 'restore', path, content, memory: number }
  if (known.path === path) return { op: 'write', path, content }
  const isSame = known.sha256 === sha256
  return { op: 'rename', from: known.path, path, ...(isSame ? {} : { content }) }
}
