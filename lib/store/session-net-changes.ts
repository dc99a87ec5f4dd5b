import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import type { Actor } from './model/actor'
import { chosenVersions } from './core/chosen-versions'
import { findStore } from './core/store-transaction'
import { inParts, MEMORIES_A_QUERY, type MemoryChain, memoryChains } from './core/memory-chains'
import { type ContentSource, historyOf, textsOf } from './core/undo-rollbacks'
import { byPath, kindOf, type MemoryChange, type MemoryText } from './model/memory-change'
import { withoutOwnChanges } from './take-back'

/**
 * A session's net change of one memory: its own lines, even if others wrote in between. `after` is
 * the session's last version, `before` the same without its own changes.
 */
export interface SessionChange extends MemoryChange<MemoryText> {
  /** the session's versions of it, oldest first */
  versionIds: string[]
  /** who changed it after the session did; null: no one */
  changedSince: { by: Actor; at: number } | null
  /**
   * Set if a content needed to compute this was redacted; then both sides are null, and `path` is
   * all that is known. `by` and `at` are those of the newest redaction.
   */
  redacted: { by: Actor; at: number; path: string | null } | null
}

/**
 * What a session changed in a store, ordered by path: exactly its own lines, so that what others
 * wrote between two of its writes is on both sides. Memories that it left unchanged are left out.
 * Refuses `store_not_found`.
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
  source: ContentSource,
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
  const texts = await textsOf(db.bulk, source, history)
  if (!texts) {
    return { ...about, before: null, after: null, redacted: redactionOf(memory.path, upTo) }
  }
  const before = withoutOwnChanges(texts.found, texts.steps)
  const after = texts.steps.at(-1)?.state ?? null
  const change = { ...about, before, after, redacted: null }
  return kindOf(change) === null ? null : change
}

/** The newest redaction among versions, with a path that another of them still has. */
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

/** A change with redacted sides sorts by its memory's path. */
function byListedPath(one: SessionChange, other: SessionChange): number {
  return byPath(listed(one), listed(other))
}

const listed = ({ redacted, ...change }: SessionChange): MemoryChange<MemoryText> =>
  redacted === null ? change : { ...change, after: { path: redacted.path ?? '', content: '' } }
