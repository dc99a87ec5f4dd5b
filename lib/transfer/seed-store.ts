import type { Database } from '@/lib/db/database'
import type { JobControl } from '@/lib/jobs/job'
import type { Cause } from '@/lib/store/actor'
import { compactAfterGrowth } from '@/lib/store/compaction'
import { getStore } from '@/lib/store/get-store'
import type { MemoryStore } from '@/lib/store/memory-store'
import {
  findSeed,
  noteSeeded,
  openSeed,
  seededPaths,
  seededText,
  type Seed,
} from '@/lib/store/seeds'
import { settleAll } from '@/lib/store/settler'
import { planDeletion, type SeedBase, type Seeding, seedMoment } from './seed-moments'
import { emptyCounts, type HistorySummary, type SeedReport } from './seed-report'
import { plannedTarget, storeTarget } from './seed-target'
import { snapshotMoment, type Source, type SourceChange, type SourceMoment } from './source'

export interface SeedStoreInput {
  storeId: string
  source: Source
  /** whether a history becomes versions, or only its last state is taken */
  withHistory: boolean
  cause: Cause
}

/** What seeding would do, without doing it. Throws `SourceError`; refuses `store_not_found`. */
export async function planSeed(db: Database, input: SeedStoreInput): Promise<SeedReport> {
  return seed(db, input, null)
}

/**
 * Seeds a store from a source: memories that are new are created; what the source changed since the
 * last seeding is replaced, or merged with what the store changed; nothing that was written in the
 * store is lost. Repeating it changes nothing. Stops, when asked, between two moments.
 */
export async function runSeed(
  db: Database,
  input: SeedStoreInput,
  control: JobControl,
): Promise<SeedReport> {
  control.report('planning', 0, 0)
  const plan = await planSeed(db, input)
  const total = Object.values(plan.counts).reduce((sum, each) => sum + each, 0)
  return seed(db, input, { ...control, total })
}

async function seed(
  db: Database,
  input: SeedStoreInput,
  run: (JobControl & { total: number }) | null,
): Promise<SeedReport> {
  const { storeId, source } = input
  const store = await getStore(db, storeId)
  const known = run
    ? await openSeed(db, { storeId, source: source.label })
    : await findSeed(db, { storeId, source: source.label })
  const seeding: Seeding = {
    db,
    target: run ? storeTarget(db, storeId) : plannedTarget(db, storeId),
    maxContentBytes: store.settings.maxContentBytes,
    cause: input.cause,
    bases: known ? await basesOf(db, known) : new Map<string, SeedBase>(),
    changedBases: new Map(),
    seen: new Set(),
    born: [],
    entries: new Map(),
    named: new Set(),
    isPlan: run === null,
    report: {
      source: source.label,
      history: null,
      counts: emptyCounts(),
      versions: 0,
      entries: [],
      isStopped: false,
    },
  }
  const chosen = await chooseMoments(source, store, known, input.withHistory)
  seeding.report.history = chosen.history
  let reference: string | null = null
  let unsettledBytes = 0
  let writtenBytes = 0
  for await (const moment of chosen.moments) {
    if (run?.signal.aborted) {
      seeding.report.isStopped = true
      break
    }
    await seedMoment(seeding, moment)
    reference = referenceOf(moment) ?? reference
    run?.report('writing', done(seeding.report), run.total)
    unsettledBytes += bytesOf(moment)
    writtenBytes += bytesOf(moment)
    if (run && unsettledBytes > BYTES_A_SETTLING) {
      await settleAll(db)
      unsettledBytes = 0
    }
    if (run && known && seeding.changedBases.size >= BASES_A_NOTE) {
      await flushBases(db, known, seeding, reference)
    }
  }
  if (chosen.isComplete && !seeding.report.isStopped) await removeMissing(seeding)
  if (run && known) await flushBases(db, known, seeding, reference)
  if (run && seeding.report.versions > 0) {
    await settleAll(db)
    await compactAfterGrowth(db, writtenBytes)
  }
  seeding.report.entries = [...seeding.entries.values()]
  return seeding.report
}

const BASES_A_NOTE = 500

/** A long history is settled as it comes, so that the database never holds much of it unpacked. */
const BYTES_A_SETTLING = 1024 * 1024

function bytesOf(moment: SourceMoment): number {
  return moment.changes.reduce(
    (sum, change) => sum + ('bytes' in change ? (change.bytes?.length ?? 0) : 0),
    0,
  )
}

function done(report: SeedReport): number {
  return Object.values(report.counts).reduce((sum, each) => sum + each, 0)
}

async function flushBases(
  db: Database,
  seed: Seed,
  seeding: Seeding,
  reference: string | null,
): Promise<void> {
  await noteSeeded(db, seed, seeding.changedBases, reference)
  seeding.changedBases.clear()
}

async function basesOf(db: Database, seed: Seed): Promise<Map<string, SeedBase>> {
  const bases = new Map<string, SeedBase>()
  for (const [path, { sequence, sha256 }] of await seededPaths(db, seed)) {
    // Redacted since: there is nothing left to compare with.
    if (sha256 === null) continue
    bases.set(path, { sequence, sha256, text: () => seededText(db, seed, sequence) })
  }
  return bases
}

/** What the last seeding wrote and the source no longer has. */
async function removeMissing(seeding: Seeding): Promise<void> {
  const missing = [...seeding.bases.keys()].filter((path) => !seeding.seen.has(path))
  for (const path of missing) {
    const plan = await planDeletion(seeding, path)
    if (plan.steps.length === 0) continue
    await seedMoment(seeding, snapshotMoment([{ op: 'delete', path }]))
  }
}

interface ChosenMoments {
  moments: AsyncIterable<SourceMoment>
  history: HistorySummary | null
  /** whether what they do not name is gone from the source */
  isComplete: boolean
}

/**
 * Versions are never dated before the store's last change, so a history is taken over whole where
 * it begins after it: in a new store, or, when it was taken before, from where it ended then.
 */
async function chooseMoments(
  source: Source,
  store: MemoryStore,
  seed: Seed | null,
  withHistory: boolean,
): Promise<ChosenMoments> {
  if (source.kind === 'snapshot') {
    return { moments: source.moments(), history: null, isComplete: true }
  }
  const summary = await summarise(source, seed?.reference ?? null)
  const { from, newMoments, isContinued } = summary
  const fits = isContinued || from === null || (store.lastChangedAt ?? 0) <= from
  const reason = !withHistory
    ? 'not asked for'
    : fits
      ? null
      : 'the store has changes that are newer than the beginning of the history'
  const history: HistorySummary = {
    moments: reason === null ? newMoments : 0,
    reason,
    from,
    to: summary.to,
    authors: summary.authors,
  }
  return reason === null
    ? { moments: after(source, isContinued ? seed?.reference : null), history, isComplete: false }
    : { moments: lastState(source), history, isComplete: true }
}

function referenceOf(moment: SourceMoment): string | null {
  if (moment.reference !== null) return moment.reference
  return moment.at === null ? null : new Date(moment.at).toISOString()
}

async function summarise(source: Source, reference: string | null) {
  const authors = new Set<string>()
  let from: number | null = null
  let to: number | null = null
  let all = 0
  let until = 0
  for await (const moment of source.moments()) {
    all++
    if (moment.author !== null) authors.add(moment.author)
    from ??= moment.at
    to = moment.at
    if (reference !== null && referenceOf(moment) === reference) until = all
  }
  const isContinued = until > 0
  return { from, to, authors: [...authors], newMoments: all - until, isContinued }
}

/** The moments after the one that was taken over last; where several share its name, the first of them. */
async function* after(
  source: Source,
  reference: string | null | undefined,
): AsyncGenerator<SourceMoment> {
  let isNew = !reference
  for await (const moment of source.moments()) {
    if (isNew) yield moment
    else isNew = referenceOf(moment) === reference
  }
}

/** What a history comes to in the end, as a snapshot. */
async function* lastState(source: Source): AsyncGenerator<SourceMoment> {
  const files = new Map<string, SourceChange>()
  for await (const { changes } of source.moments()) {
    for (const change of changes) {
      if (change.op === 'delete') files.delete(change.path)
      else if (change.op === 'rename') {
        const before = files.get(change.from)
        files.delete(change.from)
        const bytes = change.bytes ?? (before && 'bytes' in before ? before.bytes : null)
        if (bytes) files.set(change.path, { op: 'write', path: change.path, bytes })
      } else if (change.op === 'restore') {
        files.set(change.path, { op: 'write', path: change.path, bytes: change.bytes })
      } else files.set(change.path, change)
    }
  }
  const changes = [...files.values()]
  for (let from = 0; from < changes.length; from += 64) {
    yield snapshotMoment(changes.slice(from, from + 64))
  }
}
