import path from 'node:path'
import { db, write } from '@/lib/db'
import {
  type Job,
  jobEnded,
  type Json,
  listJobs,
  registerJob,
  runJob,
  type Running,
  startJob,
  stopJob,
} from '@/lib/jobs/jobs'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import type { Actor, Cause } from '@/lib/store/model/actor'
import { storeArchived } from '@/lib/store/model/problems'
import { registerPlan } from '@/lib/store/plan/kinds'
import type { Answer, Chosen, PlanRow, Step } from '@/lib/store/plan/plan'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { getStore } from '@/lib/store/stores'
import type { BatchKind, NewBatch } from '@/lib/store/write/change'
import { sha256Hex } from '@/lib/text/content'
import { newId } from '@/lib/text/ids'
import { type Named, readSource } from './open-source'
import { type PlannedMoment, planSource, type SeedPlan } from './plan'
import { momentNames, type Op } from './replay'
import { actionOf, countsOf, entriesOf, type SeedEntry, type SeedReport } from './report'
import type { Moment, Source } from './source'
import { type Writing, writeMoment } from './write-moments'

/** A source as it was read for a plan, until that is done. */
interface Kept {
  source: Source
  planned: SeedPlan | null
  chosen: Chosen | null
}

const kept = perProcess('kept sources', () => new Map<string, Kept>())

const KEPT_MS = 30 * 60_000

export interface OpenedSource {
  storeId: string
  named: Named
  /** of people and of keys that may: the source's authors are taken, too */
  isTrusted: boolean
}

/**
 * Reads a source and keeps it for half an hour, for a plan `{ kind: 'seed', jobId }`. The job waits until
 * that is done. Refuses as `readSource`, and `store_not_found`, `store_archived`.
 */
export async function openSource(
  { storeId, named, isTrusted }: OpenedSource,
  cause: Cause,
  signal: AbortSignal,
): Promise<Job> {
  if ((await getStore(storeId)).archivedAt) throw storeArchived(storeId)
  const read = await readSource(named, signal)
  const source = isTrusted ? read : writtenBy(cause.actor, read)
  const input = { source: source.label, isHistory: source.isHistory }
  const job = await startJob({ kind: 'seed', storeId, input, waits: true }, cause)
  kept.set(job.id, { source, planned: null, chosen: null })
  setTimeout(() => void closeSource(job.id).catch(() => {}), KEPT_MS).unref()
  return job
}

/** A source whose every change is the importing actor's own. */
function writtenBy(actor: Actor, source: Source): Source {
  const own = { author: null, sessionId: null, toolUseId: null }
  const moments = source.moments.map((moment) => {
    return { ...moment, ...own, actor: moment.actor && actor }
  })
  return { ...source, moments }
}

/** A source that a store was filled from. `isPath`: it lies on this machine's disk. */
export interface KnownSeed {
  source: string
  at: Date
  isPath: boolean
}

/** The sources of a store, the newest first. */
export async function seedsOf(storeId: string): Promise<KnownSeed[]> {
  const rows = await db.seed.findMany({ where: { storeId }, orderBy: { updatedAt: 'desc' } })
  return rows.map(({ source, updatedAt }) => {
    return { source, at: updatedAt, isPath: path.isAbsolute(source) }
  })
}

/** Forgets a source whose plan nobody wants to do. */
export async function closeSource(jobId: string): Promise<void> {
  if (kept.get(jobId)?.chosen) return
  if (kept.delete(jobId)) await stopJob(jobId)
}

function keptFor(jobId: string): Kept {
  const found = kept.get(jobId)
  if (found) return found
  throw new Refusal('source_gone', 'The source is not kept any more: name it again.', {
    job_id: jobId,
  })
}

registerPlan('seed', {
  plan: async (ask, { store, signal }) => {
    const of = keptFor(ask.jobId)
    const known = of.planned?.plan
    const isSame = known?.storeId === store.id && known.sequence === store.lastSequence
    const isAsked = known?.ask.kind === 'seed' && known.ask.withHistory === ask.withHistory
    if (of.planned && isSame && isAsked) return of.planned
    return (of.planned = await planSource(store.id, of.source, ask, signal ?? NEVER))
  },
  start: async ({ ask, planned, chosen }) => {
    const of = keptFor(ask.jobId)
    Object.assign(of, { planned, chosen })
    return (await runJob(ask.jobId, { source: of.source.label })).id
  },
})

registerJob('seed', runSeed)

/** How long a seeding that is stopped may take to end; milliseconds. */
const STOPS_WITHIN = 10_000

/** What was read for a plan may hold the text, and is not marked: it is read again, and then is. */
forgetsOnRedaction('kept sources', async (storeIds) => {
  const open = [
    ...(await listJobs({ kinds: ['seed'], state: 'waiting', limit: 1_000 })),
    ...(await listJobs({ kinds: ['seed'], state: 'running', limit: 1_000 })),
  ]
  for (const { id, storeId } of open) {
    if (storeIds && !storeIds.includes(storeId ?? '')) continue
    if (!kept.get(id)?.chosen) kept.delete(id)
    await stopJob(id)
    await jobEnded(id, AbortSignal.timeout(STOPS_WITHIN))
  }
})

const NEVER = new AbortController().signal

/** Writes what was chosen. What was written stays when it is stopped, and is told in its result. */
async function runSeed(job: Job, running: Running): Promise<Json> {
  const { source, planned, chosen } = keptFor(job.id)
  if (!planned || !chosen) throw new Error(`the seed ${job.id} runs without a plan`)
  const { storeId, sequence } = planned.plan
  const refusals = new Map<string, string>()
  const writing: Writing = {
    storeId,
    seedId: await seedOf(storeId, source),
    numbers: new Map(),
    versions: 0,
    batchId: null,
    refused: (op, code) => refusals.set(planned.rowOf.get(op.id) ?? op.id, code),
  }
  const seeding: Seeding = {
    ...{ planned, chosen, writing, running, moments: 0, named: new Set<string>() },
    cause: { actor: { type: job.actorType, id: job.actorId }, isAgent: false },
  }
  const told = (): SeedReport => {
    const entries = outcome(planned, chosen, refusals)
    return {
      source: source.label,
      batchId: planned.moments ? null : writing.batchId,
      from: sequence,
      moments: seeding.moments,
      versions: writing.versions,
      counts: countsOf(entries, planned.plan.same),
      entries,
    }
  }
  try {
    await (planned.moments ? writeHistory(seeding, planned.moments) : writeState(seeding))
    return asJson(told())
  } catch (error) {
    await write((tx) => tx.job.update({ where: { id: job.id }, data: { result: asJson(told()) } }))
    throw error
  } finally {
    kept.delete(job.id)
  }
}

const asJson = (report: SeedReport): Json => ({
  ...report,
  entries: report.entries.map((entry) => ({ ...entry })),
})

interface Seeding {
  planned: SeedPlan
  chosen: Chosen
  writing: Writing
  running: Running
  /** how many are taken */
  moments: number
  /** actors that have a name by now */
  named: Set<string>
  cause: Cause
}

/** The row by which this store knows the source. */
async function seedOf(storeId: string, { label: source }: Source): Promise<string> {
  const now = new Date()
  const { id } = await write((tx) =>
    tx.seed.upsert({
      where: { storeId_source: { storeId, source } },
      create: { id: newId('seed'), storeId, source, createdAt: now, updatedAt: now },
      update: { updatedAt: now },
      select: { id: true },
    }),
  )
  return id
}

async function writeState({ planned, chosen, writing, running, cause }: Seeding): Promise<void> {
  const { source, agreed } = planned
  const ops = opsOf(planned, chosen)
  const report = reporter(running, ops.length + agreed.length)
  const batch = { kind: 'seed', reference: source.label } as const
  if (ops.length > 0) await writeMoment(writing, [ops], { cause, batch }, report)
  // A history goes on behind what was taken of its end.
  const name = source.isHistory ? momentNames(source.moments).findLast(Boolean) : null
  if (agreed.length > 0 || name) await writeMoment(writing, [agreed], { cause, name }, report)
}

const REPORTED_EVERY_MS = 250

/** Counts memories, and says how far it is now and then: each time is a transaction. */
function reporter(running: Running, total: number) {
  let done = 0
  let next = 0
  return async (memories: number) => {
    done += memories
    running.signal.throwIfAborted()
    if (performance.now() < next && done < total) return
    next = performance.now() + REPORTED_EVERY_MS
    await running.report('writing', done, total)
  }
}

/** What is written of a plan without history, by row. */
function opsOf(planned: SeedPlan, { leftOut = [], answers = {} }: Chosen): Op[] {
  const out = new Set(leftOut)
  return planned.plan.rows.flatMap((row): Op[] => {
    const { id } = row
    const told = planned.texts.get(id)
    const steps = told && !out.has(id) ? stepsFor(planned, row, answers[id] ?? 'leave') : null
    return told && steps ? [{ id, path: told.path, steps, sha256: told.text?.sha256 ?? null }] : []
  })
}

/** Null: nothing is done, and it is asked again. */
function stepsFor(planned: SeedPlan, row: PlanRow, answer: Answer): readonly Step[] | null {
  const { steps, taken, kept: stores, texts } = planned
  const { id, group, before, bringsBack } = row
  if (group === 'change') return bringsBack && answer !== 'take' ? null : (steps.get(id) ?? null)
  if (group !== 'conflict' || answer === 'leave') return null
  if (answer === 'take') return taken.get(id) ?? null
  if (answer === 'keep') return stores?.get(id) ?? []
  const { path: at = '', text = null } = texts.get(id) ?? {}
  const expected = text?.sha256 ?? before?.sha256 ?? null
  const person: Step = { op: 'write', path: at, content: answer.text, expected }
  return text ? [...(taken.get(id) ?? []), person] : [person]
}

async function writeHistory(seeding: Seeding, moments: readonly PlannedMoment[]): Promise<void> {
  const { planned, chosen, writing, running } = seeding
  const { answers = {}, leftOut = [] } = chosen
  const untold = planned.plan.rows.filter(
    ({ id, bringsBack }) => bringsBack && answers[id] !== 'take',
  )
  const out = new Set([...leftOut, ...untold.map(({ id }) => id)])
  const isTaken = ({ id }: Op) => !out.has(planned.rowOf.get(id) ?? id)
  const total = moments.reduce((sum, { groups }) => sum + groups.flat().length, 0)
  const report = reporter(running, total)
  for (const { moment, name, groups } of moments) {
    const taken = groups.map((group) => group.filter(isTaken)).filter(({ length }) => length > 0)
    const { at } = moment
    const batch = taken.length > 0 ? batchOf(moment) : undefined
    const wording = { cause: await causeOf(seeding, moment), name, batch, ...(at && { at }) }
    if (taken.length > 0 || name !== null) await writeMoment(writing, taken, wording, report)
    seeding.moments += Number(moment.at !== null)
  }
}

const BATCH_KINDS: ReadonlySet<string> = new Set<BatchKind>([
  'restore',
  'undo',
  'seed',
  'commit',
  'copy',
  'take_over',
  'move',
  'delete',
  'folder',
])

/** A moment of an export of ours without a batch was a change by itself. */
function batchOf({ actor, at, batchKind, message, reference }: Moment): NewBatch | undefined {
  if (batchKind === null && actor) return undefined
  const isKnown = batchKind !== null && BATCH_KINDS.has(batchKind)
  const kind = isKnown ? (batchKind as BatchKind) : at === null ? 'seed' : 'commit'
  return { kind, message, reference }
}

/** In whose name a moment is written; a person or a script brings it in, so it is nobody's to review. */
async function causeOf({ cause, writing, named }: Seeding, moment: Moment): Promise<Cause> {
  const { author, sessionId, toolUseId } = moment
  const actor = moment.actor ?? (author === null ? cause.actor : authorActor(author))
  if (author !== null && !named.has(actor.id)) {
    named.add(actor.id)
    await introduce(actor, author, moment.at ?? new Date())
  }
  const { storeId } = writing
  // Of a session that works with this very store, what others say of it is no change of it.
  const isOurs =
    sessionId !== null && (await db.sessionStore.count({ where: { sessionId, storeId } })) > 0
  return { actor, isAgent: false, sessionId: isOurs ? null : sessionId, toolUseId }
}

/** The person of a name; the same name is always the same person. */
function authorActor(name: string): Actor {
  return { type: 'user', id: `user_${sha256Hex(name).replaceAll('0', 'z').slice(0, 24)}` }
}

/** Names an actor that has no name yet. */
async function introduce({ id }: Actor, name: string, at: Date): Promise<void> {
  if (await db.actor.findUnique({ where: { id }, select: { id: true } })) return
  const create = { id, name, firstAt: at, lastAt: at }
  await write((tx) => tx.actor.upsert({ where: { id }, create, update: {}, select: { id: true } }))
}

const REASONS: Record<string, string> = {
  path_conflict: 'path_taken',
  content_too_large: 'too_large',
}

/** What became of each row. */
function outcome(
  { plan }: SeedPlan,
  { leftOut = [], answers = {} }: Chosen,
  refusals: ReadonlyMap<string, string>,
): SeedEntry[] {
  const out = new Set(leftOut)
  const entries = entriesOf(plan)
  return plan.rows.map(({ id, group, operation, bringsBack }, index): SeedEntry => {
    const entry = entries[index] ?? { path: '', action: 'skip', reason: null }
    const code = refusals.get(id)
    const answer = answers[id] ?? 'leave'
    if (code === 'changed_since_seen')
      return { ...entry, action: 'conflict', reason: 'changed_meanwhile' }
    if (code !== undefined) return { ...entry, action: 'skip', reason: REASONS[code] ?? code }
    const isLeft = out.has(id) || (group === 'change' && bringsBack && answer !== 'take')
    if (isLeft) return { ...entry, action: 'skip', reason: 'not_chosen' }
    if (group !== 'conflict' || answer === 'leave') return entry
    if (answer === 'keep') return { ...entry, action: 'keep', reason: null }
    const action =
      answer === 'take' ? actionOf({ group: 'change', operation, isMerged: false }) : 'merge'
    return { ...entry, action, reason: null }
  })
}
