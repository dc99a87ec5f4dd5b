import { newId } from '@/lib/text/prefixed-id'
import { turns } from '@/lib/turns'
import type { Memory } from '../model/memory'
import { refuse } from '../model/problems'
import type { WriteOutcome } from '../judging/write-guard'
import { enforceOutcome } from './enforce-outcome'
import { insertVersion } from './insert-version'
import { judgeVersion } from './judge-version'
import type { MemoryState } from './memory-state'
import { refuseQuarantined, refuseQuarantinedMemory } from '../quarantine/quarantined'
import { type StoreTransaction, nextSequence } from './store-transaction'
import { isLive, memoryOf } from './memory-of'
import type { LiveMemoryRow, MemoryRow } from './sql/heads'
import type { HeadRow } from './sql/ahead'
import { clearPath, insertHead, updateHead } from './sql/heads'
import { nodeOfVersion, supersede } from './sql/versions'
import { type FreePath, requireFreePath, occupy, resize, vacate } from '../tree/tree'

/** A version just written, with the memory's row after it. */
export interface Written {
  versionId: string
  sequence: number
  memory: MemoryRow
  /** what was written if the store's policy masked the content; null: what was to be written */
  masked: string | null
  /** what the store's policy said of it; null: it was not asked */
  outcome: WriteOutcome | null
}

function maskedText(wanted: MemoryState | null, state: MemoryState | null): string | null {
  return state === null || state === wanted ? null : state.bytes.toString('utf8')
}

/** A memory as a change left it. */
export function writtenMemory(written: Written, storeId: string, content: string | null): Memory {
  if (!isLive(written.memory)) throw new Error('the memory that was written is not live')
  return memoryOf(written.memory, storeId, written.masked ?? content)
}

/**
 * Inserts a memory and its first version. This is the way of every write, here and in `writeVacated`: a
 * quarantine may forbid it, the store's policy judges it, it must fit, it is put at its path, its
 * version is inserted, and what the policy said is enforced.
 */
export async function insertMemory(
  transaction: StoreTransaction,
  wanted: MemoryState,
): Promise<Written> {
  await refuseQuarantined(transaction, { path: wanted.path })
  const { versionId, state, isReviewed, outcome } = await judgeVersion(transaction, null, wanted)
  refuseOversize(transaction, state)
  const free = await requireFreePath(transaction, state.path)
  refuseFullStore(transaction, state.bytes.length)
  const sequence = nextSequence(transaction)
  const memory = {
    id: newId('mem', transaction.now),
    path: state.path,
    headSequence: sequence,
    headVersionId: versionId,
    sha256: state.sha256,
    size: state.bytes.length,
    createdAt: transaction.now,
    updatedAt: transaction.now,
    versionCount: 1,
  }
  const key = await insertHead(transaction.sql, transaction.storeKey, memory)
  const nodeKey = await occupy(transaction, free, { key, size: memory.size, sequence })
  await insertVersion(transaction, {
    sequence,
    versionId,
    memoryKey: key,
    ordinal: 1,
    operation: 'created',
    nodeKey,
    state,
    superseded: null,
    left: null,
    isReviewed,
  })
  await enforceOutcome(transaction, outcome, { memoryKey: key, sequence })
  transaction.memoryCount++
  transaction.byteSize += memory.size
  keepWritten(transaction, { key, ...memory, nodeKey }, state)
  return {
    versionId,
    sequence,
    memory: { key, ...memory },
    masked: maskedText(wanted, state),
    outcome,
  }
}

function keepWritten(
  { known, effects }: StoreTransaction,
  head: HeadRow,
  state: MemoryState | null,
): void {
  if (!known) return
  effects.push(() => {
    known.keepMemory(head)
    if (state) known.contents.set(head.headSequence, state.bytes)
  })
}

/** Updates a live memory's content, path or both. */
export async function updateLiveMemory(
  transaction: StoreTransaction,
  memory: LiveMemoryRow,
  state: MemoryState,
): Promise<Written> {
  return write(transaction, memory, state, nextSequence(transaction))
}

/** Deletes a live memory. */
export async function deleteMemory(
  transaction: StoreTransaction,
  memory: LiveMemoryRow,
): Promise<Written> {
  return write(transaction, memory, null, nextSequence(transaction))
}

/** A memory and its target state; null: deleted. */
export interface StateChange {
  memory: MemoryRow
  state: MemoryState | null
}

/**
 * Gives several memories new states, as if simultaneously: paths may be swapped among them. A
 * deleted memory that gets a state is restored under its id. Returns what was written in the order
 * of the changes; deletions get the lowest sequences, so that at each path the newest version is
 * that of its live memory. Yields to the event loop in between.
 */
export async function applyStates(
  transaction: StoreTransaction,
  changes: readonly StateChange[],
): Promise<Written[]> {
  const sequences = new Map<StateChange, number>()
  const deletions = changes.filter((change) => change.state === null)
  const others = changes.filter((change) => change.state !== null)
  for (const change of [...deletions, ...others]) sequences.set(change, nextSequence(transaction))
  const sequenceOf = (change: StateChange) => sequences.get(change) ?? 0
  const maybeYield = turns()
  for (const change of changes) {
    await leave(transaction, change, sequenceOf(change))
    await maybeYield()
  }
  const written = new Map<StateChange, Written>()
  for (const change of [...deletions, ...others]) {
    const { memory, state } = change
    written.set(change, await writeVacated(transaction, memory, state, sequenceOf(change)))
    await maybeYield()
  }
  return changes.flatMap((change) => written.get(change) ?? [])
}

/** Frees the path of a memory that is to move, also in the unique index of live paths. */
async function leave(
  transaction: StoreTransaction,
  change: StateChange,
  sequence: number,
): Promise<void> {
  const { memory, state } = change
  if (!isLive(memory) || memory.path === state?.path) return
  await vacate(transaction, { path: memory.path, size: memory.size, sequence })
  await clearPath(transaction.sql, memory.key)
}

async function write(
  transaction: StoreTransaction,
  memory: LiveMemoryRow,
  state: MemoryState | null,
  sequence: number,
): Promise<Written> {
  if (memory.path !== state?.path) {
    await vacate(transaction, { path: memory.path, size: memory.size, sequence })
  }
  return writeVacated(transaction, memory, state, sequence)
}

/** Writes the version; a memory that is to move has already left its old path. */
async function writeVacated(
  transaction: StoreTransaction,
  memory: MemoryRow,
  wanted: MemoryState | null,
  sequence: number,
): Promise<Written> {
  await refuseQuarantinedMemory(transaction, memory)
  if (wanted && wanted.path !== memory.path) {
    await refuseQuarantined(transaction, { path: wanted.path })
  }
  const judged = await judgeVersion(transaction, memory, wanted)
  const { versionId, state, isReviewed, outcome } = judged
  const wasLive = isLive(memory)
  const size = memory.size ?? 0
  if (state) {
    if (!wasLive || state.sha256 !== memory.sha256) refuseOversize(transaction, state)
    if (!wasLive) refuseFullStore(transaction, state.bytes.length)
  }
  const nodeKey = await moveTo(transaction, memory, state, sequence)
  const next: MemoryRow = {
    ...memory,
    path: state?.path ?? null,
    headSequence: sequence,
    headVersionId: versionId,
    sha256: state?.sha256 ?? null,
    size: state?.bytes.length ?? null,
    updatedAt: transaction.now,
    versionCount: memory.versionCount + 1,
  }
  await updateHead(transaction.sql, next)
  await supersede(transaction.sql, {
    storeKey: transaction.storeKey,
    sequence: memory.headSequence,
    until: sequence,
  })
  await insertVersion(transaction, {
    sequence,
    versionId,
    memoryKey: memory.key,
    ordinal: next.versionCount,
    operation: state ? 'modified' : 'deleted',
    nodeKey,
    state,
    superseded: wasLive ? memory.headSequence : null,
    left: wasLive && state && state.path !== memory.path ? memory.headSequence : null,
    isReviewed,
  })
  await enforceOutcome(transaction, outcome, { memoryKey: memory.key, sequence })
  transaction.memoryCount += Number(state !== null) - Number(wasLive)
  transaction.byteSize += (next.size ?? 0) - (wasLive ? size : 0)
  keepWritten(transaction, { ...next, nodeKey }, state)
  return { versionId, sequence, memory: next, masked: maskedText(wanted, state), outcome }
}

/** Moves the memory to its new path; returns that path's node, for a deleted one the last. */
async function moveTo(
  transaction: StoreTransaction,
  memory: MemoryRow,
  state: MemoryState | null,
  sequence: number,
): Promise<number | null> {
  if (state && memory.path === state.path) {
    await resize(transaction, state.path, state.bytes.length - (memory.size ?? 0))
  } else if (state) {
    const free: FreePath = await requireFreePath(transaction, state.path)
    return occupy(transaction, free, { key: memory.key, size: state.bytes.length, sequence })
  }
  const known = transaction.known?.headNode(memory.id)
  if (known !== undefined) return known
  return nodeOfVersion(transaction.sql, transaction.storeKey, memory.headSequence)
}

/** Content has its own limit, a setting of the store. */
export function refuseOversize(transaction: StoreTransaction, state: MemoryState): void {
  const limit = transaction.settings.maxContentBytes
  if (state.bytes.length <= limit) return
  refuse({ kind: 'content_too_large', path: state.path, size: state.bytes.length, limit })
}

/** Limits keep new memories out; existing ones stay editable (API page, Rules). */
function refuseFullStore(transaction: StoreTransaction, bytes: number): void {
  const { maxMemories, maxBytes, maxVersions } = transaction.settings
  if (maxMemories !== null && transaction.memoryCount >= maxMemories) {
    refuse({ kind: 'limit_reached', limit: 'memories', maximum: maxMemories })
  }
  if (maxBytes !== null && transaction.byteSize + bytes > maxBytes) {
    refuse({ kind: 'limit_reached', limit: 'bytes', maximum: maxBytes })
  }
  if (maxVersions !== null && transaction.versionCount >= maxVersions) {
    refuse({ kind: 'limit_reached', limit: 'versions', maximum: maxVersions })
  }
}
