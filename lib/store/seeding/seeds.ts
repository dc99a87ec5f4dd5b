import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { newId } from '@/lib/text/prefixed-id'
import { turns } from '@/lib/turns'
import { readText } from '../contents/stored-content'
import type { Audience } from '../model/audience'
import { findStore } from '../write/store-transaction'
import {
  deleteEntry,
  locationsOfSeeds,
  noteSeeding,
  pathsLeft,
  putEntry,
  seededEntries,
  seedOfSource,
  seedsOfStore,
  updateReference,
} from './sql/seeds'

/** A source that a store was seeded with: the base of the next three-way merge. */
export interface Seed {
  key: number
  storeKey: number
  /** for a source with history: the last moment imported */
  reference: string | null
}

/** A source on the server's disk, and how it was imported. */
export interface SeedOrigin {
  /** absolute */
  location: string
  taken: SeedTaken
}

export type SeedTaken = 'as_is' | 'history' | 'history_and_uncommitted'

/** A source that a store was seeded from. */
export interface KnownSeed {
  id: string
  /** its name */
  source: string
  /** null if it was uploaded: only whoever has it can seed from it again */
  origin: SeedOrigin | null
  /** milliseconds since 1970 */
  lastAt: number
}

/** The sources of a store, most recently imported first. Refuses `store_not_found`. */
export async function listSeeds(db: Database, storeId: string): Promise<KnownSeed[]> {
  const store = await findStore(db.read, storeId)
  const rows = await db.prisma.seed.findMany({
    where: { storeKey: store.key },
    orderBy: [{ updatedAt: 'desc' }, { key: 'desc' }],
    take: MAX_LISTED,
  })
  return rows.map(({ id, source, location, taken, updatedAt }) => ({
    id,
    source,
    origin: location === null || taken === null ? null : { location, taken },
    lastAt: updatedAt,
  }))
}

const MAX_LISTED = 100

/** Lists the locations of these stores' sources on the server's disk; null: of all stores. */
export async function seedLocations(
  db: Database,
  storeIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await locationsOfSeeds(db.read, storeIds)
  return rows.map(({ location }) => location)
}

/** The version that a seed last wrote at a path. */
export interface SeededPath {
  /** the version's sequence */
  sequence: number
  /** hash of its content */
  sha256: string
  /** whether the memory there has that content still, as the source has it */
  isCurrent: boolean
}

/** The seed of a source, if the store was seeded from it before. Refuses `store_not_found`. */
export async function findSeed(
  db: Database,
  input: { storeId: string; source: string },
): Promise<Seed | null> {
  const store = await findStore(db.read, input.storeId)
  const row = await seedOfSource(db.read, store.key, input.source)
  return row ? { ...row, storeKey: store.key } : null
}

/** A store's key in the tables. Refuses `store_not_found`. */
export async function storeKeyOf(db: Database, storeId: string): Promise<number> {
  return (await findStore(db.read, storeId)).key
}

/** Like `findSeed`, but creates a missing seed. */
export async function openSeed(
  db: Database,
  input: { storeId: string; source: string; origin: SeedOrigin | null },
): Promise<Seed> {
  const store = await findStore(db.read, input.storeId)
  const now = Date.now()
  await db.write((tx) =>
    noteSeeding(tx, {
      id: newId('seed', now),
      storeKey: store.key,
      source: input.source,
      location: input.origin?.location ?? null,
      taken: input.origin?.taken ?? null,
      updatedAt: now,
    }),
  )
  const seed = await findSeed(db, input)
  if (!seed) throw new Error('a seed that was opened is not there')
  return seed
}

/** Each of a store's seeds may have written many paths; they are read in pages. */
const PATHS_PER_PAGE = 5000

/**
 * Returns the versions that seeds last wrote, path by path: `own`, the seed itself, and `others`,
 * the store's other seeds, newest first. Versions redacted since are left out: there is nothing to
 * compare with. `seedKey` null: none of the seeds is the own one. To agents, nothing in quarantine
 * is current.
 */
export async function seededPaths(
  db: Database,
  input: { storeKey: number; seedKey: number | null; audience: Audience | undefined },
  signal: AbortSignal,
): Promise<{ own: Map<string, SeededPath>; others: Map<string, SeededPath[]> }> {
  const { storeKey, seedKey, audience } = input
  const own = new Map<string, SeededPath>()
  const others = new Map<string, SeededPath[]>()
  const maybeYield = turns(signal)
  const sql = db.bulk.until(signal)
  for (const { key } of await seedsOfStore(db.read, storeKey)) {
    for (let after = 0; ;) {
      const page = { seedKey: key, after, limit: PATHS_PER_PAGE, audience }
      const rows = await seededEntries(sql, page)
      for (const { path, sequence, sha256, nodeKey, isCurrent } of rows) {
        after = nodeKey
        if (sha256 === null) continue
        const version = { sequence, sha256, isCurrent: isCurrent === 1 }
        if (key === seedKey) own.set(path, version)
        else others.set(path, [...(others.get(path) ?? []), version])
        await maybeYield()
      }
      if (rows.length < PATHS_PER_PAGE) break
    }
  }
  for (const each of others.values()) each.sort((one, other) => other.sequence - one.sequence)
  return { own, others }
}

/**
 * Returns the present paths of memories that moved away since these versions, by the version's
 * sequence; null if they are deleted. Versions whose path has a memory are left out, and memories
 * in quarantine.
 */
export async function presentPaths(
  db: Database,
  storeKey: number,
  sequences: readonly number[],
): Promise<Map<number, string | null>> {
  const present = new Map<number, string | null>()
  for (const some of chunked(sequences, SEQUENCES_PER_QUERY)) {
    for (const { sequence, path } of await pathsLeft(db.bulk, storeKey, some)) {
      present.set(sequence, path)
    }
  }
  return present
}

const SEQUENCES_PER_QUERY = 500

/** The text of a version that a seed wrote; null if redacted since. */
export async function seededText(
  db: Database,
  storeKey: number,
  sequence: number,
): Promise<string | null> {
  return readText(db.read, storeKey, sequence)
}

/**
 * Records the last moment of a history that was imported, even if nothing was written for it. What
 * a seed wrote is recorded with the write itself (`applyMoment`).
 */
export async function noteTakenOver(db: Database, seed: Seed, reference: string): Promise<void> {
  await db.write((tx) => writeSeedReference(tx, seed, reference))
}

/** The keys by which transactions update a seed's rows. */
export interface SeedKeys {
  key: number
  storeKey: number
}

/** Stores which version a seed last wrote at each path; null: it no longer has the path. */
export async function writeSeedEntries(
  tx: WriteSql,
  seed: SeedKeys,
  entries: ReadonlyMap<string, number | null>,
): Promise<void> {
  for (const [path, sequence] of entries) {
    const at = { seedKey: seed.key, storeKey: seed.storeKey, path }
    if (sequence === null) await deleteEntry(tx, at)
    else await putEntry(tx, { ...at, sequence })
  }
}

/** Stores the last fully imported moment of a history. */
export async function writeSeedReference(
  tx: WriteSql,
  seed: SeedKeys,
  reference: string,
): Promise<void> {
  await updateReference(tx, { key: seed.key, reference, updatedAt: Date.now() })
}
