import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import type { Prisma } from '@/lib/db/models'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import type { SeedReason } from '../model/seed-reason'
import { findStore } from '../write/store-transaction'
import type { Seed } from './seeds'
import {
  deleteLeftOuts,
  deleteLeftOutsAt,
  insertLeftOut,
  leftOutsAfter,
} from './sql/seed-left-outs'

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
    await db.write((tx) => deleteLeftOuts(tx, seedKey))
  }
  const known = decided === null ? [] : [...decided, ...leftOuts.map(({ path }) => path)]
  for (const paths of chunked(known, ROWS_PER_WRITE)) {
    await db.write((tx) => deleteLeftOutsAt(tx, seedKey, paths))
  }
  for (const some of chunked(leftOuts, ROWS_PER_WRITE)) {
    await db.write(async (tx) => {
      for (const { path, kind, reason, content } of some) {
        const row = { storeKey, seedKey, path, kind, reason: JSON.stringify(reason), content }
        await insertLeftOut(tx, { ...row, notedAt: now })
      }
    })
  }
}

const WITH_SOURCE = { include: { seed: { select: { source: true } } } } as const

type LeftOutRow = Prisma.SeedLeftOutGetPayload<typeof WITH_SOURCE>

function leftOutOf(row: Omit<LeftOutRow, 'content'>, content: string | null): SeedLeftOut {
  const { key, path, kind, reason, notedAt, seed } = row
  return { key, source: seed.source, path, kind, reason: reasonOf(reason), content, notedAt }
}

/** A left-out as the next seeding of its source needs it. */
export type EarlierLeftOut = Pick<SeedLeftOut, 'path' | 'kind' | 'reason'>

const LEFT_OUTS_PER_PAGE = 5000

/** Lists the recorded left-outs of a seed. */
export async function leftOutsOfSeed(
  db: Database,
  seedKey: number,
  signal: AbortSignal,
): Promise<EarlierLeftOut[]> {
  const sql = db.bulk.until(signal)
  const found: EarlierLeftOut[] = []
  const maybeYield = turns(signal)
  for (let after = 0; ;) {
    const rows = await leftOutsAfter(sql, { seedKey, after, limit: LEFT_OUTS_PER_PAGE })
    for (const { key, path, kind, reason } of rows) {
      after = key
      found.push({ path, kind, reason: reasonOf(reason) })
      await maybeYield()
    }
    if (rows.length < LEFT_OUTS_PER_PAGE) return found
  }
}

/** Checked by its code alone: what else it says is for people. */
const reasonOf = (json: string) => storedReason.parse(JSON.parse(json))

const storedReason = z.custom<SeedReason>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string',
)

/**
 * The left-outs of a store's last seedings, conflicts first, by path, without contents. Refuses
 * `store_not_found`.
 */
export async function listLeftOuts(
  db: Database,
  { storeId, limit, offset = 0 }: { storeId: string; limit: number; offset?: number },
): Promise<{ leftOuts: SeedLeftOut[]; count: number }> {
  const { key } = await findStore(db.read, storeId)
  const where = { storeKey: key }
  const rows = await db.prisma.seedLeftOut.findMany({
    where,
    orderBy: [{ kind: 'asc' }, { path: 'asc' }, { key: 'asc' }],
    take: limit,
    skip: offset,
    omit: { content: true },
    ...WITH_SOURCE,
  })
  const count = await db.prisma.seedLeftOut.count({ where })
  return { leftOuts: rows.map((row) => leftOutOf(row, null)), count }
}

/** Counts the left-outs of a store's last seedings. Refuses `store_not_found`. */
export async function countLeftOuts(db: Database, storeId: string): Promise<number> {
  const { key: storeKey } = await findStore(db.read, storeId)
  return db.prisma.seedLeftOut.count({ where: { storeKey } })
}

/** The newest left-out at a path; null: none. Refuses `store_not_found`. */
export async function leftOutAt(
  db: Database,
  { storeId, path }: { storeId: string; path: string },
): Promise<SeedLeftOut | null> {
  const { key } = await findStore(db.read, storeId)
  const row = await db.prisma.seedLeftOut.findFirst({
    where: { storeKey: key, path },
    orderBy: [{ notedAt: 'desc' }, { key: 'desc' }],
    ...WITH_SOURCE,
  })
  return row && leftOutOf(row, row.content)
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
  const row = await db.prisma.seedLeftOut.findFirst({
    where: { storeKey, key },
    include: { seed: { select: { key: true, source: true, reference: true } } },
  })
  if (!row) return null
  const { key: seedKey, reference } = row.seed
  return { leftOut: leftOutOf(row, row.content), seed: { key: seedKey, reference, storeKey } }
}

/** Deletes a left-out that was decided. */
export async function dropLeftOut(db: Database, key: number): Promise<void> {
  await db.write((tx) => tx.prisma.seedLeftOut.deleteMany({ where: { key } }))
}
