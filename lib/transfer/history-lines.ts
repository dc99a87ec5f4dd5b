import type { Database } from '@/lib/db/database'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
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
  const exported: Exported = { db, known: new Map(), at: new Map(), names: new Map() }
  let first: MemoryVersion | null = null
  for await (const version of oldestVersions(db, storeId, signal)) {
    const change = changesOf(version, exported)
      .map((each) => JSON.stringify(each))
      .join(',')
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
  /** the memories that live, by the paths that the export last gave them */
  at: Map<string, string>
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

/** What a version changed; two things where its path still holds a memory whose leaving it was redacted. */
function changesOf(version: MemoryVersion, exported: Exported): object[] {
  const { known, at } = exported
  const change = changeOf(version, known)
  const { memoryId, path } = version
  const before = 'from' in change ? change.from : 'path' in change ? change.path : null
  if (typeof before === 'string' && at.get(before) === memoryId) at.delete(before)
  const changes = [change]
  const inTheWay = path === null ? undefined : at.get(path)
  const stale = inTheWay === undefined ? undefined : known.get(inTheWay)
  if (path !== null && stale && inTheWay !== memoryId && known.get(memoryId)?.path === path) {
    known.set(inTheWay ?? '', { ...stale, sha256: null, isLive: false })
    changes.unshift({ op: 'delete', path })
  }
  if (path !== null && known.get(memoryId)?.isLive) at.set(path, memoryId)
  return changes
}

function changeOf(version: MemoryVersion, memories: Map<string, Known>) {
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
  const isSame = known.sha256 === sha256
  // What changed something in between was redacted: it is a version all the same.
  if (known.path === path) return { op: 'write', path, content, ...(isSame ? { again: true } : {}) }
  return { op: 'rename', from: known.path, path, ...(isSame ? {} : { content }) }
}
