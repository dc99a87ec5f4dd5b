import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { causeOf, log } from '@/lib/log'
import { PATH_LINE } from '@/lib/scan/finding'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { groupedBy } from '@/lib/text/grouped-by'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import type { Backoff } from '../background/backoff'
import { carriedLines, type FoundLines, type LineMap, lineMap } from './carry-findings'
import {
  findingsBehind,
  fixFinding,
  type FollowedRow,
  isKnown,
  moveFinding,
  reopenFinding,
} from './sql/placed-findings'
import {
  changedWithFindings,
  type FollowedStoreRow,
  noteFollowed,
  storesToFollow,
} from './sql/scans'
import { versionPaths } from '../examining/version-paths'
import { isOfWholeMemory, stillHolds } from '../hunks/hunks-of'

/** A finding and its place in the present version; `lines` is null if its lines are gone. */
interface Step {
  row: FollowedRow
  lines: FoundLines | null
}

const MEMORIES_PER_STEP = 50

interface Following {
  /** stores with which something failed */
  backoff: Backoff
  /** told of each failure; left out: it is logged */
  fails?: (error: unknown) => void
  signal?: AbortSignal
}

/**
 * Follows findings through the changes of all stores since the last time: their lines may have moved,
 * where they are gone an open finding is fixed, and where a rollback brought them back it is open
 * again. Costs what was changed. A store that fails rests, and keeps no other from it.
 */
export async function followFindings(
  db: Database,
  { backoff, fails, signal }: Following,
): Promise<void> {
  const stores = await storesToFollow(db.read)
  for (const store of stores) {
    if (backoff.isWaiting(store.key)) continue
    try {
      await followStore(db, store, signal)
      backoff.succeeded(store.key)
    } catch (error) {
      signal?.throwIfAborted()
      backoff.failed(store.key)
      if (fails) fails(error)
      else log.error('findings could not be followed', { store: store.id, ...causeOf(error) })
    }
  }
}

async function followStore(
  db: Database,
  store: FollowedStoreRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  const changed = await changedWithFindings(db.bulk.until(signal), store)
  for (const part of chunked(changed, MEMORIES_PER_STEP)) {
    const memoryKeys = part.map(({ memoryKey }) => memoryKey)
    await follow(db, { store, memoryKeys, signal })
  }
  await db.write((tx) => noteFollowed(tx, store))
}

interface FollowedPart {
  store: FollowedStoreRow
  memoryKeys: readonly number[]
  signal: AbortSignal | undefined
}

async function follow(db: Database, part: FollowedPart): Promise<void> {
  const storeKey = part.store.key
  const steps = await stepsOf(db, part)
  if (steps.length === 0) return
  await db.write(async (tx) => {
    for (const step of inOrder(steps)) await write(tx, step)
    for (const subject of new Set(steps.map(({ row }) => row.memoryId))) {
      await addReviewEvent(tx, { storeKey, type: 'findings.updated', subject })
    }
    tx.touch(storeKey)
  })
}

/**
 * Locates the findings of these memories whose present place is unknown. Of those that were fixed,
 * only ones that stand again are returned.
 */
async function stepsOf(
  db: Pick<Database, 'bulk'>,
  { store, memoryKeys, signal }: FollowedPart,
): Promise<Step[]> {
  const storeKey = store.key
  const sql = db.bulk.until(signal)
  const rows = await findingsBehind(sql, memoryKeys, store.followedSequence)
  const sequences = new Set(rows.flatMap((row) => [row.sequence, row.headSequence]))
  const texts = await versionTexts(db, { storeKey, sequences: [...sequences], signal })
  const paths = rows.some((row) => row.fromLine === PATH_LINE)
    ? await versionPaths(sql, storeKey, [...sequences])
    : new Map<number, string>()
  const maybeYield = turns(signal)
  const steps: Step[] = []
  for (const together of groupedBy(rows, (row) => `${row.memoryKey} ${row.sequence}`).values()) {
    const [first] = together
    if (!first) continue
    const [before, now] = [texts.get(first.sequence), texts.get(first.headSequence)]
    const map: LineMap =
      before === undefined || now === undefined
        ? () => undefined
        : await lineMap(
            { text: before, path: paths.get(first.sequence) },
            { text: now, path: paths.get(first.headSequence) },
          )
    for (const row of together) {
      const lines = linesNow(row, now, map)
      if (lines || row.fixedSequence === null) steps.push({ row, lines })
    }
    await maybeYield()
  }
  return steps
}

function linesNow(row: FollowedRow, now: string | undefined, map: LineMap): FoundLines | null {
  if (now === undefined) return null
  // The other memory may be another one by now.
  if (row.rule === 'near_duplicate' && row.fixedSequence !== null) return null
  if (isOfWholeMemory(row.rule)) return stillHolds(row.rule, now) ? row : null
  return carriedLines(row, map)
}

/** Puts findings that stand first: a fixed one is reopened only if none of them stands. */
function inOrder(steps: readonly Step[]): Step[] {
  const isFixed = ({ row }: Step) => Number(row.fixedSequence !== null)
  return steps.toSorted((one, other) => isFixed(one) - isFixed(other))
}

/** Only where it is still as it was read: a redaction may have taken it away meanwhile. */
async function write(tx: WriteSql, { row, lines }: Step): Promise<void> {
  const sequence = row.headSequence
  if (lines === null) await fixFinding(tx, row, sequence)
  else if (row.fixedSequence === null) await moveFinding(tx, row, { ...lines, sequence })
  // Not if the same was found anew meanwhile.
  else if (!(await isKnown(tx, { ...row, ...lines, sequence }))) {
    await reopenFinding(tx, row, { ...lines, sequence })
  }
}
