import { createHash } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import type { JobControl } from '@/lib/jobs/job'
import type { Cause } from '@/lib/store/model/actor'
import type { Audience } from '@/lib/store/model/audience'
import { type CreateStoreInput, newStoreFields } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { refuse } from '@/lib/store/model/problems'
import { type NewLeftOut, noteLeftOuts } from '@/lib/store/seeding/seed-left-outs'
import {
  findSeed,
  noteTakenOver,
  openSeed,
  seededPaths,
  seededText,
  type Seed,
  type SeededPath,
  storeKeyOf,
} from '@/lib/store/seeding/seeds'
import { redactedWhere } from '@/lib/store/redaction/redacted-where'
import { turns } from '@/lib/turns'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { ancestorPaths } from '@/lib/text/memory-path'
import { keepHeld } from './held-changes'
import { chooseMoments, type ChosenMoments } from './choose-moments'
import { withinTime } from './moments-of'
import { earlierRuns } from './earlier-runs'
import { MemoryEffects } from './memory-effects'
import { withoutMemories } from './leave-out'
import { plannedTarget } from './planned-target'
import { PlannedTexts, type WantedTexts } from './planned-texts'
import { Progress } from './progress'
import { seedMoment } from './seed-moments'
import { withKeptPaths } from './kept-paths'
import { emptyCounts, MAX_KEPT_ENTRIES, type SeedReport } from './seed-report'
import { storeTarget } from './seed-target'
import {
  type ConflictChoice,
  type HoldWrites,
  noteResult,
  noteSurplus,
  type SeedBase,
  type Seeding,
  summarise,
} from './seeding'
import { snapshotMoment, type Source, type SourceChange } from './source'

export interface SeedInput {
  source: Source
  /** whether a history becomes versions, or only its last state is taken */
  withHistory: boolean
  cause: Cause
  /** whom the plan or the report is for: an agent compares with what agents are served */
  audience?: Audience | undefined
  /** keeps what the store's policy holds of an agent's import; people's is not held */
  hold?: HoldWrites | undefined
  /** takes over the source's memory tests; left out: they are left out */
  tests?: TakeTests | undefined
  /**
   * If true, the actors in an export of ours are trusted. If not, which is the default, its
   * versions have authors by name only: nobody can write as a key or a session.
   */
  trustsActors?: boolean
  /**
   * the choice for paths that the source and the store both changed; the default is to leave them
   * out
   */
  onConflict?: ConflictChoice | undefined
  /** the choice for single ones of these paths */
  decisions?: ReadonlyMap<string, ConflictChoice> | undefined
  /** paths of the plan that a run leaves as they are in the store */
  leftOut?: ReadonlySet<string> | undefined
}

/** Takes over memory tests as an export wrote them; of a plan, only tells how many it would. */
export type TakeTests = (
  tests: AsyncIterable<unknown>,
  what: { storeId: string | null; how: 'plan' | 'run' },
) => Promise<number>

export interface PlanSeedInput extends SeedStoreInput {
  /** which texts the plan gives; null, the default: none */
  texts?: WantedTexts | undefined
}

export interface SeedStoreInput extends SeedInput {
  storeId: string
}

/**
 * Plans a seeding without carrying it out. Throws `SourceError`; refuses `store_not_found`,
 * `store_archived`.
 */
export async function planSeed(
  db: Database,
  input: PlanSeedInput,
  signal: AbortSignal,
): Promise<SeedReport> {
  const store = await openStore(db, input.storeId)
  const known = await findSeed(db, { storeId: store.id, source: input.source.label })
  const bases = await basesOf(db, input, known, signal)
  return execute(
    input,
    known,
    store.lastChangedAt,
    { signal, run: null },
    {
      ...blankSeeding(db, input, turns(signal)),
      storeId: store.id,
      target: plannedTarget(db, store.id, input.audience),
      shown: new Map(),
      texts: new PlannedTexts(db, { id: store.id, audience: input.audience }, input.texts ?? null),
      maxContentBytes: store.settings.maxContentBytes,
      ...bases,
    },
  )
}

/**
 * Like `planSeed`, for a store that does not exist yet; does not create it. Refuses
 * `invalid_input`.
 */
export async function planSeedOfNewStore(
  db: Database,
  input: SeedInput & { newStore: CreateStoreInput },
  signal: AbortSignal,
): Promise<SeedReport> {
  return execute(
    input,
    null,
    null,
    { signal, run: null },
    {
      ...blankSeeding(db, input, turns(signal)),
      target: plannedTarget(db, null),
      texts: new PlannedTexts(db, { id: null, audience: undefined }, null),
      maxContentBytes: newStoreFields(input.newStore).settings.maxContentBytes,
    },
  )
}

/**
 * Seeds a store from a source: new memories are inserted; what the source changed since the last
 * seeding is replaced, or merged with the store's changes; nothing that was written in the store is
 * lost. Repeating it changes nothing. An agent's lines are judged by the store's policy as its writes
 * are, which a plan is not. Can be stopped between two moments. Throws and refuses as `planSeed`.
 */
export async function runSeed(
  db: Database,
  input: SeedStoreInput,
  control: JobControl,
): Promise<SeedReport> {
  const store = await openStore(db, input.storeId)
  const { label, origin = null } = input.source
  const seed = await openSeed(db, { storeId: store.id, source: label, origin })
  const { signal } = control
  return execute(
    input,
    seed,
    store.lastChangedAt,
    { signal, run: control },
    {
      ...blankSeeding(db, input, turns()),
      storeId: store.id,
      seed,
      target: storeTarget(db, store.id, input.audience),
      maxContentBytes: store.settings.maxContentBytes,
      ...(await basesOf(db, input, seed, signal)),
    },
  )
}

async function openStore(db: Database, storeId: string) {
  const store = await getStore(db, storeId)
  if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId })
  return store
}

type Blank = Omit<Seeding, 'target' | 'maxContentBytes'>

/** In a run `maybeYield` never throws, since a moment is imported whole. */
function blankSeeding(db: Database, input: SeedInput, maybeYield: () => Promise<void>): Blank {
  return {
    db,
    maybeYield,
    storeId: null,
    seed: null,
    cause: input.cause,
    hold: input.hold ?? null,
    held: new Map(),
    heldBytes: 0,
    trustsActors: input.trustsActors ?? false,
    onConflict: input.onConflict ?? 'leave',
    decisions: input.decisions ?? new Map(),
    shown: null,
    shownCharacters: 0,
    inConflict: new Map(),
    inConflictBytes: 0,
    fingerprint: createHash('sha256'),
    bases: new Map(),
    othersBases: new Map(),
    seen: new Set(),
    unread: new Set(),
    waiting: null,
    inserted: new Map(),
    insertedEarlier: new Map(),
    entries: new Map(),
    surplus: new Map(),
    ended: new Set(),
    redacted: null,
    warnings: new Map(),
    effects: new MemoryEffects(),
    texts: null,
    leftOut: input.leftOut ?? new Set(),
    noted: new WeakSet(),
    sessionsHere: new Map(),
    named: new Set(),
    report: {
      source: input.source.label,
      history: null,
      counts: emptyCounts(),
      versions: 0,
      tests: 0,
      entries: [],
      conflicts: [],
      repositories: [],
      hash: null,
      isStopped: false,
    },
  }
}

async function basesOf(
  db: Database,
  { storeId, audience }: SeedStoreInput,
  seed: Seed | null,
  signal: AbortSignal,
) {
  const storeKey = seed?.storeKey ?? (await storeKeyOf(db, storeId))
  const seedKey = seed?.key ?? null
  const seeded = await seededPaths(db, { storeKey, seedKey, audience }, signal)
  const baseOfVersion = ({ sequence, ...version }: SeededPath): SeedBase => ({
    ...version,
    sequence,
    text: () => seededText(db, storeKey, sequence),
  })
  const bases = new Map<string, SeedBase>()
  for (const [path, version] of seeded.own) bases.set(path, baseOfVersion(version))
  const othersBases = new Map<string, SeedBase[]>()
  for (const [path, versions] of seeded.others) othersBases.set(path, versions.map(baseOfVersion))
  return { bases, othersBases, redacted: await redactedWhere(db, storeKey, signal) }
}

/** The control over a running plan or seeding. */
interface Pace {
  signal: AbortSignal
  /** null for a plan */
  run: JobControl | null
}

async function execute(
  input: SeedInput,
  known: Seed | null,
  lastChangedAt: number | null,
  { signal, run }: Pace,
  seeding: Seeding,
): Promise<SeedReport> {
  const { db, report } = seeding
  run?.report('reading', 0, 0)
  const isRun = run !== null
  const all = await chooseMoments(input, known, lastChangedAt, { signal, isRun })
  const chosen = withoutLeftOut(seeding, all)
  report.history = chosen.history
  seeding.insertedEarlier = chosen.insertedEarlier
  const progress = new Progress(db, run, chosen.changes)
  try {
    if (chosen.isComplete) await seedSnapshot(seeding, chosen, progress)
    else await seedHistory(seeding, chosen, progress)
    await noteLeftOut(seeding, input.source, signal)
  } catch (error) {
    // A run stopped while reading still gets a report; a plan has nobody left to read it.
    if (!run || !signal.aborted) throw error
  }
  await keepHeld(seeding)
  report.isStopped = progress.isStopped
  report.tests = await takenTests(input, seeding, { signal, run })
  await progress.end(report.versions)
  // Of a history only the new part is read; a stopped run tells what it did.
  const isPart = known !== null && !chosen.isComplete && !signal.aborted
  const earlier = isPart ? await earlierRuns(seeding, known, signal) : null
  await summarise(seeding, earlier?.standing ?? [])
  report.entries = await withKeptPaths(seeding, report.entries)
  report.repositories = [...(input.source.repositories ?? [])]
  if (run) await keepLeftOuts(seeding, chosen, earlier?.ended ?? [])
  else report.hash = seeding.fingerprint.digest('hex')
  return report
}

async function takenTests(
  { source, tests: take }: SeedInput,
  { storeId, report }: Seeding,
  { signal, run }: Pace,
): Promise<number> {
  const { tests } = source
  if (!tests || !take || report.isStopped || signal.aborted) return 0
  const all = withinTime((own) => tests(own), signal)
  return take(all, { storeId, how: run ? 'run' : 'plan' })
}

/** Drops from the chosen moments the paths that a person left out, which are noted as they are met. */
function withoutLeftOut(seeding: Seeding, chosen: ChosenMoments): ChosenMoments {
  const { leftOut } = seeding
  if (leftOut.size === 0) return chosen
  const onLeft = (path: string) => noteResult(seeding, path, 'skip', LEFT_OUT)
  if (!chosen.isComplete) {
    return { ...chosen, moments: () => withoutMemories(chosen.moments, leftOut, onLeft) }
  }
  const isLeft = ({ path }: SourceChange) => leftOut.has(path)
  const moments = async function* () {
    for await (const { moment, name } of chosen.moments()) {
      for (const { path } of moment.changes.filter(isLeft)) onLeft(path)
      const changes = moment.changes.filter((change) => !isLeft(change))
      yield { moment: { ...moment, changes }, name }
    }
  }
  return { ...chosen, moments }
}

const LEFT_OUT: SeedReason = { code: 'not_chosen' }

/** Stores the left-outs, for the pages of the store and its memories. */
async function keepLeftOuts(
  { db, seed, report, entries, surplus, inConflict }: Seeding,
  { isComplete }: ChosenMoments,
  ended: readonly string[],
): Promise<void> {
  if (!seed) return
  const leftOuts: NewLeftOut[] = []
  const decided: string[] = [...ended]
  for (const { path, action, reason } of entries.values()) {
    const isDecided = reason?.code === 'held_by_policy' || reason === LEFT_OUT
    if (isDecided || (action !== 'skip' && action !== 'conflict')) decided.push(path)
    else if (reason !== null) {
      leftOuts.push({ path, kind: action, reason, content: inConflict.get(path) ?? null })
    }
  }
  const noted = new Set(leftOuts.map(({ path }) => path))
  for (const [path, reason] of surplus) {
    if (!noted.has(path)) leftOuts.push({ path, kind: 'skip', reason, content: null })
  }
  // Only the new part of a history was read, and only part of a stopped run.
  const isAll = isComplete && !report.isStopped
  await noteLeftOuts(db, seed, leftOuts, isAll ? null : decided)
  report.entries = [
    ...report.entries.filter(({ action }) => action === 'skip' || action === 'conflict'),
    ...report.entries.filter(({ action }) => action !== 'skip' && action !== 'conflict'),
  ].slice(0, MAX_KEPT_ENTRIES)
}

async function noteLeftOut(seeding: Seeding, source: Source, signal: AbortSignal): Promise<void> {
  const { leftOut } = source
  if (!leftOut || signal.aborted) return
  for await (const { path, reason } of withinTime((own) => leftOut(own), signal)) {
    noteSurplus(seeding, path, reason)
  }
}

async function seedHistory(
  seeding: Seeding,
  chosen: ChosenMoments,
  progress: Progress,
): Promise<void> {
  let name: string | null = null
  try {
    for await (const each of chosen.moments()) {
      if (progress.isStopped) break
      await seedMoment(seeding, each)
      name = each.name
      await progress.advance(each.moment)
    }
  } finally {
    // The last moment imported, even if reading failed after it.
    if (seeding.seed && name !== null) await noteTakenOver(seeding.db, seeding.seed, name)
  }
}

async function seedSnapshot(
  seeding: Seeding,
  chosen: ChosenMoments,
  progress: Progress,
): Promise<void> {
  const waiting = new Set<string>()
  seeding.waiting = waiting
  for await (const { moment, name } of chosen.moments()) {
    if (progress.isStopped) return
    const { first, again } = parted(seeding, moment.changes)
    await seedMoment(seeding, { moment: { ...moment, changes: first }, name })
    for (const { path } of again) noteSurplus(seeding, path, { code: 'twice' })
    await progress.advance(moment)
  }
  await removeMissing(seeding)
  seeding.waiting = null
  if (waiting.size === 0) return
  for await (const { moment, name } of chosen.moments()) {
    const changes = moment.changes.filter(({ path }) => waiting.delete(path))
    if (changes.length > 0) await seedMoment(seeding, { moment: { ...moment, changes }, name })
  }
}

/**
 * Splits off paths that a snapshot has twice: which content is right is unknown, and each run would
 * flip it.
 */
function parted(seeding: Seeding, changes: readonly SourceChange[]) {
  const first: SourceChange[] = []
  const again: SourceChange[] = []
  for (const change of changes) {
    ;(seeding.seen.has(change.path) ? again : first).push(change)
    seeding.seen.add(change.path)
    if (change.op === 'skip') seeding.unread.add(change.path)
  }
  return { first, again }
}

/** Deletes what the last seeding wrote and the source no longer has. */
async function removeMissing(seeding: Seeding): Promise<void> {
  const isMissing = (path: string) =>
    !seeding.seen.has(path) && !ancestorPaths(path).some((above) => seeding.unread.has(above))
  for (const path of [...seeding.bases.keys()].filter(isMissing)) {
    if (seeding.leftOut.has(path)) {
      noteResult(seeding, path, 'skip', LEFT_OUT)
      continue
    }
    await seedMoment(seeding, { moment: snapshotMoment([{ op: 'delete', path }]), name: null })
  }
}
