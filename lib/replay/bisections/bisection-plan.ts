import type { Database } from '@/lib/db/database'
import type { Operation } from '@/lib/store/model/memory-version'
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
  /** the change before it that is looked at, in its store; what lies between is of other memories */
  readonly after: number
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
 * The changes between two moments to the memories that a turn read, and the deletions; if it read none,
 * all. A moment
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
  return planBetween(db, { ends, read, atOnce })
}

/** The states of a store between which is looked. */
export interface BisectionEnds {
  readonly good: StoreAt
  readonly bad: StoreAt
}

/** The changes between two states of stores to these memories, and the deletions; of none, all. */
export async function planBetween(
  db: Database,
  {
    ends,
    read,
    atOnce,
  }: {
    ends: readonly BisectionEnds[]
    read: readonly { readonly storeId: string; readonly memoryId: string }[]
    atOnce: number
  },
): Promise<BisectionPlan> {
  const changes: Change[] = []
  for (const { good: from, bad: to } of ends) {
    const own = read.filter(({ storeId }) => storeId === from.storeId)
    const memoryIds = read.length === 0 ? [undefined] : own.map(({ memoryId }) => memoryId)
    for (const memoryId of memoryIds) changes.push(...(await changesOf(db, { from, to, memoryId })))
    // What was deleted in between was not read, and may have been the answer's.
    if (read.length > 0) {
      changes.push(...(await changesOf(db, { from, to, operation: 'deleted' })))
    }
  }
  const all = moments(changes, new Map(ends.map(({ good: at }) => [at.storeId, at.sequence])))
  const cut = all.slice(0, -MAX_CHANGES)
  return {
    atOnce,
    // The good moment is the last before those that are looked at.
    good: ends.map(({ good: { storeId, sequence } }) => ({
      storeId,
      sequence: cut.findLast((each) => each.storeId === storeId)?.sequence ?? sequence,
    })),
    bad: ends.map((each) => each.bad),
    changes: all.slice(-MAX_CHANGES),
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

type Change = Omit<PlannedChange, 'together' | 'after'>

/** The changes in their order; those of one time are one, for no state was between them. */
function moments(changes: readonly Change[], begins: ReadonlyMap<string, number>): PlannedChange[] {
  const different = new Map(changes.map((each) => [`${each.storeId} ${each.sequence}`, each]))
  const ordered = [...different.values()].toSorted(
    (one, other) =>
      one.createdAt - other.createdAt ||
      (one.storeId < other.storeId ? -1 : one.storeId > other.storeId ? 1 : 0) ||
      one.sequence - other.sequence,
  )
  const found: PlannedChange[] = []
  const lastOf = new Map(begins)
  for (const change of ordered) {
    const last = found.at(-1)
    const isSame = last?.storeId === change.storeId && last.createdAt === change.createdAt
    if (isSame) found.pop()
    const after = isSame ? last.after : (lastOf.get(change.storeId) ?? 0)
    found.push({ ...change, after, together: isSame ? last.together + 1 : 1 })
    lastOf.set(change.storeId, change.sequence)
  }
  return found
}

async function changesOf(
  db: Database,
  {
    from,
    to,
    ...of
  }: {
    from: StoreAt
    to: StoreAt
    memoryId?: string | undefined
    operation?: Operation
  },
): Promise<Change[]> {
  const { storeId } = from
  const maybeYield = turns()
  const found: Change[] = []
  let before: number | null = to.sequence + 1
  while (before !== null && found.length < MAX_CHANGES) {
    const page = await listVersions(db, {
      storeId,
      ...of,
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
