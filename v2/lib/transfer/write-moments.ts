import { padded, type Tx } from '@/lib/db'
import { isRefusal } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { type AppliedStep, applySteps } from '@/lib/store/plan/steps'
import { type Change, change, type ChangeOptions } from '@/lib/store/write/change'
import { chunked } from '@/lib/text/lists'
import type { Op } from './replay'
import type { Base } from './sides'

/** The writing of a seeding: transactions of some memories, with what the source has of them. */
export interface Writing {
  storeId: string
  seedId: string
  /** by its number in an export of ours, the id of each memory that was made */
  numbers: Map<number, string>
  versions: number
  batchId: string | null
  /** Hears of what the store refuses, with the code of the refusal. */
  refused(op: Op, code: string): void
}

/** How a moment is written. `name`: it is taken whole once this is written. */
export interface Wording extends Pick<ChangeOptions, 'at' | 'batch'> {
  cause: Cause
  name?: string | null
}

const MEMORIES_A_TRANSACTION = 50

/** Writes the steps of a moment. One of at most 50 memories is there whole or not at all. */
export async function writeMoment(
  writing: Writing,
  groups: readonly (readonly Op[])[],
  { batch, name, ...wording }: Wording,
  report: (memories: number) => Promise<void>,
): Promise<void> {
  const all = groups.flat()
  const isSmall = all.length <= MEMORIES_A_TRANSACTION
  const transactions = isSmall ? [all] : groups.flatMap(inTransactions)
  for (const [index, ops] of transactions.entries()) {
    const isLast = index === transactions.length - 1
    const own = { ...wording, batch, name: isLast ? name : undefined }
    batch = (await write(writing, ops, own)) ?? batch
    await report(ops.length)
  }
}

/** Memories that come to a path which another one leaves go together with all that move. */
function inTransactions(ops: readonly Op[]): Op[][] {
  const left = new Set(
    ops.flatMap(({ steps }) => steps.flatMap((step) => (step.op === 'rename' ? step.from : []))),
  )
  return ops.some(({ path }) => left.has(path))
    ? [[...ops]]
    : [...chunked(ops, MEMORIES_A_TRANSACTION)]
}

/** What the whole seeding cannot survive. */
const FATAL = new Set(['store_not_found', 'store_archived', 'database_fault'])

/** Writes together what the store takes; its batch, null: it has none. */
async function write(
  writing: Writing,
  ops: readonly Op[],
  wording: Wording,
): Promise<string | null> {
  try {
    return await transact(writing, ops, wording)
  } catch (error) {
    if (!isRefusal(error) || FATAL.has(error.code)) throw error
    const { path } = error.facts
    const refused = ops.length === 1 ? ops[0] : ops.find(({ steps }) => steps.some(isAt(path)))
    if (refused) {
      writing.refused(refused, error.code)
      const others = ops.filter((op) => op !== refused)
      return write(writing, others, others.length > 0 ? wording : { ...wording, batch: undefined })
    }
    let { batch } = wording
    for (const op of ops) batch = (await write(writing, [op], { ...wording, batch })) ?? batch
    return typeof batch === 'string' ? batch : null
  }
}

const isAt = (path: unknown) => (step: Step) =>
  step.path === path || (step.op === 'rename' && step.from === path)

async function transact(
  writing: Writing,
  ops: readonly Op[],
  { cause, at, batch, name }: Wording,
): Promise<string | null> {
  const { storeId, seedId, numbers } = writing
  const options = { ...(at && { at }), ...(batch && { batch }) }
  const job = async (c: Change) => {
    const applied = await apply(c, writing, ops)
    await noteBases(c.tx, seedId, basesAfter(ops, applied))
    if (name) await c.tx.seed.update({ where: { id: seedId }, data: { reference: name } })
    return { applied, batchId: c.batchId }
  }
  const { applied, batchId } = await change(storeId, cause, job, options)
  for (const [index, { memory }] of ops.entries()) {
    const memoryId = applied[index]?.[0]?.memoryId
    if (memory !== undefined && memoryId !== undefined) numbers.set(memory, memoryId)
  }
  writing.versions += applied.flat().filter(({ isWritten }) => isWritten).length
  writing.batchId ??= batchId
  return batchId
}

/** What each operation came to, by its place. */
async function apply(c: Change, writing: Writing, ops: readonly Op[]): Promise<AppliedStep[][]> {
  const steps = await Promise.all(ops.map((op) => stepsOf(c, writing, op)))
  const applied = await applySteps(c, steps.flat())
  return steps.map(({ length }) => applied.splice(0, length))
}

async function stepsOf(c: Change, writing: Writing, op: Op): Promise<readonly Step[]> {
  const [step] = op.steps
  return step?.op === 'revive' ? [await revival(c, writing, op, step)] : op.steps
}

/** Brings the memory back that the export numbers; if nobody can tell which, it is a new one. */
async function revival(
  { tx, store }: Change,
  { numbers }: Writing,
  { memory = -1, made }: Op,
  step: Extract<Step, { op: 'revive' }>,
): Promise<Step> {
  const { path, content } = step
  const storeId = store.id
  const createdAs = made?.at && {
    where: { storeId, operation: 'created' as const, path: made.path, createdAt: made.at },
    select: { memoryId: true },
  }
  const earlier = createdAs ? await tx.version.findFirst(createdAs) : null
  const id = numbers.get(memory) ?? earlier?.memoryId
  const gone =
    id === undefined ? null : await tx.memory.findFirst({ where: { id, storeId, path: null } })
  return gone
    ? { op: 'revive', memoryId: gone.id, path, content }
    : { op: 'write', path, content, expected: null }
}

/** What the source has at each path after this; null: nothing. Paths may be swapped, so who leaves comes first. */
function basesAfter(
  ops: readonly Op[],
  applied: readonly AppliedStep[][],
): Map<string, Base | null> {
  const gone = ops.flatMap(({ path, steps, sha256 }) => [
    ...(sha256 === null ? [path] : []),
    ...steps.flatMap((step) => (step.op === 'rename' ? [step.from] : [])),
  ])
  const bases = new Map<string, Base | null>(gone.map((path) => [path, null]))
  for (const [index, { path, sha256 }] of ops.entries()) {
    const versionId = applied[index]?.[0]?.versionId
    if (sha256 !== null && versionId !== undefined) bases.set(path, { sha256, versionId })
  }
  return bases
}

/** Notes what the next seeding compares with. */
async function noteBases(
  tx: Tx,
  seedId: string,
  bases: ReadonlyMap<string, Base | null>,
): Promise<void> {
  if (bases.size === 0) return
  await tx.seedEntry.deleteMany({ where: { seedId, path: { in: padded([...bases.keys()]) } } })
  const data = [...bases].flatMap(([path, base]) => (base ? [{ seedId, path, ...base }] : []))
  await tx.seedEntry.createMany({ data })
}
