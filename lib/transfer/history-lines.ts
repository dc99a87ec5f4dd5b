import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNamesBy } from '@/lib/store/stores/name-actor'
import { recordShownVersions } from '@/lib/store/reads/reads'
import { oldestVersions, type OldestVersionsOptions } from '@/lib/store/versions/oldest-versions'

/**
 * Every version, of a store or of one memory, as JSON Lines, oldest first: a line is a batch, in
 * the format that `jsonl-source` reads. An inserted memory gets a number, which identifies it when
 * it is restored after a deletion. Of redacted and damaged versions only that they are is written.
 * The text comes in one piece per version, because a batch may be the whole store.
 */
export async function* historyLines(
  db: Database,
  storeId: string,
  options: OldestVersionsOptions & {
    /** who is given the texts: every one counts as a read */
    reader?: Cause | undefined
  } = {},
): AsyncGenerator<string> {
  const exported: Exported = { db, known: new Map(), at: new Map(), names: new Map() }
  let first: MemoryVersion | null = null
  for await (const version of oldestVersions(db, storeId, options)) {
    if (options.reader) recordShownVersions(db, [version], options.reader)
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
  /** by memory id */
  known: Map<string, Known>
  /** the live memories, by the path last exported */
  at: Map<string, string>
  /** of actors; null: unnamed */
  names: Map<string, string | null>
}

/** A memory as of its last exported version. */
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
  const name = (await actorNamesBy(db.bulk, [actorId])).get(actorId) ?? null
  names.set(actorId, name)
  return name
}

/** The changes of a version; two if its path still holds a memory whose move away was redacted. */
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
    // If all earlier versions of a memory were redacted, there is nothing to delete.
    if (!known?.isLive) return { op: 'redacted' }
    memories.set(memoryId, { ...known, sha256: null, isLive: false })
    return { op: 'delete', path: known.path }
  }
  if (version.isDamaged) return { op: 'damaged', path: path ?? undefined, version: version.id }
  // No content: redacted, perhaps since the row was read.
  if (path === null || content === null) return { op: 'redacted' }
  const number = known?.number ?? memories.size
  memories.set(memoryId, { number, path, sha256, isLive: true })
  if (!known) return { op: 'write', path, content, memory: number }
  if (!known.isLive) return { op: 'restore', path, content, memory: number }
  const isSame = known.sha256 === sha256
  // The change in between was redacted: this is a version even with the same content.
  if (known.path === path) return { op: 'write', path, content, ...(isSame ? { again: true } : {}) }
  return { op: 'rename', from: known.path, path, ...(isSame ? {} : { content }) }
}
