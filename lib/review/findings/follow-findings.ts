import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { causeOf, log } from '@/lib/log'
import { PATH_LINE } from '@/lib/scan/finding'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { groupedBy } from '@/lib/text/grouped-by'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import type { Resting } from '../background/resting'
import { carriedLines, type FoundLines, type LineMap, lineMap } from './carry-findings'
import { PLACED_COLUMNS, type PlacedRow } from './finding-rows'
import { versionPaths } from '../examining/version-paths'
import { isOfWholeMemory, stillHolds } from '../hunks/hunks-of'

/** A finding whose lines stood in an earlier version of a memory than the present one. */
interface Followed extends PlacedRow {
  memory_key: number
  memory_id: string
  head_sequence: number
}

/** Where a finding's lines are in the present version; `lines` is null if they are gone. */
interface Step {
  row: Followed
  lines: FoundLines | null
}

const MEMORIES_PER_STEP = 50

interface Following {
  /** stores with which something failed */
  resting: Resting
  /** told of each failure; left out: it is logged */
  fails?: (error: unknown) => void
  signal?: AbortSignal
}

interface FollowedStore {
  key: number
  followed: number
  last: number
}

/**
 * Follows findings through the changes of all stores since the last time: their lines may have moved,
 * and where they are gone an open finding is fixed. Costs what was changed. A store that fails rests,
 * and keeps no other from it.
 */
export async function followFindings(
  db: Database,
  { resting, fails, signal }: Following,
): Promise<void> {
  const stores = await db.read.all<FollowedStore & { id: string }>(
    `SELECT s.key, s.id, x.followed_sequence AS followed, s.last_sequence AS last
     FROM store_scans x JOIN memory_stores s ON s.key = x.store_key
     WHERE s.deleted_at IS NULL AND s.last_sequence > x.followed_sequence`,
  )
  for (const store of stores) {
    if (resting.isResting(store.key)) continue
    try {
      await followStore(db, store, signal)
      resting.succeeds(store.key)
    } catch (error) {
      signal?.throwIfAborted()
      resting.fails(store.key)
      if (fails) fails(error)
      else log.error('findings could not be followed', { store: store.id, ...causeOf(error) })
    }
  }
}

async function followStore(
  db: Database,
  store: FollowedStore,
  signal: AbortSignal | undefined,
): Promise<void> {
  const memoryKeys = await changedMemories(db.bulk.until(signal), store)
  for (const part of chunked(memoryKeys, MEMORIES_PER_STEP)) {
    await follow(db, store.key, part, signal)
  }
  await db.write((tx) =>
    tx.run(
      `UPDATE store_scans SET followed_sequence = ?
       WHERE store_key = ? AND followed_sequence = ?`,
      [store.last, store.key, store.followed],
    ),
  )
}

async function changedMemories(
  sql: Sql,
  { key, followed, last }: FollowedStore,
): Promise<number[]> {
  const rows = await sql.all<{ memory_key: number }>(
    `SELECT DISTINCT v.memory_key FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ? AND EXISTS (
       SELECT 1 FROM findings f WHERE f.memory_key = v.memory_key AND f.fixed_sequence IS NULL)
     ORDER BY v.memory_key`,
    [key, followed, last],
  )
  return rows.map((row) => row.memory_key)
}

async function follow(
  db: Database,
  storeKey: number,
  memoryKeys: readonly number[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const steps = await stepsOf(db, { storeKey, memoryKeys, signal })
  if (steps.length === 0) return
  await db.write(async (tx) => {
    for (const step of steps) await write(tx, step)
    for (const subject of new Set(steps.map(({ row }) => row.memory_id))) {
      await addReviewEvent(tx, { storeKey, type: 'findings.updated', subject })
    }
    tx.touch(storeKey)
  })
}

/** Where the standing findings of these memories are now, of those that are not known to be there. */
async function stepsOf(
  db: Pick<Database, 'bulk'>,
  input: { storeKey: number; memoryKeys: readonly number[]; signal?: AbortSignal | undefined },
): Promise<Step[]> {
  const { storeKey, memoryKeys, signal } = input
  const sql = db.bulk.until(signal)
  const rows = await sql.all<Followed>(
    `SELECT ${PLACED_COLUMNS}, f.memory_key, m.id AS memory_id, m.head_sequence
     FROM memories m CROSS JOIN findings f
     WHERE m.key IN (${memoryKeys.map(() => '?').join(', ')}) AND f.memory_key = m.key
       AND f.fixed_sequence IS NULL AND f.sequence < m.head_sequence`,
    memoryKeys,
  )
  const sequences = new Set(rows.flatMap((row) => [row.sequence, row.head_sequence]))
  const texts = await versionTexts(db, { storeKey, sequences: [...sequences], signal })
  const paths = rows.some((row) => row.from_line === PATH_LINE)
    ? await versionPaths(sql, storeKey, [...sequences])
    : new Map<number, string>()
  const maybeYield = turns(signal)
  const steps: Step[] = []
  for (const together of groupedBy(rows, (row) => `${row.memory_key} ${row.sequence}`).values()) {
    const [first] = together
    if (!first) continue
    const [before, now] = [texts.get(first.sequence), texts.get(first.head_sequence)]
    const map: LineMap =
      before === undefined || now === undefined
        ? () => undefined
        : await lineMap(
            { text: before, path: paths.get(first.sequence) },
            { text: now, path: paths.get(first.head_sequence) },
          )
    for (const row of together) steps.push({ row, lines: linesNow(row, now, map) })
    await maybeYield()
  }
  return steps
}

function linesNow(row: Followed, now: string | undefined, map: LineMap): FoundLines | null {
  if (now === undefined) return null
  if (isOfWholeMemory(row.rule)) return stillHolds(row.rule, now) ? row : null
  return carriedLines(row, map)
}

/** Only where it is still as it was read: a redaction may have taken it away meanwhile. */
async function write(tx: WriteSql, { row, lines }: Step): Promise<void> {
  if (lines === null) {
    await tx.run(
      `UPDATE findings SET fixed_sequence = ?,
         status = CASE WHEN status = 'open' THEN 'fixed' ELSE status END
       WHERE key = ? AND sequence = ? AND fixed_sequence IS NULL`,
      [row.head_sequence, row.key, row.sequence],
    )
    return
  }
  await tx.run(
    `UPDATE findings SET sequence = ?, from_line = ?, to_line = ?, other_line = ?
     WHERE key = ? AND sequence = ? AND fixed_sequence IS NULL`,
    [row.head_sequence, lines.from_line, lines.to_line, lines.other_line, row.key, row.sequence],
  )
}
