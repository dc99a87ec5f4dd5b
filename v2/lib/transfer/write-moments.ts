import { padded, type Tx, write as writeRow } from '@/lib/db'
import { isRefusal } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { changedSinceSeen } from '@/lib/store/model/problems'
import type { Step } from '@/lib/store/plan/plan'
import { type AppliedStep, applySteps } from '@/lib/store/plan/steps'
import { type Change, change, type ChangeOptions } from '@/lib/store/write/change'
import { stateOf, writeVersion } from '@/lib/store/write/write-version'
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
  wording: Wording,
  report: (memories: number) => Promise<void>,
): Promise<void> {
  const all = groups.flat()
  const isSmall = all.length <= MEMORIES_A_TRANSACTION
  const transactions = isSmall ? [all] : groups.flatMap(inTransactions)
  let { batch } = wording
  for (const [index, ops] of transactions.entries()) {
    const isLast = index === transactions.length - 1
    const name = isLast ? wording.name : undefined
    const batchId = await write(writing, ops, { ...wording, batch, name })
    if (batchId !== null) batch = batchId
    await report(ops.length)
  }
}

/** Who leaves a path for another goes before the one that comes there, and those that swap go together. */
function inTransactions(ops: readonly Op[]): Op[][] {
  const leaving = new Map(
    ops.flatMap((op) =>
      op.steps.flatMap((step) => (step.op === 'rename' ? [[step.from, op]] : [])),
    ),
  )
  const placed = new Set<Op>()
  const transactions: Op[][] = [[]]
  for (const op of ops) {
    const chain: Op[] = []
    for (let next: Op | undefined = op; next && !placed.has(next); next = leaving.get(next.path)) {
      placed.add(next)
      chain.unshift(next)
    }
    const last = transactions.at(-1) ?? []
    if (last.length > 0 && last.length + chain.length > MEMORIES_A_TRANSACTION)
      transactions.push([])
    transactions.at(-1)?.push(...chain)
  }
  return transactions
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
    const [only] = ops
    const refused =
      ops.length === 1 ? only : ops.find((op) => op.steps.some((step) => isAt(step, path)))
    if (refused) {
      writing.refused(refused, error.code)
      const others = ops.filter((op) => op !== refused)
      return others.length > 0 ? write(writing, others, wording) : noteTaken(writing, wording)
    }
    const half = Math.ceil(ops.length / 2)
    const first = await write(writing, ops.slice(0, half), { ...wording, name: undefined })
    const batch = first ?? wording.batch
    return write(writing, ops.slice(half), { ...wording, batch })
  }
}

const isAt = (step: Step, path: unknown) =>
  step.path === path || (step.op === 'rename' && step.from === path)

/** Of a moment of which nothing is to be written. */
async function noteTaken({ seedId }: Writing, { name }: Wording): Promise<null> {
  if (name) {
    await writeRow((tx) => tx.seed.update({ where: { id: seedId }, data: { reference: name } }))
  }
  return null
}

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
  const all: AppliedStep[][] = []
  let together: (readonly Step[])[] = []
  const flush = async () => {
    const applied = await applySteps(c, together.flat())
    for (const { length } of together) all.push(applied.splice(0, length))
    together = []
  }
  for (const op of ops) {
    const [step] = op.steps
    if (op.isAgain && step?.op === 'write' && step.expected === op.sha256) {
      await flush()
      all.push([await writeAgain(c, step)])
    } else {
      together.push(step?.op === 'revive' ? [await revival(c, writing, op, step)] : op.steps)
    }
  }
  await flush()
  return all
}

/** A version that says the same as the one before it, since one between them was redacted. */
async function writeAgain(c: Change, { path, content, expected }: Writes): Promise<AppliedStep> {
  const found = await c.tx.memory.findFirst({ where: { storeId: c.store.id, path } })
  if (!found || found.sha256 !== expected) throw changedSinceSeen(path)
  const { memory } = await writeVersion(c, { memory: found, to: stateOf(path, content) })
  const { id: memoryId, versionId, sequence } = memory
  return { path, memoryId, versionId, sequence, isWritten: true }
}

type Writes = Extract<Step, { op: 'write' }>

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
export async function noteBases(
  tx: Tx,
  seedId: string,
  bases: ReadonlyMap<string, Base | null>,
): Promise<void> {
  if (bases.size === 0) return
  await tx.seedEntry.deleteMany({ where: { seedId, path: { in: padded([...bases.keys()]) } } })
  const data = [...bases].flatMap(([path, base]) => (base ? [{ seedId, path, ...base }] : []))
  await tx.seedEntry.createMany({ data })
}
