import { database, type Tx } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { isRefusal, Refusal } from '@/lib/refusal'
import { byActor, type Cause } from '@/lib/store/model/actor'
import { type Held, heldMemories, isUnreadable, type Text } from '@/lib/store/plan/chains'
import type { Step } from '@/lib/store/plan/plan'
import { applySteps } from '@/lib/store/plan/steps'
import { type Change as StoreChange, change } from '@/lib/store/write/change'
import { chunked, groupedBy } from '@/lib/text/lists'
import { type Back, type Change, changeOf, pathOf, shownHash, withBack } from './hunks'
import { type Sides, sidesOf } from './left-side'
import { isGrave, shownToReview } from './marked'
import type { Older } from './to-review'

/** A person's decision about a memory, on what they were shown. */
export interface Settled {
  memoryId: string
  base: number | null
  through: number
  /** `ChangeToReview.shown`; named where something goes back */
  shown?: string
  /** hunks that go back, by their places, or the lines that take their place; all others are kept */
  back: Back[]
}

export interface SettleDone {
  /** one of each store, by which it is undone */
  batchIds: string[]
  /** why a store after the first was left as it is; null: all were settled */
  refused: Refusal | null
}

/**
 * Settles memories: a batch a store, and in it all or nothing. Stores go in turn; refused is what the first
 * refuses, later ones are left as they are.
 *
 * Refuses `reviewed_meanwhile`, `changed_since_looked`, `cannot_go_back`, `archived_keeps_only`, `may_not` to
 * agents, `store_not_found`, and what a write refuses.
 */
export async function settle(memories: readonly Settled[], cause: Cause): Promise<SettleDone> {
  if (cause.isAgent) throw settledByPeople()
  const found = await heldMemories(database().reader, idsOf(memories))
  const storeOf = new Map(found.map(({ id, storeId }) => [id, storeId]))
  const batchIds: string[] = []
  for (const [storeId, some] of groupedBy(memories, ({ memoryId }) => storeOf.get(memoryId))) {
    try {
      batchIds.push(await settleIn(storeId ?? '', some, cause))
    } catch (error) {
      if (batchIds.length === 0 || !isRefusal(error)) throw error
      return { batchIds, refused: error }
    }
  }
  return { batchIds, refused: null }
}

const idsOf = (memories: readonly Settled[]) => memories.map(({ memoryId }) => memoryId)

const SETTLES = { batch: { kind: 'review' }, isLong: true, whenArchived: 'allow' } as const

function settleIn(storeId: string, memories: readonly Settled[], cause: Cause): Promise<string> {
  const job = async (c: StoreChange) => {
    const held = await heldMemories(c.tx, idsOf(memories))
    const settled = memories.flatMap((asked): Going[] => {
      const memory = held.find(({ id }) => id === asked.memoryId)
      return memory ? [{ ...asked, memory }] : []
    })
    for (const each of settled) await refuseOther(c.tx, each)
    await takeBack(c, settled)
    for (const { memory, through, back } of settled) {
      const isClean = back.length > 0 || through >= (memory.toReview ?? 0)
      const data = { reviewedSequence: through, ...(isClean && CLEAN) }
      await c.tx.memory.update({ where: { id: memory.id }, data, select: { id: true } })
    }
    return reviewed(c, settled)
  }
  return change(storeId, cause, job, SETTLES)
}

const CLEAN = { toReview: null, toReviewAt: null }

interface Going extends Settled {
  memory: Held
}

/** The mark is where it was shown, and what was shown is one of the memory's versions past it. */
async function refuseOther(tx: Tx, { memory, base, through }: Going): Promise<void> {
  const { id: memoryId, versionId, sequence, toReview, reviewedSequence } = memory
  const isMarked = toReview !== null && reviewedSequence === base
  const isHead = through === sequence
  const isPast = isHead || through > (base ?? 0)
  const shown = isHead || (await tx.version.findFirst({ where: { memoryId, sequence: through } }))
  if (isMarked && isPast && shown) return
  const version = await tx.version.findUnique({ where: { id: versionId } })
  const path = memory.path ?? version?.path ?? ''
  if (isMarked) throw changedSinceLooked(path)
  const last = { where: { memoryId }, orderBy: { createdAt: 'desc' } } as const
  throw reviewedMeanwhile(path, (await tx.review.findFirst(last))?.actorId ?? '')
}

/** All at once, so that memories may change places. */
async function takeBack(c: StoreChange, settled: readonly Going[]): Promise<void> {
  const going = settled.filter(({ back }) => back.length > 0)
  if (going.length > 0 && c.store.archivedAt) throw archivedKeepsOnly(c.store.id)
  const memories = going.map(({ memory }) => memory)
  const sides = await sidesOf(c.tx, memories)
  const steps: Step[] = []
  const from = new Map<string, string>()
  for (const { memory, through, shown, back } of going) {
    const change = changeOf(sides.get(memory.id) as Sides)
    const path = pathOf(change)
    const isAsShown = through === memory.sequence && shown === shownHash(change)
    if (!isAsShown || !canGoBack(change, back)) throw changedSinceLooked(path)
    const to = withBack(change, back)
    if (to) from.set(to.path, path)
    steps.push(...stepsTo(memory, to))
  }
  await applySteps(c, steps).catch((error: unknown) => {
    if (!isRefusal(error) || error.code !== 'path_conflict') throw error
    const other = String(error.facts.path)
    throw cannotGoBack(from.get(other) ?? other, other)
  })
}

/** Of what nothing is known before it can be kept or edited. */
const canGoBack = ({ left, hunks }: Change, back: readonly Back[]): boolean =>
  back.every((each) =>
    typeof each === 'number'
      ? each < hunks.length && !isUnreadable(left)
      : each.hunk < hunks.length,
  )

function stepsTo({ id: memoryId, path, sha256 }: Held, to: Text | null): Step[] {
  const expected = sha256 ?? ''
  if (path === null) return to ? [{ op: 'revive', memoryId, ...to }] : []
  if (!to) return [{ op: 'delete', path, expected }]
  if (to.path === path) return [{ op: 'write', ...to, expected }]
  return [{ op: 'rename', from: path, ...to, expected }]
}

type Marked = Pick<Held, 'id' | 'reviewedSequence' | 'toReview'>

/** Records who looked from where to where; answers the batch. */
async function reviewed(
  c: StoreChange,
  all: readonly { memory: Marked; through: number }[],
  isUnread = false,
): Promise<string> {
  const id = c.batchId ?? ''
  const about = { batchId: id, storeId: c.store.id, isUnread, createdAt: c.now }
  const by = { ...about, ...byActor(c.cause.actor) }
  await c.tx.review.createMany({
    data: all.map(({ memory, through }) => ({
      ...by,
      memoryId: memory.id,
      fromSequence: memory.reviewedSequence,
      lastSequence: memory.toReview ?? through,
      throughSequence: through,
    })),
  })
  await c.event({ type: 'memory.reviewed', subjectId: id })
  return id
}

interface KeptOlder extends Pick<Older, 'than' | 'but'> {
  storeId?: string | undefined
}

/**
 * Keeps, unread, all that is listed behind a memory, but for some that are shown all the same, and for what is
 * known to be dangerous; of what was settled or written meanwhile it leaves the mark. Refuses `may_not` to agents.
 */
export async function keepOlder(
  { than: { at, memoryId }, but, storeId }: KeptOlder,
  cause: Cause,
): Promise<{ batchIds: string[]; memories: number }> {
  if (cause.isAgent) throw settledByPeople()
  const listed = await shownToReview(storeId === undefined ? undefined : [storeId])
  // What was found since the page was shown, or is more than it shows, nobody has seen.
  const meant = listed.filter((row) => !but.includes(row.id) && !isGrave(row))
  const done = { batchIds: [] as string[], memories: 0 }
  for (const [id, rows] of groupedBy(meant, (row) => row.storeId)) {
    const last = new Map(rows.map((row) => [row.id, row.last]))
    const job = async (c: StoreChange): Promise<{ batchId: string; count: number } | null> => {
      const found = await rowsOf(last.keys(), (some) =>
        c.tx.memory.findMany({
          where: {
            AND: { id: { in: some } },
            OR: [{ toReviewAt: { lt: at } }, { toReviewAt: at, id: { lt: memoryId } }],
          },
        }),
      )
      const kept = found.filter((memory) => memory.toReview === last.get(memory.id))
      if (kept.length === 0) return c.nothing(null)
      for (const some of chunked(kept, 500)) {
        const where = { id: { in: some.map((memory) => memory.id) } }
        await c.tx.memory.updateMany({ where, data: CLEAN })
      }
      const all = kept.map((memory) => ({ memory, through: memory.toReview ?? 0 }))
      return { batchId: await reviewed(c, all, true), count: kept.length }
    }
    const settled = await change(id, cause, job, SETTLES)
    if (!settled) continue
    done.batchIds.push(settled.batchId)
    done.memories += settled.count
  }
  return done
}

const settledByPeople = () =>
  new Refusal('may_not', 'What agents wrote is settled by a person at the dashboard.')

/** `who`: an actor's id. */
const reviewedMeanwhile = (path: string, who: string) =>
  new Refusal('reviewed_meanwhile', `${who} reviewed ${path} meanwhile.`, { path, who })

export const changedSinceLooked = (path: string) =>
  new Refusal('changed_since_looked', `${path} changed since you looked at it.`, { path })

const cannotGoBack = (path: string, other: string) =>
  new Refusal(
    'cannot_go_back',
    `${path} cannot go back to ${other}: another memory is there now.`,
    { path, other },
  )

const archivedKeepsOnly = (storeId: string) =>
  new Refusal('archived_keeps_only', 'This store is archived: you can keep, not take back.', {
    store_id: storeId,
  })
