import type { HistoryStep } from '@/lib/store/model/history-step'
import { listVersions } from '@/lib/store/versions/read-versions'
import { decodeUtf8, isUtf8Text, sha256Hex } from '@/lib/text/content'
import { memoryPathProblem } from '@/lib/text/memory-path'
import { decide, type Side } from './decide'
import {
  baseOf,
  noteConflict,
  noteEnded,
  noteResult,
  type Planned,
  type Seeding,
  showConflict,
} from './seeding'
import type { SourceChange } from './source'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** The steps that a change of the source asks of the store; null: none, and the reason is noted. */
export async function planChange(seeding: Seeding, change: SourceChange): Promise<Planned | null> {
  if (change.op === 'skip') return skipped(seeding, change, change.reason)
  const badPath = memoryPathProblem(change.path)
  if (badPath !== null) {
    skipped(seeding, change, { code: 'bad_path', ...badPath })
    // The source no longer has the old path.
    return change.op === 'rename' ? planDeletion(seeding, change.from) : null
  }
  const badContent = contentProblem(seeding, change)
  if (badContent !== null) {
    skipped(seeding, change, badContent)
    return change.op === 'rename' ? planRename(seeding, { ...change, bytes: null }) : null
  }
  switch (change.op) {
    case 'write':
      return planWrite(seeding, change, change.bytes)
    case 'delete':
      return planDeletion(seeding, change.path)
    case 'rename':
      return planRename(seeding, change)
    case 'restore':
      return planRevival(seeding, change)
  }
}

function skipped(seeding: Seeding, change: SourceChange, reason: SeedReason): null {
  if (!seeding.noted.has(change)) noteResult(seeding, change.path, 'skip', reason)
  seeding.noted.add(change)
  return null
}

/**
 * Plans a path that both sides changed, as decided for it or for all. If a side is chosen, both
 * become versions, the chosen one last: nothing is lost, and the source's is the base of the next
 * seeding.
 */
async function planConflict(
  seeding: Seeding,
  change: SourceChange,
  sides: { head: Side | null; content: string | null; reason: SeedReason },
): Promise<Planned | null> {
  const { head, content, reason } = sides
  const { path } = change
  const choice = seeding.decisions.get(path) ?? seeding.onConflict
  const expected = head?.sha256 ?? null
  const isStores = choice === 'store'
  const stores = head && (isStores || seeding.shown) ? await head.text() : null
  // A plan keeps few texts in memory, so one that it would write itself may be unknown.
  const isKnown = head === null || stores !== null
  showConflict(seeding, path, { stores: isKnown ? stores : undefined, sources: content })
  // Also where nothing is written: what was decided is bound to what it was decided over.
  seeding.fingerprint.update(JSON.stringify([path, choice, expected, content]))
  if (choice === 'leave') {
    noteConflict(seeding, path, reason, content)
    return null
  }
  if (content === null) {
    if (!isStores && head) {
      return {
        change: { op: 'delete', path },
        action: 'delete',
        steps: [{ op: 'delete', path, expected }],
        leaves: [{ path, base: null }],
      }
    }
    noteResult(seeding, path, 'keep', null)
    return null
  }
  const steps: HistoryStep[] = [{ op: 'write', path, content, expected }]
  if (isStores && stores !== null) steps.push({ op: 'write', path, content: stores })
  else if (isStores) steps.push({ op: 'delete', path })
  const action = isStores ? 'keep' : head ? 'replace' : 'create'
  return { change, action, steps, leaves: [{ path, base: { step: 0 } }] }
}

function contentProblem(seeding: Seeding, change: SourceChange): SeedReason | null {
  const bytes = 'bytes' in change ? change.bytes : null
  if (!bytes) return null
  if (bytes.length > seeding.maxContentBytes) {
    return { code: 'too_large', size: bytes.length, maximum: seeding.maxContentBytes }
  }
  return isUtf8Text(bytes) ? null : { code: 'not_text' }
}

function sideOf(bytes: Buffer): Side {
  return { sha256: sha256Hex(bytes), text: async () => decodeUtf8(bytes) }
}

async function planWrite(
  seeding: Seeding,
  change: SourceChange,
  bytes: Buffer,
): Promise<Planned | null> {
  const { path } = change
  const content = decodeUtf8(bytes)
  const head = await seeding.target.head(path)
  const source = sideOf(bytes)
  const base = baseOf(seeding, path, { head, source })
  const decision = await decide({ base, head, source })
  const isAgain = change.op === 'write' && change.again === true
  const write: HistoryStep = { op: 'write', path, content, expected: head?.sha256 ?? null, isAgain }
  const leaves = [{ path, base: { step: 0 } }]
  const isNumbered = change.op === 'write' && change.memory !== undefined
  const isKnown = seeding.bases.get(path)?.sha256 === head?.sha256
  if (decision.action === 'unchanged' && isKnown && !isNumbered && !isAgain) {
    noteResult(seeding, path, 'unchanged', null)
    return null
  }
  switch (decision.action) {
    // Unchanged paths are written as well: that adds no version, but records the base.
    case 'unchanged':
    case 'create':
    case 'replace':
      return { change, action: decision.action, steps: [write], leaves }
    case 'merge':
      // The source's text first, as a version: it is the base of the next merge.
      return {
        change,
        action: 'merge',
        steps: [write, { op: 'write', path, content: decision.text }],
        leaves,
      }
    case 'conflict':
      return planConflict(seeding, change, { head, content, reason: decision.reason })
    case 'keep':
    case 'delete':
      noteResult(seeding, path, 'keep', null)
      return null
  }
}

/** The path is gone from the source. */
async function planDeletion(seeding: Seeding, path: string): Promise<Planned | null> {
  const head = await seeding.target.head(path)
  const base = baseOf(seeding, path, { head, source: null })
  const decision = await decide({ base, head, source: null })
  if (decision.action === 'conflict') {
    const { reason } = decision
    return planConflict(seeding, { op: 'delete', path }, { head, content: null, reason })
  }
  if (decision.action !== 'delete' || !head) {
    if (!head) noteEnded(seeding, path)
    return null
  }
  return {
    change: { op: 'delete', path },
    action: 'delete',
    steps: [{ op: 'delete', path, expected: head.sha256 }],
    leaves: [{ path, base: null }],
  }
}

type Rename = Extract<SourceChange, { op: 'rename' }>

/** A memory still at its old path moves, with its content decided as usual. */
async function planRename(seeding: Seeding, change: Rename): Promise<Planned | null> {
  const { from, path, bytes } = change
  const head = await seeding.target.head(from)
  const base = baseOf(seeding, from, { head, source: bytes && sideOf(bytes) })
  if (!base) {
    noteEnded(seeding, from)
    return bytes
      ? planWrite(seeding, change, bytes)
      : skipped(seeding, change, { code: 'former_not_taken', from })
  }
  const source = bytes ? sideOf(bytes) : base
  const decision = await decide({ base, head, source })
  if (decision.action === 'conflict') {
    // A person decides which path a decision is about, the old or the new.
    noteConflict(seeding, path, decision.reason, bytes && decodeUtf8(bytes))
    return null
  }
  if (!head) {
    noteResult(seeding, path, 'keep', null)
    return null
  }
  const move: HistoryStep = {
    op: 'rename',
    from,
    path,
    content: decision.action === 'keep' || !bytes ? undefined : decodeUtf8(bytes),
    expected: head.sha256,
  }
  const isMerge = decision.action === 'merge'
  // If only the store changed the content, the base stays what the source still has.
  const isKept = source.sha256 === base.sha256 && head.sha256 !== base.sha256
  return {
    change,
    action: isMerge ? 'merge' : 'rename',
    steps: isMerge ? [move, { op: 'write', path, content: decision.text }] : [move],
    leaves: [
      { path: from, base: null },
      { path, base: isKept ? base : { step: 0 } },
    ],
  }
}

type Restore = Extract<SourceChange, { op: 'restore' }>

async function planRevival(seeding: Seeding, change: Restore): Promise<Planned | null> {
  const { path, bytes } = change
  const memoryId = await insertedAs(seeding, change.memory)
  if (memoryId === undefined || (await seeding.target.head(path))) {
    return planWrite(seeding, change, bytes)
  }
  return {
    change,
    action: 'create',
    steps: [{ op: 'revive', memoryId, path, content: decodeUtf8(bytes) }],
    leaves: [{ path, base: { step: 0 } }],
  }
}

/** The id of a memory that the source numbers, also if an earlier run inserted it. */
async function insertedAs(seeding: Seeding, memory: number): Promise<string | undefined> {
  const known = seeding.inserted.get(memory)
  const insertion = seeding.insertedEarlier.get(memory)
  if (known !== undefined || !insertion || seeding.storeId === null) return known
  const { versions } = await listVersions(seeding.db, {
    storeId: seeding.storeId,
    operation: 'created',
    createdFrom: insertion.at,
    createdTo: insertion.at,
    limit: 1000,
  })
  return versions.find((version) => version.path === insertion.path)?.memoryId
}
