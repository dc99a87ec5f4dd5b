import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import type { Actor } from './model/actor'
import { chosenVersions } from './core/chosen-versions'
import { findStore } from './core/store-transaction'
import { inParts, MEMORIES_A_QUERY, type MemoryChain, memoryChains } from './core/memory-chains'
import { type ContentPlace, historyOf, textsOf } from './core/undo-rollbacks'
import { byPath, kindOf, type MemoryChange, type MemoryText } from './model/memory-change'
import { withoutOwnChanges } from './take-back'

/**
 * What a session did to one memory, in the end: its own lines, whoever else wrote in between. `after`
 * is what it left last, `before` the same without what it did itself.
 */
export interface SessionChange extends MemoryChange<MemoryText> {
  /** the session's versions of it, oldest first */
  versionIds: string[]
  /** who changed it after the session did; null: nobody */
  changedSince: { by: Actor; at: number } | null
  /**
   * Where a content that this is told from was redacted; then both sides are null, and `path` is
   * all that is left to say. Who did it and when is that of the newest one.
   */
  redacted: { by: Actor; at: number; path: string | null } | null
}

/**
 * What a session changed in a store, in the order of the paths: exactly its own lines, so that what
 * others wrote between two writes of the session stands on both sides. A memory that it left as it
 * had been is not among them. Refuses `store_not_found`.
 */
export async function sessionNetChanges(
  db: Database,
  input: { storeId: string; sessionId: string; signal?: AbortSignal },
): Promise<SessionChange[]> {
  const { storeId, sessionId } = input
  const giveWay = turns(input.signal)
  const { key: storeKey } = await findStore(db.bulk, storeId)
  const own = await chosenVersions(db.bulk, { storeKey, storeId, changes: { sessionId } })
  const spans = new Map<number, { since: number; until: number }>()
  for (const { memory_key, sequence } of own) {
    const since = spans.get(memory_key)?.since ?? sequence
    spans.set(memory_key, { since, until: sequence })
  }
  const isOwn = new Set(own.map(({ sequence }) => sequence))
  const wanted = [...spans].map(([memoryKey, { since }]) => ({ memoryKey, since }))
  const changes: SessionChange[] = []
  for (const part of inParts(wanted, MEMORIES_A_QUERY)) {
    for (const chain of await memoryChains(db.bulk, part)) {
      const span = spans.get(chain.memory.key)
      const change = span && (await changeOf(db, { storeKey, giveWay }, chain, { ...span, isOwn }))
      if (change) changes.push(change)
      await giveWay()
    }
  }
  return changes.sort(byListedPath)
}

async function changeOf(
  db: Database,
  place: ContentPlace,
  { memory, versions }: MemoryChain,
  own: { since: number; until: number; isOwn: ReadonlySet<number> },
): Promise<SessionChange | null> {
  const upTo = versions.filter(({ sequence }) => sequence <= own.until)
  const newest = versions.at(-1)
  const about = {
    memoryId: memory.id,
    versionIds: upTo.flatMap(({ id, sequence }) => (own.isOwn.has(sequence) ? [id] : [])),
    changedSince:
      newest && newest.sequence > own.until
        ? { by: { type: newest.actor_type, id: newest.actor_id }, at: newest.created_at }
        : null,
  }
  const history = historyOf({ memory, versions: upTo }, own.isOwn, own.since)
  const texts = await textsOf(db.bulk, place, history)
  if (!texts) {
    return { ...about, before: null, after: null, redacted: redactionOf(memory.path, upTo) }
  }
  const before = withoutOwnChanges(texts.found, texts.steps)
  const after = texts.steps.at(-1)?.state ?? null
  const change = { ...about, before, after, redacted: null }
  return kindOf(change) === null ? null : change
}

/** The newest redaction among versions, with a path that another of them still tells. */
function redactionOf(
  path: string | null,
  versions: MemoryChain['versions'],
): SessionChange['redacted'] {
  const known = versions.findLast((version) => version.path !== null)?.path ?? path
  const newest = versions
    .filter((version) => version.redacted_at !== null)
    .sort((one, other) => (one.redacted_at ?? 0) - (other.redacted_at ?? 0))
    .at(-1)
  if (!newest?.redacted_by_type || newest.redacted_by_id === null) {
    throw new Error('a version without content was not redacted')
  }
  return {
    by: { type: newest.redacted_by_type, id: newest.redacted_by_id },
    at: newest.redacted_at ?? 0,
    path: known,
  }
}

/** A change whose sides were redacted stands where its memory does. */
function byListedPath(one: SessionChange, other: SessionChange): number {
  return byPath(listed(one), listed(other))
}

const listed = ({ redacted, ...change }: SessionChange): MemoryChange<MemoryText> =>
  redacted === null ? change : { ...change, after: { path: redacted.path ?? '', content: '' } }
