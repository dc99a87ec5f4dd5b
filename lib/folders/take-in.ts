import { db, write } from '@/lib/db'
import { isRefusal, type Refusal } from '@/lib/refusal'
import { type Cause, MERGED } from '@/lib/store/model/actor'
import type { Store } from '@/lib/store/model/model'
import { changedSinceSeen } from '@/lib/store/model/problems'
import { isSound } from '@/lib/store/model/sound'
import type { Step } from '@/lib/store/plan/plan'
import { applySteps } from '@/lib/store/plan/steps'
import {
  lastRedaction,
  type RedactedTexts,
  redactedTextsOf,
  withoutRedacted,
} from '@/lib/store/redact/known'
import { change } from '@/lib/store/write/change'
import { decodeUtf8, isUtf8Text, sha256Hex } from '@/lib/text/content'
import { chunked } from '@/lib/text/lists'
import { mergeTexts } from '@/lib/text/merge'
import type { DiskPort } from './disk'
import type { LeftOut, LeftReason } from './model'
import type { BaseRow, FolderStep, Head } from './reconcile'
import { CONFLICT, noteRows, type RowChange, rowOfFile } from './rows'
import type { DiskFile } from './scan'

/** What the disk says becomes versions: one batch a pass, each part of it whole with its rows. */

export interface TakenIn {
  /** something was other than it was seen, or was written: look again */
  isAgain: boolean
  /** what the store does not take */
  left: LeftOut[]
}

export interface Taking {
  connectionId: string
  store: Store
  disk: DiskPort
  /** in whose name, if not in that of something on this computer */
  by?: Cause
}

/** `redaction`: the last that it knows of (`lastRedaction`) */
type Knowing = Taking & { redaction: number | null }

type TakeStep = Exclude<FolderStep, { kind: 'put' | 'remove' }>

/** A step with all that its transaction needs. */
interface Prepared {
  step: TakeStep
  /** of the disk's text, by its writer */
  own: Step | null
  /** of both texts together */
  merged: Step | null
  note: (versionId: string | null) => RowChange
}

const MEMORIES_A_TRANSACTION = 200

/** Takes in what is to be taken in. Refuses `store_not_found`, `store_archived`. */
export async function takeIn(at: Taking, steps: readonly FolderStep[]): Promise<TakenIn> {
  // What has no room keeps nothing out that has.
  const taking = steps.filter(isTaking).toSorted((one, other) => growthBy(one) - growthBy(other))
  // Of another row other steps may follow.
  const taken: TakenIn = { isAgain: taking.some(isOfAnotherRow), left: [] }
  if (taking.length === 0) return taken
  const now = new Date()
  let batchId: string | null = null
  for (const some of chunked(taking, MEMORIES_A_TRANSACTION)) {
    const redaction = await lastRedaction(at.store.id)
    const texts = await redactedTextsOf(at.store.id)
    const prepared: Prepared[] = []
    for (const step of some) {
      const isOut = isNew(step) && isFull(taken)
      const one = isOut ? null : await prepare(at, step, texts, now)
      if (isOut) leave(taken, step.file, 'store_full')
      else if (one) prepared.push(one)
      else taken.isAgain = true
    }
    batchId = await writeTogether({ ...at, redaction }, prepared, batchId, taken)
  }
  return taken
}

/** Whether a step brings a memory that is not there. */
const isNew = (step: TakeStep): step is Extract<TakeStep, { kind: 'take' | 'revive' }> =>
  step.kind === 'revive' || (step.kind === 'take' && step.head === null)

const growthBy = (step: TakeStep) => (isNew(step) ? step.file.stat.size : 0)

const isTaking = (step: FolderStep): step is TakeStep =>
  step.kind !== 'put' && step.kind !== 'remove'

function isOfAnotherRow(step: TakeStep): boolean {
  if (step.kind === 'forget') return step.row.goneAt === null
  if (step.kind !== 'agree') return false
  const { row, file, versionId } = step
  return row?.path !== file.path || row.versionId !== versionId
}

/** Null: the file is not any more what was seen. */
async function prepare(
  at: Taking,
  step: TakeStep,
  texts: RedactedTexts,
  now: Date,
): Promise<Prepared | null> {
  const plain = (own: Step | null, note: Prepared['note']) => ({ step, own, merged: null, note })
  switch (step.kind) {
    case 'forget':
      return plain(null, () => ({ row: null, was: step.row.path }))
    case 'gone':
      return plain(null, () => goneRow(step.row, now))
    case 'agree':
      return plain(null, () => rowOf(step, step.versionId, step.row?.problem ?? null))
    case 'drop': {
      const { head, row } = step
      const own: Step = { op: 'delete', path: head.path, expected: head.sha256 }
      return plain(own, () => goneRow(row, now))
    }
    case 'move': {
      const { file, head, row } = step
      const own: Step = { op: 'rename', from: head.path, path: file.path, expected: head.sha256 }
      const isWhole = head.sha256 === file.sha256
      return plain(own, (id) => rowOf(step, isWhole && id ? id : row.versionId, row.problem))
    }
    case 'take':
    case 'merge':
    case 'revive':
      return prepareText(at, step, texts)
  }
}

async function prepareText(
  at: Taking,
  step: Extract<TakeStep, { kind: 'take' | 'merge' | 'revive' }>,
  texts: RedactedTexts,
): Promise<Prepared | null> {
  const { file } = step
  const content = await textOf(at, file, texts)
  if (content === null) return null
  if (step.kind === 'revive') {
    const { memoryId } = step.row
    const own: Step = { op: 'revive', memoryId, path: file.path, content }
    return { step, own, merged: null, note: (id) => rowOf(step, id, null) }
  }
  const { head, row } = step
  const path = head && (!row || file.path === row.path) ? head.path : file.path
  const own = stepTo(head, path, content)
  if (step.kind === 'take') return { step, own, merged: null, note: (id) => rowOf(step, id, null) }
  const text = await mergedText(content, step.head, row?.versionId ?? null)
  const expected = sha256Hex(content)
  const merged: Step | null = text === null ? null : { op: 'write', path, content: text, expected }
  const problem = text === null ? `${CONFLICT}${row?.versionId ?? ''}` : null
  return { step, own, merged, note: (id) => rowOf(step, id, problem) }
}

function stepTo(head: Head | null, path: string, content: string): Step {
  if (!head) return { op: 'write', path, content, expected: null }
  const expected = head.sha256
  return head.path === path
    ? { op: 'write', path, content, expected }
    : { op: 'rename', from: head.path, path, content, expected }
}

/** The text of a file as it was seen; a text that was redacted does not come back by it. */
async function textOf(
  { disk, store }: Taking,
  file: DiskFile,
  texts: RedactedTexts,
): Promise<string | null> {
  const read = await disk.read(file.name, store.limits.memoryBytes)
  if (read.kind !== 'bytes' || read.sha256 !== file.sha256 || !isUtf8Text(read.bytes)) return null
  return withoutRedacted(texts, decodeUtf8(read.bytes))
}

/** Both texts together; null: both changed the same lines, or one of the texts is not known. */
export async function mergedText(
  ours: string,
  { memoryId, versionId: headId }: Pick<Head, 'memoryId' | 'versionId'>,
  baseId: string | null,
): Promise<string | null> {
  if (baseId === null) return null
  const where = { memoryId, id: { in: [baseId, headId] }, redactedAt: null }
  const select = { id: true, content: true, sha256: true } as const
  const found = (await db.version.findMany({ where, select })).filter(isSound)
  const contentOf = (id: string) => found.find((version) => version.id === id)?.content ?? null
  const base = contentOf(baseId)
  const theirs = contentOf(headId)
  if (base === null || theirs === null) return null
  const merge = mergeTexts({ base, ours, theirs })
  return merge.clean ? merge.text : null
}

function rowOf(
  { file, row }: { file: DiskFile; row: BaseRow | null },
  versionId: string | null,
  problem: string | null,
): RowChange {
  return { row: rowOfFile(file, versionId ?? '', problem), was: row?.path ?? null }
}

const goneRow = ({ memoryId: _, ...row }: BaseRow, goneAt: Date): RowChange => {
  return { row: { ...row, goneAt, problem: null }, was: row.path }
}

/** Refusals of one memory, and what is listed for it. */
const LEFT: Readonly<Record<string, LeftReason>> = {
  path_conflict: 'overlaps',
  limit_reached: 'store_full',
  content_too_large: 'too_large',
  invalid_input: 'bad_name',
}

/** Whether the store refuses one memory, and would go on refusing it. */
export const isLeftFor = ({ code }: Refusal): boolean => LEFT[code] !== undefined

/** Writes together what the store takes; the batch, null: there is none yet. */
async function writeTogether(
  at: Knowing,
  prepared: readonly Prepared[],
  batchId: string | null,
  taken: TakenIn,
): Promise<string | null> {
  if (prepared.length === 0) return batchId
  try {
    return await transact(at, prepared, batchId, taken)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code === 'changed_since_seen' || error.code === 'memory_not_found') {
      taken.isAgain = true
      return batchId
    }
    const reason = LEFT[error.code]
    const refused = refusedOf(error, prepared)
    if (reason === undefined || refused.length === 0) throw error
    const others = prepared.filter((one) => !refused.includes(one))
    const batch = await writeTogether(at, others, batchId, taken)
    if (refused.length > 1 && !isFull(taken)) return writeTogether(at, refused, batch, taken)
    for (const { step } of refused) if ('file' in step) leave(taken, step.file, reason)
    return batch
  }
}

/** What was left last, smaller than what follows, had no room. */
const isFull = ({ left }: TakenIn) => left.at(-1)?.reason === 'store_full'

/** The one that a refusal names; else of what is new the later half: of thousands each would be tried. */
function refusedOf({ facts }: Refusal, prepared: readonly Prepared[]): readonly Prepared[] {
  const named = prepared.find(({ own }) => own !== null && own.path === facts.path)
  if (named) return [named]
  const writing = prepared.filter(({ own }) => own !== null)
  const fresh = writing.filter(({ step }) => isNew(step))
  return fresh.length > 0 ? fresh.slice(fresh.length >> 1) : writing.slice(-1)
}

function leave({ left }: TakenIn, { name, stat }: DiskFile, reason: LeftReason): void {
  left.push({ path: name, size: stat.size, reason, about: '' })
}

async function transact(
  { connectionId, store, by = byFolder(connectionId), redaction }: Knowing,
  prepared: readonly Prepared[],
  batchId: string | null,
  taken: TakenIn,
): Promise<string | null> {
  const writing = prepared.filter(({ own }) => own !== null)
  const noted = prepared.filter(({ own }) => own === null).map(({ note }) => note(null))
  if (writing.length === 0) {
    await write((tx) => noteRows(tx, connectionId, noted))
    return batchId
  }
  const done = await change(
    store.id,
    by,
    async (c) => {
      const steps = writing.flatMap((each) => each.own ?? [])
      const own = await applySteps(c, steps)
      const rows = writing.map(({ note }, index) => note(own[index]?.versionId ?? null))
      const merged = writing.flatMap((each) => each.merged ?? [])
      await applySteps({ ...c, cause: BY_MERGE }, merged)
      await noteRows(c.tx, connectionId, [...noted, ...rows])
      // A redaction that began since did not find what this brings, and this did not know of it.
      if ((await lastRedaction(store.id, c.tx)) !== redaction) throw changedSinceSeen('/')
      return c.batchId
    },
    { batch: batchId ?? { kind: 'folder' }, isLong: true },
  )
  taken.isAgain = true
  return done
}

/**
 * Whoever writes in a folder, as far as nobody says more: something on this computer. It is to be reviewed,
 * and no rule is asked: it stands on the disk.
 */
export const byFolder = (connectionId: string): Cause => {
  const actor = { type: 'service_account' as const, id: connectionId }
  return { actor, isAgent: true, stands: true }
}

/** What the server merges of both sides is neither a person's nor an agent's. */
export const BY_MERGE: Cause = { actor: MERGED, isAgent: false }
