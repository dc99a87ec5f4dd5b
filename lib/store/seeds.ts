import type { Database } from '@/lib/db/database'
import { newId } from '@/lib/text/prefixed-id'
import { findStore } from './core/ledger'
import { writeSeedReference } from './core/seed-entries'
import { readText } from './core/stored-content'

/** What a store was seeded with: the base of the next three-way merge. */
export interface Seed {
  key: number
  storeKey: number
  /** of a source with history: the last moment that was taken over */
  reference: string | null
}

/** What a seed last wrote at a path. */
export interface SeededPath {
  /** the version's number */
  sequence: number
  /** of its content; null when that version was redacted since */
  sha256: string | null
}

/** The seed of a source, if the store was seeded from it before. Refuses `store_not_found`. */
export async function findSeed(
  db: Database,
  input: { storeId: string; source: string },
): Promise<Seed | null> {
  const store = await findStore(db.read, input.storeId)
  const row = await db.read.get<{ key: number; reference: string | null }>(
    'SELECT key, reference FROM seeds WHERE store_key = ? AND source = ?',
    [store.key, input.source],
  )
  return row ? { ...row, storeKey: store.key } : null
}

/** As `findSeed`, making the seed where there is none. */
export async function openSeed(
  db: Database,
  input: { storeId: string; source: string },
): Promise<Seed> {
  const store = await findStore(db.read, input.storeId)
  const now = Date.now()
  await db.write((tx) =>
    tx.run(
      `INSERT INTO seeds (id, store_key, source, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (store_key, source) DO UPDATE SET updated_at = excluded.updated_at`,
      [newId('seed', now), store.key, input.source, now, now],
    ),
  )
  const seed = await findSeed(db, input)
  if (!seed) throw new Error('a seed that was opened is not there')
  return seed
}

/** What the seed last wrote, path by path. */
export async function seededPaths(db: Database, seed: Seed): Promise<Map<string, SeededPath>> {
  const rows = await db.read.all<{ path: string; sequence: number; sha256: string | null }>(
    `SELECT n.path, e.sequence, v.sha256 FROM seed_entries e
     JOIN path_nodes n ON n.key = e.node_key
     LEFT JOIN memory_versions v ON v.store_key = n.store_key AND v.sequence = e.sequence
     WHERE e.seed_key = ?`,
    [seed.key],
  )
  return new Map(rows.map(({ path, sequence, sha256 }) => [path, { sequence, sha256 }]))
}

/** The text that a seed wrote with a version; null when it was redacted since. */
export async function seededText(
  db: Database,
  seed: Seed,
  sequence: number,
): Promise<string | null> {
  return readText(db.read, seed.storeKey, sequence)
}

/**
 * Notes the last moment of a history that was taken over, also where nothing was written for it.
 * What a seed wrote is noted with the writing (`applyMoment`).
 */
export async function noteTakenOver(db: Database, seed: Seed, reference: string): Promise<void> {
  await db.write((tx) => writeSeedReference(tx, seed, reference))
}
