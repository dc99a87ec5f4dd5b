import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { db, write } from '@/lib/db'
import {
  addJob,
  begin,
  type Job,
  jobEnded,
  type Json,
  listJobs,
  registerJob,
  type Running,
  stopJob,
} from '@/lib/jobs/jobs'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import { type Actor, actorOf, type Cause } from '@/lib/store/model/actor'
import { storeArchived } from '@/lib/store/model/problems'
import { registerSeeding } from '@/lib/store/plan/kinds'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Chosen, Plan } from '@/lib/store/plan/plan'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { lastRedaction } from '@/lib/store/redact/known'
import { getStore } from '@/lib/store/stores'
import { newId } from '@/lib/text/ids'
import { addTests } from '@/lib/why/tests'
import { type Named, readSource } from './read-source'
import { planSource, type SeedPlan } from './plan'
import { reportOf } from './report'
import { MAX_SOURCE_BYTES, noteOf, type Source } from './source'
import { writeMoments, type Writing } from './write-moments'

/** A source as it was read for a plan, until that is done. */
interface Kept {
  storeId: string
  source: Source
  planned?: SeedPlan
}

const KEPT_MS = 30 * 60_000

const kept = perProcess(
  'kept sources',
  () =>
    new LRUCache<string, Kept>({
      maxSize: 2 * MAX_SOURCE_BYTES,
      sizeCalculation: ({ source }) => source.bytes + 1,
      ttl: KEPT_MS,
      ttlAutopurge: true,
    }),
)

/** What a job of this process was started with. */
interface Doing {
  source: Source
  plan: SeedPlan
  chosen: Chosen
  writing?: Writing
  /** why not all was written; nothing: all was */
  ended?: { error: Error | void }
}

const underWay = perProcess('seedings under way', () => new Map<string, Doing>())

export interface OpenedSource {
  storeId: string
  named: Named
  /** of people and of keys that may: the source's authors are taken, too */
  isTrusted: boolean
  /** of whoever may have models asked: the source's tests are taken, too; as trusted unless given */
  takesTests?: boolean
}

/**
 * Reads a source and keeps it for half an hour, for a plan `{ kind: 'seed', jobId }` with this id, which is
 * that of the job once it is done. Refuses as `readSource`, and `store_not_found`, `store_archived`.
 */
export async function openSource(
  { storeId, named, isTrusted, takesTests = isTrusted }: OpenedSource,
  cause: Cause,
  signal: AbortSignal,
): Promise<{ id: string; label: string }> {
  if ((await getStore(storeId)).archivedAt) throw storeArchived(storeId)
  const read = await readSource(named, signal)
  const written = isTrusted ? read : writtenBy(cause.actor, read)
  const source = takesTests ? written : withoutTests(written)
  const id = newId('job')
  kept.set(id, { storeId, source })
  return { id, label: source.label }
}

/** A source whose every change is the importing actor's own. */
function writtenBy(actor: Actor, source: Source): Source {
  const own = { author: undefined, sessionId: undefined, toolUseId: undefined }
  const moments = source.moments.map((moment) => {
    return { ...moment, ...own, actor: moment.actor && actor }
  })
  const named = source.moments.flatMap(({ author, actor: by }) => author ?? by?.id ?? [])
  return { ...source, moments, notes: [...source.notes, ...noteOf('authors_not_taken', named)] }
}

function withoutTests(source: Source): Source {
  const names = source.tests.map(({ name }) => name)
  return { ...source, tests: [], notes: [...source.notes, ...noteOf('tests_not_allowed', names)] }
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
  return rows.map(({ source, updatedAt: at }) => ({ source, at, isPath: path.isAbsolute(source) }))
}

/** Fills a store with a source, but for the rows that `left` names of its plan. Refuses as `openSource`, and `source_gone`. */
export async function seedWhole(
  storeId: string,
  named: Named,
  cause: Cause,
  left: (plan: Plan) => string[] = () => [],
): Promise<void> {
  const { id: jobId } = await openSource({ storeId, named, isTrusted: true }, cause, NEVER)
  const ask = { kind: 'seed' as const, jobId, withHistory: true }
  const { plan } = await planOf(storeId, ask)
  await doPlan(storeId, ask, { hash: plan.hash, leftOut: left(plan) }, cause)
  const { state, error } = await jobEnded(jobId)
  if (state !== 'done') throw new Refusal('source_gone', error ?? 'The seeding ended before.')
}

/** Forgets a source whose plan nobody wants to do. */
export function closeSource(jobId: string): void {
  kept.delete(jobId)
}

function sourceGone(jobId: string): Refusal {
  const words = 'The source is not kept any more: name it again.'
  return new Refusal('source_gone', words, { job_id: jobId })
}

registerSeeding({
  plan: async (ask, { store, signal }) => {
    const of = kept.get(ask.jobId)
    if (of?.storeId !== store.id) throw sourceGone(ask.jobId)
    const { planned } = of
    const isSame =
      planned?.withHistory === ask.withHistory &&
      planned.plan.sequence === store.lastSequence &&
      planned.redaction === (await lastRedaction(store.id))
    if (isSame) return planned
    return (of.planned = await planSource(store.id, of.source, ask, signal ?? NEVER))
  },
  start: async ({ storeId, ask: { jobId: id }, planned: plan, chosen, cause }) => {
    const of = kept.get(id)
    if (!of) throw sourceGone(id)
    const { source } = of
    const input = { source: source.label }
    kept.delete(id)
    try {
      const job = await write((tx) => addJob(tx, { id, kind: 'seed', storeId, input }, cause))
      underWay.set(id, { source, plan: plan as SeedPlan, chosen })
      begin(job)
    } catch (error) {
      kept.set(id, of)
      throw error
    }
    return id
  },
})

export const NEVER = new AbortController().signal

registerJob('seed', runSeed)

/** How long a seeding that is stopped may take to end; milliseconds. */
const STOPS_WITHIN = 10_000

/** A plan that is being done may bring the text, and is not marked: it is planned again, and then is. */
forgetsOnRedaction('seedings', async (storeIds) => {
  const running = await listJobs({ kinds: ['seed'], state: 'running', limit: 1_000 })
  for (const { id, storeId } of running) {
    if (storeIds && !storeIds.includes(storeId ?? '')) continue
    await stopJob(id)
    await jobEnded(id, AbortSignal.timeout(STOPS_WITHIN))
  }
})

/** Writes what was chosen. What was written stays when it is stopped, and is told in its result. */
async function runSeed(job: Job, running: Running): Promise<Json> {
  const doing = underWay.get(job.id)
  if (!doing || job.storeId === null) throw sourceGone(job.id)
  const { source, plan, chosen } = doing
  const { storeId } = job
  const moments = plan.momentsOf(chosen)
  const writing = (doing.writing ??= {
    storeId,
    seedId: await seedOf(storeId, source),
    cause: { actor: actorOf(job), isAgent: false },
    jobId: job.id,
    running,
    refusals: new Map(),
    pending: moments.flatMap(({ ops }) => ops.map(({ row }) => row)),
    versions: 0,
    moments: 0,
    tests: 0,
    batchId: null,
  })
  const work = async () => {
    // A redaction that began since its plan was made did not find this job.
    if ((await lastRedaction(storeId)) !== plan.redaction) throw sourceGone(job.id)
    await writeMoments(writing, moments)
    running.signal.throwIfAborted()
    writing.tests = await addTests(storeId, plan.tests, writing.cause)
  }
  // While nothing can be written its end is not noted: it is taken up again, and has ended as it did.
  const { error } = (doing.ended ??= { error: await work().catch((error: Error) => error) })
  const result = (await reportOf(source, plan, chosen, writing)) as unknown as Json
  await write((tx) => tx.job.updateMany({ where: { id: job.id }, data: { result } }))
  underWay.delete(job.id)
  if (error) throw error
  return result
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
