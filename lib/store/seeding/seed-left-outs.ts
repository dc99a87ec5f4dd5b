import type { Database } from '@/lib/db/database'
import { findStore } from '../write/store-transaction'
import type { SeedReason } from '../model/seed-reason'
import type { Seed } from './seeds'

/** A file of a source that its last seeding left out, for people to see and decide. */
export interface SeedLeftOut {
  key: number
  /** the source's name */
  source: string
  path: string
  kind: LeftOutKind
  reason: SeedReason
  /** the source's content there, if it was kept for someone to decide; null: none, or not kept */
  content: string | null
  /** milliseconds since 1970 */
  notedAt: number
}

/**
 * `skip`: it could not be imported; `conflict`: source and store both changed it, and someone must
 * decide.
 */
export type LeftOutKind = 'skip' | 'conflict'

export interface NewLeftOut {
  path: string
  kind: LeftOutKind
  reason: SeedReason
  content: string | null
}

const ROWS_PER_WRITE = 200

/**
 * Stores what a seeding left out, replacing what was stored for these paths. `decided`: paths of
 * which nothing is left out any more; null: all that are not named now.
 */
export async function noteLeftOuts(
  db: Database,
  { key: seedKey, storeKey }: Seed,
  leftOuts: readonly NewLeftOut[],
  decided: readonly string[] | null,
): Promise<void> {
  const now = Date.now()
  if (decided === null) {
    await db.write((tx) => tx.run('DELETE FROM seed_left_outs WHERE seed_key = ?', [seedKey]))
  }
  const known = decided === null ? [] : [...decided, ...leftOuts.map(({ path }) => path)]
  for (const paths of slices(known)) {
    const placeholders = paths.map(() => '?').join(', ')
    await db.write((tx) =>
      tx.run(`DELETE FROM seed_left_outs WHERE seed_key = ? AND path IN (${placeholders})`, [
        seedKey,
        ...paths,
      ]),
    )
  }
  for (const some of slices(leftOuts)) {
    await db.write(async (tx) => {
      for (const { path, kind, reason, content } of some) {
        await tx.run(
          `INSERT INTO seed_left_outs (store_key, seed_key, path, kind, reason, content, noted_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          [storeKey, seedKey, path, kind, JSON.stringify(reason), content, now],
        )
      }
    })
  }
}

function* slices<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_WRITE) {
    yield items.slice(from, from + ROWS_PER_WRITE)
  }
}

interface LeftOutRow extends Omit<SeedLeftOut, 'reason'> {
  /** JSON */
  reason: string
}

const leftOutOf = (row: LeftOutRow): SeedLeftOut => ({
  ...row,
  reason: JSON.parse(row.reason) as SeedReason,
})

const SELECT = `SELECT l.key, s.source, l.path, l.kind, l.reason, l.content, l.noted_at AS "notedAt"
  FROM seed_left_outs l JOIN seeds s ON s.key = l.seed_key WHERE l.store_key = ?`

/**
 * The left-outs of a store's last seedings, conflicts first, by path, without contents. Refuses
 * `store_not_found`.
 */
export async function listLeftOuts(
  db: Database,
  { storeId, limit, offset = 0 }: { storeId: string; limit: number; offset?: number },
): Promise<{ leftOuts: SeedLeftOut[]; count: number }> {
  const { key } = await findStore(db.read, storeId)
  const counted = await db.read.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM seed_left_outs WHERE store_key = ?',
    [key],
  )
  const rows = await db.read.all<LeftOutRow>(
    `${SELECT.replace('l.content', 'NULL AS content')} ORDER BY l.kind, l.path, l.key LIMIT ? OFFSET ?`,
    [key, limit, offset],
  )
  return { leftOuts: rows.map(leftOutOf), count: counted?.count ?? 0 }
}

/** The newest left-out at a path; null: none. Refuses `store_not_found`. */
export async function leftOutAt(
  db: Database,
  { storeId, path }: { storeId: string; path: string },
): Promise<SeedLeftOut | null> {
  const { key } = await findStore(db.read, storeId)
  const row = await db.read.get<LeftOutRow>(
    `${SELECT} AND l.path = ? ORDER BY l.noted_at DESC, l.key DESC LIMIT 1`,
    [key, path],
  )
  return row ? leftOutOf(row) : null
}

/**
 * A left-out, with the seed that it belongs to; null: it was decided meanwhile. Refuses
 * `store_not_found`.
 */
export async function getLeftOut(
  db: Database,
  { storeId, key }: { storeId: string; key: number },
): Promise<{ leftOut: SeedLeftOut; seed: Seed } | null> {
  const { key: storeKey } = await findStore(db.read, storeId)
  const row = await db.read.get<LeftOutRow>(`${SELECT} AND l.key = ?`, [storeKey, key])
  const seed = await db.read.get<{ key: number; reference: string | null }>(
    `SELECT key, reference FROM seeds
     WHERE key = (SELECT seed_key FROM seed_left_outs WHERE store_key = ? AND key = ?)`,
    [storeKey, key],
  )
  return row && seed ? { leftOut: leftOutOf(row), seed: { ...seed, storeKey } } : null
}

/** Deletes a left-out that was decided. */
export async function forgetLeftOut(db: Database, key: number): Promise<void> {
  await db.write((tx) => tx.run('DELETE FROM seed_left_outs WHERE key = ?', [key]))
}
