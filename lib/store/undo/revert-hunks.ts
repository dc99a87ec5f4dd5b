import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { groupedBy } from '@/lib/text/grouped-by'
import { type LineHunk, linesWithEnds, withHunksReplaced } from '@/lib/text/line-hunks'
import { mergeRegions, mergeTexts } from '@/lib/text/merge'
import { turns } from '@/lib/turns'
import { reviewedVersions } from './chosen-versions'
import type { ChosenVersion } from './sql/chosen-versions'
import { isEmptied, type MemoryChain, memoryChains } from '../contents/memory-chains'
import { ownChange } from '../write/own-change'
import { ownSpans } from '../tree/tree'
import {
  applyRollback,
  planRollback,
  type PlannedRollbacks,
  readRollback,
  type Rollback,
} from './rollback'
import type { MemoryState } from '../write/memory-state'
import { changeStore, findStore, type StoreTransaction } from '../write/store-transaction'
import { readContent } from '../contents/stored-content'
import {
  type ComingChange,
  type ComingChanges,
  type ComingText,
  servedChanges,
} from '../proposals/coming-changes'
import type { StoreRow } from '../stores/sql/stores'
import { undoRollbacks } from './undo-rollbacks'
import type { Actor, Cause } from '../model/actor'
import type { MemoryText } from '../model/memory-change'
import { refuse } from '../model/problems'
import type { RollbackPlan, RollbackResult } from '../model/rollback-plan'

/** A person's reverts and edits of what a changeset did to a memory. */
export interface RevertedMemory {
  memoryKey: number
  /** the sequence of the changeset's version that was reviewed */
  through: number
  /** `all`: everything that the changeset did to it */
  parts: 'all' | RevertedParts
}

export interface RevertedParts {
  /** whether the rename is taken back */
  path: boolean
  /** the hunks of lines; `text` is what they become, null: what they were */
  hunks: readonly { hunk: LineHunk; text: string | null }[]
}

export interface RevertHunksInput {
  storeId: string
  changesetId: string
  /** returns the plan and writes nothing */
  isDryRun?: boolean | undefined
  /** whether others' later changes to the same lines are overwritten */
  isForced?: boolean | undefined
  /** the hash of the plan that was shown; nothing is done if the plan has changed */
  plan?: string | undefined
  cause: Cause
  signal?: AbortSignal | undefined
}

/**
 * The memories to revert, read in the transaction that reverts them; and what else that transaction
 * does.
 */
export interface RevertHunksWork {
  /** called first in the transaction: locks what `memories` reads */
  onBegun: (sql: WriteSql) => Promise<unknown>
  memories: (sql: Sql) => Promise<readonly RevertedMemory[]>
  /** called in the transaction, whose batch is null if nothing had to be written */
  onApplied: (transaction: StoreTransaction, memoryKeys: readonly number[]) => Promise<void>
}

/**
 * Takes back hunks of a changeset by a three-way merge (review page, Accepting and rejecting), as
 * new versions in one transaction with one batch of kind `review`. A memory in which somebody else
 * changed the same lines since is left alone and counted, unless forced. Taking back all of a
 * changeset's hunks is undoing it.
 *
 * Refuses `store_not_found`, `store_archived`, `plan_changed`.
 */
export async function revertHunks(
  db: Database,
  input: RevertHunksInput,
  work: RevertHunksWork,
): Promise<RollbackResult> {
  if (input.isDryRun) {
    const sql = db.bulk.until(input.signal)
    const store = await openStore(sql, input.storeId)
    const { planned } = await planRevert(sql, store.key, input, await work.memories(sql))
    return { plan: planned.plan, planHash: planned.planHash, batchId: null, versionIds: [] }
  }
  return changeStore(db, input.storeId, input.cause, (transaction) =>
    revertWithin(transaction, input, work),
  )
}

async function openStore(sql: Sql, storeId: string): Promise<StoreRow> {
  const store = await findStore(sql, storeId)
  if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId })
  return store
}

/** The memories to revert, to look at what would come of it. */
export interface RevertLook extends Pick<RevertHunksWork, 'memories'> {
  /** the keys of memories that leave their quarantine by it; `settled`: those that are as decided */
  released: (sql: Sql, settled: readonly number[]) => Promise<ReadonlySet<number>>
}

/** The outcome of such a look. */
export interface ComingRevert extends ComingChanges {
  planHash: string
  released: ReadonlySet<number>
  /** how many memories would be written, whether agents are served them or not */
  written: number
}

/**
 * The changes of what agents are served if hunks were reverted, by the plan that the revert is then
 * bound to; writes nothing. Refuses as `revertHunks`.
 */
export async function changesOfRevert(
  db: Database,
  input: RevertHunksInput,
  look: RevertLook,
): Promise<ComingRevert> {
  const { storeId, signal } = input
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const store = await openStore(sql, storeId)
  const { planned, memories } = await planRevert(sql, store.key, input, await look.memories(sql))
  refuseOther(input, planned)
  const { planHash } = planned
  const of = { storeId, storeKey: store.key }
  const { plan, states } = await readRollback(sql, of, planned, maybeYield)
  const released = await look.released(sql, settledIn(plan, memories))
  const heads: ComingChange[] = []
  for (const { memory, state } of states) {
    const { id: memoryId, path: before } = memory
    heads.push({ memoryId, before, after: state && textOf(state) })
    await maybeYield()
  }
  const changes = await servedChanges(sql, store, { heads, released }, maybeYield)
  return {
    storeId,
    sequence: store.lastSequence,
    changes,
    planHash,
    released,
    written: heads.length,
  }
}

function refuseOther({ storeId, plan }: RevertHunksInput, { planHash }: PlannedRollbacks): void {
  if (plan !== undefined && plan !== planHash) refuse({ kind: 'plan_changed', storeId })
}

async function revertWithin(
  transaction: StoreTransaction,
  input: RevertHunksInput,
  work: RevertHunksWork,
): Promise<RollbackResult> {
  const { sql, storeKey } = transaction
  await work.onBegun(sql)
  const wanted = await work.memories(sql)
  const { planned, memories } = await planRevert(sql, storeKey, input, wanted)
  refuseOther(input, planned)
  const result = await applyRollback(transaction, 'review', planned, input.changesetId)
  await work.onApplied(transaction, settledIn(result.plan, memories))
  return result
}

interface PlannedRevert {
  planned: PlannedRollbacks
  /** those that it is about */
  memories: readonly RevertedKey[]
}

type RevertedKey = Pick<Rollback['memory'], 'id' | 'key'>

/** The keys of the memories that are, or already were, as decided, by what a plan leaves alone. */
function settledIn(
  { changedSince, cannot }: RollbackPlan,
  memories: readonly RevertedKey[],
): number[] {
  const left = new Set([...changedSince, ...cannot].map(({ memoryId }) => memoryId))
  return memories.flatMap(({ id, key }) => (left.has(id) ? [] : [key]))
}

async function planRevert(
  sql: Sql,
  storeKey: number,
  input: RevertHunksInput,
  wanted: readonly RevertedMemory[],
): Promise<PlannedRevert> {
  const maybeYield = turns(input.signal)
  const { changesetId } = input
  const memories = wanted.map(({ memoryKey, through }) => ({ memoryKey, until: through }))
  const chosen = groupedBy(
    await reviewedVersions(sql, { storeKey, changesetId, memories }),
    ({ memoryKey }) => memoryKey,
  )
  const rollbacks: Rollback[] = []
  for (const memory of wanted) {
    const own = chosen.get(memory.memoryKey) ?? []
    if (own.length === 0) continue
    const isForced = input.isForced ?? false
    if (memory.parts === 'all') {
      rollbacks.push(...(await undoRollbacks(sql, { storeKey, chosen: own, isForced, maybeYield })))
    } else {
      rollbacks.push(await partialRollback(sql, storeKey, { own, parts: memory.parts, isForced }))
    }
    await maybeYield()
  }
  const planned = await planRollback(sql, storeKey, rollbacks, maybeYield)
  return { planned, memories: rollbacks.map(({ memory }) => memory) }
}

interface PartialRevert {
  own: readonly ChosenVersion[]
  parts: RevertedParts
  isForced: boolean
}

async function partialRollback(
  sql: Sql,
  storeKey: number,
  { own, parts, isForced }: PartialRevert,
): Promise<Rollback> {
  const [span] = ownSpans(own)
  const [chain] = span
    ? await memoryChains(sql, [{ memoryKey: span[0], since: span[1].since }])
    : []
  if (!span || !chain) throw new Error('a version has no memory')
  const { memory } = chain
  const change = await ownChange({ sql, storeKey, maybeYield: async () => {} }, chain, {
    ...span[1],
    isOwn: new Set(own.map(({ sequence }) => sequence)),
  })
  const { before, after } = change
  const head = await headText(sql, storeKey, chain)
  if (change.isDamaged) return { memory, target: null, obstacle: 'damaged' }
  if (change.redacted || head === 'redacted') return { memory, target: null, obstacle: 'redacted' }
  const decided = withReverts(before, after, parts)
  if (!decided) return { memory, target: null, obstacle: 'redacted' }
  const { text, isClean } = landed(head, { reviewed: after, decided })
  if (isClean || isForced) return { memory, target: targetOf(text) }
  const by = change.changedSince ?? { by: newestWriter(chain), at: chain.memory.updatedAt }
  return { memory, target: targetOf(text), changedSince: by }
}

function newestWriter({ versions }: MemoryChain): Actor {
  const newest = versions.at(-1)
  if (!newest) throw new Error('a memory has no version')
  return { type: newest.actorType, id: newest.actorId }
}

/** Returns the text to write, and whether nobody else changed the same since. */
function landed(
  head: MemoryText | null,
  { reviewed, decided }: { reviewed: MemoryText | null; decided: MemoryText },
): { text: MemoryText; isClean: boolean } {
  if (head && reviewed) return mergedInto(head, { reviewed, decided })
  return { text: decided, isClean: head === null && reviewed === null }
}

/**
 * The reviewed text as the person decided it; of a deleted memory, the text that is to stand in its
 * place. Null if neither side is there.
 */
function withReverts(
  before: MemoryText | null,
  after: MemoryText | null,
  parts: RevertedParts,
): MemoryText | null {
  const path = parts.path && before ? before.path : (after?.path ?? before?.path)
  if (path === undefined) return null
  const lines = linesWithEnds(before?.content ?? '')
  const replacements = parts.hunks.map(({ hunk, text }) => ({
    hunk,
    text: text ?? lines.slice(hunk.beforeFrom, hunk.beforeFrom + hunk.beforeCount).join(''),
  }))
  return {
    path,
    content: withHunksReplaced(after?.content ?? '', replacements),
  }
}

interface Merging {
  reviewed: MemoryText
  decided: MemoryText
}

/** The head with what was decided about the reviewed text. */
function mergedInto(
  head: MemoryText,
  { reviewed, decided }: Merging,
): { text: MemoryText; isClean: boolean } {
  const isRenameDecided = decided.path !== reviewed.path
  const isMovedSince = isRenameDecided && head.path !== reviewed.path && head.path !== decided.path
  const path = isRenameDecided ? decided.path : head.path
  const texts = { base: reviewed.content, ours: head.content, theirs: decided.content }
  const merge = mergeTexts(texts)
  if (merge.clean) return { text: { path, content: merge.text }, isClean: !isMovedSince }
  const content = mergeRegions(texts)
    .flatMap((region) => (region.kind === 'conflict' ? region.theirs : region.lines))
    .join('')
  return { text: { path, content }, isClean: false }
}

/** The memory as it is now; null: it was deleted. */
async function headText(
  sql: Sql,
  storeKey: number,
  { versions }: MemoryChain,
): Promise<MemoryText | null | 'redacted'> {
  const head = versions.at(-1)
  if (!head || head.operation === 'deleted') return null
  if (isEmptied(head) || head.path === null) return 'redacted'
  const bytes = await readContent(sql, storeKey, head.sequence)
  return bytes ? { path: head.path, content: bytes.toString('utf8') } : 'redacted'
}

function targetOf(text: MemoryText): Rollback['target'] {
  const bytes = utf8Bytes(text.content)
  return {
    path: text.path,
    sha256: sha256Hex(bytes),
    size: bytes.length,
    read: () => Promise.resolve(bytes),
  }
}

function textOf({ path, sha256, bytes }: MemoryState): ComingText {
  return { path, sha256, size: bytes.length, content: bytes.toString('utf8') }
}
