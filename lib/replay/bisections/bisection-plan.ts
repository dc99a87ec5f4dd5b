import type { Database } from '@/lib/db/database'
import type { Moment } from '@/lib/store/model/moment'
import { storeMoment } from '@/lib/store/time/store-moment'
import { listVersions } from '@/lib/store/versions/read-versions'
import { turns } from '@/lib/turns'
import type { ReplayedTurn, StoreAt } from '../replayed-turn'

/** A change with which an answer may have turned. */
export interface PlannedChange extends StoreAt {
  readonly memoryId: string
  readonly versionId: string
  /** milliseconds since 1970 */
  readonly createdAt: number
  /** how many changes to what the answer reads were made at once, this the last of them */
  readonly together: number
}

/** The changes between two moments of the stores, oldest first. */
export interface BisectionPlan {
  /** answers asked at once: the rounds follow from it, so that it stays what it was */
  readonly atOnce: number
  readonly good: readonly StoreAt[]
  readonly bad: readonly StoreAt[]
  readonly changes: readonly PlannedChange[]
}

/** Between which moments to look; left out: the stores' beginning, and the turn's start. */
export interface BisectionSpan {
  readonly good?: Moment | undefined
  readonly bad?: Moment | undefined
}

/** Of more changes only the newest are looked at. */
const MAX_CHANGES = 20_000

const VERSIONS_PER_PAGE = 1_000

/**
 * The changes between two moments to the memories that a turn read; if it read none, to all. A moment
 * that is a sequence counts in each store. Refuses `store_not_found`.
 */
export async function planBisection(
  db: Database,
  turn: ReplayedTurn,
  { good, bad, atOnce }: BisectionSpan & { atOnce: number },
): Promise<BisectionPlan> {
  const ends = await Promise.all(
    turn.storesAtTurn.map(async ({ storeId, sequence }) => ({
      good: { storeId, sequence: good ? await sequenceOf(db, storeId, good) : 0 },
      bad: { storeId, sequence: bad ? await sequenceOf(db, storeId, bad) : sequence },
    })),
  )
  const reads = turn.reads()
  const read = (await turn.memories()).filter(({ storeId, path }) =>
    reads.has(`${storeId} ${path}`),
  )
  const changes: Change[] = []
  for (const { good: from, bad: to } of ends) {
    const own = read.filter(({ storeId }) => storeId === from.storeId)
    const memoryIds = read.length === 0 ? [undefined] : own.map(({ memoryId }) => memoryId)
    for (const memoryId of memoryIds) changes.push(...(await changesOf(db, { from, to, memoryId })))
  }
  return {
    atOnce,
    good: ends.map((each) => each.good),
    bad: ends.map((each) => each.bad),
    changes: moments(changes).slice(-MAX_CHANGES),
  }
}

/** The stores after the first so many of a plan's changes. */
export function storesAfter({ good, bad, changes }: BisectionPlan, count: number): StoreAt[] {
  if (count === changes.length) return [...bad]
  return good.map(({ storeId, sequence }) => {
    const own = changes.findLast((change, index) => index < count && change.storeId === storeId)
    return own ? { storeId, sequence: own.sequence } : { storeId, sequence }
  })
}

async function sequenceOf(db: Database, storeId: string, moment: Moment): Promise<number> {
  return (await storeMoment(db, { storeId, ...moment })).sequence
}

type Change = Omit<PlannedChange, 'together'>

/** The changes in their order; those of one time are one, for no state was between them. */
function moments(changes: readonly Change[]): PlannedChange[] {
  const ordered = changes.toSorted(
    (one, other) =>
      one.createdAt - other.createdAt ||
      (one.storeId < other.storeId ? -1 : one.storeId > other.storeId ? 1 : 0) ||
      one.sequence - other.sequence,
  )
  const found: PlannedChange[] = []
  for (const change of ordered) {
    const last = found.at(-1)
    const isSame = last?.storeId === change.storeId && last.createdAt === change.createdAt
    if (isSame) found.pop()
    found.push({ ...change, together: isSame ? last.together + 1 : 1 })
  }
  return found
}

async function changesOf(
  db: Database,
  { from, to, memoryId }: { from: StoreAt; to: StoreAt; memoryId: string | undefined },
): Promise<Change[]> {
  const { storeId } = from
  const maybeYield = turns()
  const found: Change[] = []
  let before: number | null = to.sequence + 1
  while (before !== null && found.length < MAX_CHANGES) {
    const page = await listVersions(db, {
      storeId,
      memoryId,
      before,
      limit: VERSIONS_PER_PAGE,
      audience: 'agents',
    })
    const own = page.versions.filter(({ sequence }) => sequence > from.sequence)
    for (const { sequence, memoryId: id, id: versionId, createdAt } of own) {
      found.push({ storeId, sequence, memoryId: id, versionId, createdAt })
    }
    before = own.length < page.versions.length ? null : page.next
    await maybeYield()
  }
  return found
}
