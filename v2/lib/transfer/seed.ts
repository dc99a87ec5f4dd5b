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
import { registerSeeding } from '@/lib/store/plan/kinds'
import type { Chosen } from '@/lib/store/plan/plan'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { getStore } from '@/lib/store/stores'
import { newId } from '@/lib/text/ids'
import { type Named, readSource } from './open-source'
import { planSource, type SeedPlan } from './plan'
import { countsOf, entriesOf, outcomeOf, type SeedReport } from './report'
import { MAX_SOURCE_BYTES, type Source } from './source'
import { writeMoments, type Writing } from './write-moments'

/** A source as it was read for a plan, until that is done. */
interface Kept {
  storeId: string
  source: Source
  /** of its texts */
  bytes: number
  planned: SeedPlan | null
  chosen: Chosen | null
}

const kept = perProcess('kept sources', () => new Map<string, Kept>())

const KEPT_MS = 30 * 60_000

/** Of more than this the oldest are given up, but for those that are being done. */
const MOST_KEPT_BYTES = 2 * MAX_SOURCE_BYTES

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
  await closeLeftOvers()
  const job = await startJob({ kind: 'seed', storeId, input, waits: true }, cause)
  kept.set(job.id, { storeId, source, bytes: bytesOf(source), planned: null, chosen: null })
  await makeRoom(job.id)
  setTimeout(() => void closeSource(job.id).catch(() => {}), KEPT_MS).unref()
  return job
}

/** What a process that has ended kept waits for nobody. */
async function closeLeftOvers(): Promise<void> {
  const quietSince = new Date(Date.now() - KEPT_MS)
  const left = await listJobs({ kinds: ['seed'], state: 'waiting', quietSince, limit: 100 })
  for (const { id } of left) await stopJob(id)
}

const bytesOf = ({ moments }: Source) =>
  moments.flatMap(({ changes }) => changes).reduce((sum, { text }) => sum + (text?.size ?? 0), 0)

async function makeRoom(newest: string): Promise<void> {
  let bytes = [...kept.values()].reduce((sum, each) => sum + each.bytes, 0)
  for (const [id, each] of kept) {
    if (bytes <= MOST_KEPT_BYTES) return
    if (id === newest || each.chosen) continue
    bytes -= each.bytes
    await closeSource(id)
  }
}

/** A source whose every change is the importing actor's own. */
function writtenBy(actor: Actor, source: Source): Source {
  const own = { author: undefined, sessionId: undefined, toolUseId: undefined }
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

function keptFor(jobId: string, storeId: string | null): Kept {
  const found = kept.get(jobId)
  if (found?.storeId === storeId) return found
  throw new Refusal('source_gone', 'The source is not kept any more: name it again.', {
    job_id: jobId,
  })
}

registerSeeding({
  plan: async (ask, { store, signal }) => {
    const of = keptFor(ask.jobId, store.id)
    const known = of.planned?.plan
    const isSame = known?.sequence === store.lastSequence
    const isAsked = known?.ask.kind === 'seed' && known.ask.withHistory === ask.withHistory
    if (of.planned && isSame && isAsked) return of.planned
    return (of.planned = await planSource(store.id, of.source, ask, signal ?? NEVER))
  },
  start: async ({ storeId, ask, planned, chosen }) => {
    const of = keptFor(ask.jobId, storeId)
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
  const { source, planned, chosen } = keptFor(job.id, job.storeId)
  if (!planned || !chosen) throw new Error(`the seed ${job.id} runs without a plan`)
  const { storeId, sequence: from, rows, same } = planned.plan
  const writing: Writing = {
    storeId,
    seedId: await seedOf(storeId, source),
    cause: { actor: { type: job.actorType, id: job.actorId }, isAgent: false },
    running,
    ids: new Map(),
    refusals: new Map(),
    versions: 0,
    moments: 0,
    batchId: null,
  }
  const told = (): Json => {
    const { versions, moments, batchId } = writing
    const refusals = [...writing.refusals].map(([id, code]) => [planned.rowOf(id), code] as const)
    const entries = entriesOf({ rows: outcomeOf(rows, chosen, new Map(refusals)) })
    const report: SeedReport = {
      ...{ source: source.label, from, moments, versions, entries },
      batchId: planned.isHistory ? null : batchId,
      counts: countsOf(entries, same),
    }
    return { ...report, entries: entries.map((entry) => ({ ...entry })) }
  }
  try {
    await writeMoments(writing, planned.momentsOf(chosen))
    return told()
  } catch (error) {
    await write((tx) => tx.job.update({ where: { id: job.id }, data: { result: told() } }))
    throw error
  } finally {
    kept.delete(job.id)
  }
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
