import type { Database } from '@/lib/db/database'
import { authorActor, nameActor } from '@/lib/store/name-actor'
import type { Cause } from '@/lib/store/actor'
import type { AppliedStep, HistoryStep } from '@/lib/store/apply-moment'
import { StoreError } from '@/lib/store/problems'
import { decodeUtf8, isUtf8Text, sha256Hex } from '@/lib/text/content'
import { memoryPathProblem } from '@/lib/text/memory-path'
import { decide, type SeedAction, type Side } from './decide'
import { MAX_ENTRIES, type SeedEntry, type SeedReport } from './seed-report'
import type { SeedTarget, StepContext } from './seed-target'
import type { SourceChange, SourceMoment } from './source'

/** What a seed last wrote at a path. */
export interface SeedBase extends Side {
  /** the number of the version; 0 in a plan */
  sequence: number
}

/** A seeding under way: the bases that it compares with, and what it has done. */
export interface Seeding {
  db: Database
  target: SeedTarget
  /** bytes; larger contents are skipped */
  maxContentBytes: number
  cause: Cause
  bases: Map<string, SeedBase>
  /** paths whose base changed, with its version's number; null: it is gone */
  changedBases: Map<string, number | null>
  /** paths that the source has, skipped ones too */
  seen: Set<string>
  /** ids of the memories in the order of their births here: what a restored one is named by */
  born: string[]
  /** the newest entry of each path */
  entries: Map<string, SeedEntry>
  report: SeedReport
  /** authors whose names are known to the store already */
  named: Set<string>
  isPlan: boolean
}

/** What one change of a moment asks of the store. */
interface Planned {
  action: SeedAction
  steps: HistoryStep[]
  /** which of the steps leaves the base behind; null: none does, the base stays */
  baseStep: number | null
}

/** Takes over one moment: whole if the store lets it, else change by change. */
export async function seedMoment(seeding: Seeding, moment: SourceMoment): Promise<void> {
  const context = await contextOf(seeding, moment)
  const planned: { change: SourceChange; plan: Planned }[] = []
  for (const change of orderOf(moment)) {
    seeding.seen.add(change.path)
    const plan = await planChange(seeding, change)
    if (plan.steps.length === 0) continue
    const touched = new Set(planned.flatMap(({ plan: { steps } }) => steps.map(({ path }) => path)))
    // A second change of the same path must see what the first one did.
    if (plan.steps.some(({ path }) => touched.has(path))) {
      await write(seeding, planned.splice(0), context)
      planned.push({ change, plan: await planChange(seeding, change) })
    } else planned.push({ change, plan })
  }
  await write(seeding, planned, context)
}

/**
 * Of a commit nobody knows which change came first: what goes makes room for what comes. An export
 * of ours keeps the order that it had.
 */
function orderOf(moment: SourceMoment): readonly SourceChange[] {
  if (moment.actor) return moment.changes
  const isDeletion = (change: SourceChange) => change.op === 'delete'
  return [
    ...moment.changes.filter(isDeletion),
    ...moment.changes.filter((change) => !isDeletion(change)),
  ]
}

async function contextOf(seeding: Seeding, moment: SourceMoment): Promise<StepContext> {
  const actor =
    moment.actor ?? (moment.author === null ? seeding.cause.actor : authorActor(moment.author))
  if (moment.author !== null && !seeding.isPlan && !seeding.named.has(actor.id)) {
    seeding.named.add(actor.id)
    await nameActor(seeding.db, actor, moment.author)
  }
  return {
    at: moment.at ?? undefined,
    batch: {
      kind: moment.batchKind ?? (moment.at === null ? 'seed' : 'history'),
      message: moment.message,
      reference: moment.reference,
    },
    cause: { actor, sessionId: moment.sessionId ?? undefined },
  }
}

async function write(
  seeding: Seeding,
  planned: readonly { change: SourceChange; plan: Planned }[],
  context: StepContext,
): Promise<void> {
  if (planned.length === 0) return
  const steps = planned.flatMap(({ plan }) => plan.steps)
  const applied = await seeding.target.apply(steps, context).catch((error: unknown) => {
    if (error instanceof StoreError) return error
    throw error
  })
  if (!(applied instanceof StoreError)) {
    let from = 0
    for (const { change, plan } of planned) {
      note(seeding, change, plan, applied.slice(from, from + plan.steps.length))
      from += plan.steps.length
    }
    return
  }
  const [only, ...others] = planned
  if (only && others.length === 0) return noteRefused(seeding, only.change, applied)
  // Something in the moment cannot be; the rest can.
  for (const { change } of planned) {
    const plan = await planChange(seeding, change)
    if (plan.steps.length > 0) await write(seeding, [{ change, plan }], context)
  }
}

function note(
  seeding: Seeding,
  change: SourceChange,
  plan: Planned,
  applied: readonly AppliedStep[],
): void {
  count(seeding, change.path, plan.action, null)
  seeding.report.versions += applied.filter((step) => step.versionId !== null).length
  for (const [index, step] of plan.steps.entries()) {
    const done = applied[index]
    if (step.op === 'write' && step.expected === null && done) seeding.born.push(done.memoryId)
    if (step.op === 'rename') setBase(seeding, step.from, null)
    if (step.op === 'delete') setBase(seeding, step.path, null)
  }
  const done = plan.baseStep === null ? undefined : applied[plan.baseStep]
  const step = plan.baseStep === null ? undefined : plan.steps[plan.baseStep]
  if (!done || !step || step.op === 'delete' || done.sha256 === null) return
  const { content } = step
  setBase(seeding, step.path, {
    sha256: done.sha256,
    sequence: done.sequence,
    text: async () => content ?? null,
  })
}

function setBase(seeding: Seeding, path: string, base: SeedBase | null): void {
  if (base) seeding.bases.set(path, base)
  else seeding.bases.delete(path)
  seeding.changedBases.set(path, base?.sequence ?? null)
}

function noteRefused(seeding: Seeding, change: SourceChange, error: StoreError): void {
  const { problem } = error
  if (problem.kind === 'path_conflict') {
    count(seeding, change.path, 'conflict', `overlaps ${problem.conflictingPath}`)
  } else if (problem.kind === 'precondition_failed') {
    count(seeding, change.path, 'conflict', 'changed in the store while it was being seeded')
  } else if (problem.kind === 'limit_reached') {
    count(seeding, change.path, 'skip', `the store may hold ${problem.maximum} ${problem.limit}`)
  } else throw error
}

/** Notes what became of a path; the newest note holds, and is counted. */
export function count(
  seeding: Seeding,
  path: string,
  action: SeedAction,
  reason: string | null,
): void {
  const { counts } = seeding.report
  const earlier = seeding.entries.get(path)
  // In a history the same path comes again and again; each step that did something counts.
  const isQuiet = action === 'unchanged' || action === 'keep'
  if (earlier && isQuiet) return
  counts[action]++
  if (earlier || seeding.entries.size < MAX_ENTRIES) {
    seeding.entries.set(path, { path, action, reason })
  }
}

const NOTHING: Planned = { action: 'unchanged', steps: [], baseStep: null }

async function planChange(seeding: Seeding, change: SourceChange): Promise<Planned> {
  const problem = problemOf(seeding, change)
  if (problem !== null) {
    count(seeding, change.path, 'skip', problem)
    return NOTHING
  }
  switch (change.op) {
    case 'skip':
      return NOTHING
    case 'write':
      return planWrite(seeding, change.path, change.bytes)
    case 'delete':
      return planDeletion(seeding, change.path)
    case 'rename':
      return planRename(seeding, change)
    case 'restore': {
      const memoryId = seeding.born[change.memory]
      const { path } = change
      if (memoryId === undefined || (await seeding.target.head(path))) {
        return planWrite(seeding, path, change.bytes)
      }
      const content = decodeUtf8(change.bytes)
      return { action: 'create', steps: [{ op: 'revive', memoryId, path, content }], baseStep: 0 }
    }
  }
}

function problemOf(seeding: Seeding, change: SourceChange): string | null {
  if (change.op === 'skip') return change.reason
  const path = memoryPathProblem(change.path)
  if (path !== null) return `bad path: it ${path}`
  const bytes = change.op === 'delete' ? null : change.bytes
  if (!bytes) return null
  if (bytes.length > seeding.maxContentBytes) {
    return `too large: ${bytes.length} bytes, the limit is ${seeding.maxContentBytes}`
  }
  return isUtf8Text(bytes) ? null : 'not text'
}

async function planWrite(seeding: Seeding, path: string, bytes: Buffer): Promise<Planned> {
  const content = decodeUtf8(bytes)
  const head = await seeding.target.head(path)
  const base = seeding.bases.get(path) ?? null
  const source: Side = { sha256: sha256Hex(bytes), text: async () => content }
  const decision = await decide({ base, head, source })
  const expected = head?.sha256 ?? null
  switch (decision.action) {
    case 'create':
    case 'replace':
    case 'unchanged':
      // What is unchanged is written as well: no version comes of it, but the base is known.
      return {
        action: decision.action,
        steps: [{ op: 'write', path, content, expected }],
        baseStep: 0,
      }
    case 'merge':
      // The source's own text first, as a version: it is the base of the next merge.
      return {
        action: 'merge',
        steps: [
          { op: 'write', path, content, expected },
          { op: 'write', path, content: decision.text },
        ],
        baseStep: 0,
      }
    case 'conflict':
      count(seeding, path, 'conflict', decision.reason)
      return NOTHING
    case 'keep':
    case 'delete':
      count(seeding, path, 'keep', null)
      return NOTHING
  }
}

/** The path is gone from the source. */
export async function planDeletion(seeding: Seeding, path: string): Promise<Planned> {
  const head = await seeding.target.head(path)
  const base = seeding.bases.get(path) ?? null
  const decision = await decide({ base, head, source: null })
  if (decision.action === 'delete') {
    return {
      action: 'delete',
      steps: [{ op: 'delete', path, expected: head?.sha256 ?? null }],
      baseStep: null,
    }
  }
  if (decision.action === 'conflict') count(seeding, path, 'conflict', decision.reason)
  return NOTHING
}

async function planRename(
  seeding: Seeding,
  change: Extract<SourceChange, { op: 'rename' }>,
): Promise<Planned> {
  const { from, path, bytes } = change
  const head = await seeding.target.head(from)
  const base = seeding.bases.get(from) ?? null
  const isOurs = head !== null && head.sha256 === base?.sha256
  if (isOurs) {
    const content = bytes === null ? undefined : decodeUtf8(bytes)
    return {
      action: 'rename',
      steps: [{ op: 'rename', from, path, content, expected: head.sha256 }],
      baseStep: 0,
    }
  }
  const gone = await planDeletion(seeding, from)
  const text = bytes ?? Buffer.from((await head?.text()) ?? '', 'utf8')
  const written = await planWrite(seeding, path, text)
  return {
    action: written.action,
    steps: [...gone.steps, ...written.steps],
    baseStep: written.baseStep === null ? null : gone.steps.length + written.baseStep,
  }
}
