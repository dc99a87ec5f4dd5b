import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { groupedBy } from '@/lib/text/grouped-by'
import type { Actor } from '../model/actor'
import { refuse } from '../model/problems'
import type { Visible } from '../quarantine/sql/visible-versions'
import { MAX_MEMORIES } from '../versions/sql/versions'
import { inSession } from '../write/find'
import type { VersionRow } from '../versions/sql/version-rows'
import {
  type ChangedStore,
  storesChangedByActor,
  storesChangedInSession,
} from './sql/changed-stores'
import {
  changesOfActor,
  changesOfSession,
  type ChosenVersion,
  firstSince,
  keptMemories,
  versionsOfBatch,
  versionsOfChangeset,
  versionsOfIds,
  versionsOfMemoriesIn,
  versionsThat,
} from './sql/chosen-versions'
import { changedBetween, changedFromTo, type ChainSize, chainSizes } from './sql/memories'

/**
 * A selection of a store's changes: all of a session, of a batch, of a changeset, these versions, or
 * all in a range of sequences.
 */
export type ChosenChanges =
  | { sessionId: string }
  | { batchId: string }
  | { changesetId: string }
  | { versionIds: readonly string[] }
  | { from: number; to: number }

const IDS_PER_QUERY = 500

/** The selected versions, in order of sequence. Refuses `version_not_found`. */
export async function chosenVersions(
  sql: Sql,
  wanted: { storeKey: number; storeId: string; changes: ChosenChanges },
): Promise<ChosenVersion[]> {
  const { storeKey, storeId, changes } = wanted
  if ('sessionId' in changes) {
    return versionsThat(sql, storeKey, await inSession(sql, changes.sessionId))
  }
  if ('batchId' in changes) return versionsOfBatch(sql, storeKey, changes.batchId)
  if ('changesetId' in changes) {
    return versionsOfChangeset(sql, storeKey, changes.changesetId)
  }
  if ('from' in changes) return changedFromTo(sql, { storeKey, ...changes })
  const chosen: ChosenVersion[] = []
  for (const part of chunked([...new Set(changes.versionIds)], IDS_PER_QUERY)) {
    const rows = await versionsOfIds(sql, storeKey, part)
    const found = new Set(rows.map(({ id }) => id))
    const missing = part.find((id) => !found.has(id))
    if (missing !== undefined) refuse({ kind: 'version_not_found', storeId, versionId: missing })
    for (const row of rows) chosen.push(row)
  }
  return chosen.sort((one, other) => one.sequence - other.sequence)
}

/** A memory of a changeset, by the changeset's versions of it. */
export interface ReviewedUntil {
  memoryKey: number
  /** those after this sequence; left out: after what was kept */
  since?: number | undefined
  /** those up to this sequence; left out: all */
  until?: number | undefined
}

/**
 * A changeset's versions of some of its memories that are reviewed together, in order of sequence.
 * Once somebody kept a memory that the changeset created, or something that it no longer holds, what
 * the changeset does to it is a change of what they kept: the versions up to there are left out.
 */
export async function reviewedVersions(
  sql: Sql,
  wanted: { storeKey: number; changesetId: string; memories: readonly ReviewedUntil[] },
): Promise<ChosenVersion[]> {
  const { storeKey, changesetId } = wanted
  const chosen: ChosenVersion[] = []
  for (const memories of chunked(wanted.memories, IDS_PER_QUERY)) {
    const memoryKeys = memories.map(({ memoryKey }) => memoryKey)
    const rows = await versionsOfMemoriesIn(sql, storeKey, { changesetId, memoryKeys })
    const kept = await keptMemories(sql, { changesetId, memoryKeys })
    const versionsOf = groupedBy(rows, ({ memoryKey }) => memoryKey)
    const keptOf = groupedBy(kept, ({ memoryKey }) => memoryKey)
    for (const { memoryKey, since: wantedSince, until } of memories) {
      const versions = versionsOf.get(memoryKey) ?? []
      const last = until ?? Math.max(...versions.map(({ sequence }) => sequence))
      const through = (keptOf.get(memoryKey) ?? []).map(({ throughSequence }) => throughSequence)
      const since = wantedSince ?? through.findLast((sequence) => sequence < last) ?? 0
      for (const version of versions) {
        if (version.sequence > since && version.sequence <= last) chosen.push(version)
      }
    }
  }
  return chosen.sort((one, other) => one.sequence - other.sequence)
}

/** A session, or an actor outside any session. */
export interface Changer {
  actor: Actor
  /** null: what the actor did outside sessions */
  sessionId: string | null
}

/**
 * Lists the changes of a session, or of an actor outside of sessions, in a store since a time; the
 * oldest first, at most `limit`.
 */
export async function changesAfter(
  sql: Sql,
  changer: Changer,
  where: { storeKey: number; since: number; visible: Visible; limit: number },
): Promise<VersionRow[]> {
  if (changer.sessionId !== null) return changesOfSession(sql, changer.sessionId, where)
  const first = await firstSince(sql, where.storeKey, where.since)
  return first ? changesOfActor(sql, changer.actor, { ...where, first: first.sequence }) : []
}

/** The stores in which a session or an actor has a changeset; a deleted one has none. */
export function storesChangedBy(sql: Sql, { sessionId, actor }: Changer): Promise<ChangedStore[]> {
  return sessionId === null
    ? storesChangedByActor(sql, actor.id)
    : storesChangedInSession(sql, sessionId)
}

const VERSIONS_PER_PAGE = 1024

/** The keys of the memories changed since a time, each once, the last changed first, in parts. */
export async function* changedMemories(
  sql: Sql,
  storeKey: number,
  since: number,
): AsyncGenerator<{ first: number; keys: number[] }> {
  const begin = await firstSince(sql, storeKey, since)
  if (!begin) return
  const first = begin.sequence
  const seen = new Set<number>()
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = { storeKey, first, before, limit: VERSIONS_PER_PAGE }
    const rows = await changedBetween(sql, page)
    const keys = [...new Set(rows.map((row) => row.memoryKey))].filter((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    for (let at = 0; at < keys.length; at += MAX_MEMORIES) {
      yield { first, keys: keys.slice(at, at + MAX_MEMORIES) }
    }
    const last = rows.at(-1)
    if (!last || rows.length < VERSIONS_PER_PAGE) return
    before = last.sequence
  }
}

export async function sizesOfChains(
  sql: Sql,
  memoryKeys: readonly number[],
  first: number,
): Promise<Map<number, ChainSize>> {
  const rows = await chainSizes(sql, memoryKeys, first)
  return new Map(rows.map(({ memoryKey, ...size }) => [memoryKey, size]))
}
