import { authorActor, introduceActor } from '@/lib/store/stores/name-actor'
import type { Actor } from '@/lib/store/model/actor'
import type { AppliedStep, HistoryStep } from '@/lib/store/model/history-step'
import { hasSession } from '@/lib/store/changes/sessions'
import { StoppedByPolicyError } from '@/lib/store/model/policy-stop'
import { StoreError } from '@/lib/store/model/problems'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { seededText } from '@/lib/store/seeding/seeds'
import { dropHeld, keptReason, noteStopped, withoutStopped } from './held-changes'
import { planChange } from './plan-change'
import { isWritten, type WrittenStep } from './memory-effects'
import type { LaidText } from './planned-texts'
import type { StepContext } from './seed-target'
import { redactedReason } from './warn-of-redacted'
import { noteResult, type Planned, type SeedBase, type Seeding } from './seeding'
import type { SourceChange, SourceMoment } from './source'

/** A moment and the name under which the seed remembers it; null if it needs none. */
export interface NamedMoment {
  moment: SourceMoment
  name: string | null
}

/** Imports one moment: whole if the store accepts it, else change by change. */
export async function seedMoment(seeding: Seeding, { moment, name }: NamedMoment): Promise<void> {
  const context = await contextOf(seeding, moment)
  let together = new Together()
  for (const change of orderOf(moment)) {
    await seeding.maybeYield()
    // Asked before planning, too: what is about to leave a path would look like the same text.
    if (together.mustPrecede([change])) together = await written(seeding, together, context)
    dropHeld(seeding, change)
    let planned = await planChange(seeding, change)
    if (planned && together.mustPrecede(planned.steps)) {
      together = await written(seeding, together, context)
      planned = await planChange(seeding, change)
    }
    if (planned) together.add(planned)
  }
  await write(seeding, together.planned, context, name)
}

/** Writes the first changes of a moment, and begins the next transaction of it. */
async function written(
  seeding: Seeding,
  together: Together,
  context: StepContext,
): Promise<Together> {
  await write(seeding, together.planned, context, null)
  return new Together()
}

/**
 * The order of changes within a commit is unknown: deletions make room for renames, and those for
 * writes. An export of ours keeps its order.
 */
function orderOf(moment: SourceMoment): readonly SourceChange[] {
  if (moment.actor) return moment.changes
  const rank = ({ op }: SourceChange) => (op === 'delete' ? 0 : op === 'rename' ? 1 : 2)
  return moment.changes.toSorted((one, other) => rank(one) - rank(other))
}

/** Changes of a moment that are written in one transaction. */
class Together {
  readonly planned: Planned[] = []
  private readonly arrivals = new Set<string>()
  private readonly leavings = new Set<string>()

  add(planned: Planned): void {
    this.planned.push(planned)
    for (const step of planned.steps) {
      if (step.op === 'rename') this.leavings.add(step.from)
      if (step.op === 'delete') this.leavings.add(step.path)
      else this.arrivals.add(step.path)
    }
  }

  /**
   * Returns whether others must see the results of these changes, and so cannot share their
   * transaction. Renames are applied at once, so that paths may be swapped.
   */
  mustPrecede(others: readonly { op: string; path: string }[]): boolean {
    return others.some(
      ({ op, path }) => this.arrivals.has(path) || (op !== 'rename' && this.leavings.has(path)),
    )
  }
}

async function contextOf(seeding: Seeding, moment: SourceMoment): Promise<StepContext> {
  const isTrusted = seeding.trustsActors && moment.actor !== null
  const actor = actorOf(seeding, moment)
  if (moment.author !== null && seeding.seed && !seeding.named.has(actor.id)) {
    seeding.named.add(actor.id)
    await introduceActor(seeding.db, actor, moment.author)
  }
  // A moment without a batch in an export of ours was a change by itself.
  const kind = moment.batchKind ?? (moment.at === null ? 'seed' : moment.actor ? null : 'history')
  return {
    at: moment.at ?? undefined,
    batch: kind && { kind, message: moment.message, reference: moment.reference },
    cause: {
      actor,
      sessionId: isTrusted ? await claimedSession(seeding, moment) : undefined,
      toolUseId: isTrusted ? (moment.toolUseId ?? undefined) : undefined,
    },
    importedBy: seeding.cause,
  }
}

/**
 * The session that a history names for a moment. It is a claim: if that session has this very store
 * attached, it has a page of its own changes, and imported ones must not appear there; then the
 * moment gets no session.
 */
async function claimedSession(
  { db, storeId, sessionsHere }: Seeding,
  { sessionId: named, actor }: SourceMoment,
): Promise<string | null> {
  const sessionId = named ?? (actor?.type === 'session' ? actor.id : null)
  if (sessionId === null || storeId === null) return sessionId
  const isHere = sessionsHere.get(sessionId) ?? (await hasSession(db, { storeId, sessionId }))
  sessionsHere.set(sessionId, isHere)
  return isHere ? null : sessionId
}

function actorOf(seeding: Seeding, { actor, author }: SourceMoment): Actor {
  if (actor && seeding.trustsActors) return actor
  return author === null ? seeding.cause.actor : authorActor(author)
}

/**
 * Writes the plan in one transaction; what the store refuses is left out. `name`: the moment's, if
 * this completes it.
 */
async function write(
  seeding: Seeding,
  together: readonly Planned[],
  context: StepContext,
  name: string | null,
): Promise<void> {
  const error = await tryToWrite(seeding, together, context, name)
  if (!error) return
  const [only, ...others] = together
  if (only && others.length === 0) return noteRefused(seeding, only, error, context)
  if (error instanceof StoppedByPolicyError) {
    const allowed = await withoutStopped(seeding, together, error)
    return write(seeding, allowed, context, name)
  }
  // Part of the moment is refused; the rest is not. What blocks a path may be about to be deleted.
  const inTheWay: SourceChange[] = []
  for (const { change } of together) {
    const planned = await planChange(seeding, change)
    if (!planned) continue
    const refused = await tryToWrite(seeding, [planned], context, null)
    if (refused?.problem.kind === 'path_conflict') inTheWay.push(change)
    else if (refused) await noteRefused(seeding, planned, refused, context)
  }
  for (const change of inTheWay) {
    const planned = await planChange(seeding, change)
    if (planned) await write(seeding, [planned], context, null)
  }
}

/** Returns what the store refuses; in that case nothing was written. */
async function tryToWrite(
  seeding: Seeding,
  together: readonly Planned[],
  context: StepContext,
  name: string | null,
): Promise<StoreError | null> {
  if (together.length === 0) return null
  const steps = together.flatMap((planned) => planned.steps)
  const entries = (applied: readonly AppliedStep[]) =>
    new Map(
      [...basesAfter(seeding, together, applied)].map(([path, base]) => [
        path,
        base?.sequence ?? null,
      ]),
    )
  const note = seeding.seed && { seed: seeding.seed, entries, reference: name }
  try {
    const warnings = new Map<string, SeedReason>()
    for (const planned of together) {
      const warning = await redactedReason(seeding, planned)
      if (warning) warnings.set(planned.change.path, warning)
    }
    const applied = await seeding.target.apply(steps, context, note)
    for (const [path, warning] of warnings) seeding.warnings.set(path, warning)
    noteWritten(seeding, together, applied)
    await noteTexts(seeding, together)
    return null
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
}

/** The seed's new bases for the written paths; null: it no longer has the path. */
function basesAfter(
  seeding: Seeding,
  together: readonly Planned[],
  applied: readonly AppliedStep[],
): Map<string, SeedBase | null> {
  const gone = new Map<string, SeedBase | null>()
  const held = new Map<string, SeedBase | null>()
  let first = 0
  for (const planned of together) {
    for (const { path, base } of planned.leaves) {
      if (!base) gone.set(path, null)
      else if ('step' in base) {
        const written = writtenBase(seeding, planned, base.step, applied[first + base.step])
        if (written) held.set(path, written)
      } else held.set(path, base)
    }
    first += planned.steps.length
  }
  // Paths may be swapped in a moment: a path that one memory left may hold another at its end.
  return new Map([...gone, ...held])
}

function writtenBase(
  { db, seed }: Seeding,
  planned: Planned,
  index: number,
  applied: AppliedStep | undefined,
): SeedBase | null {
  const step = planned.steps[index]
  if (!applied || applied.sha256 === null || !step || step.op === 'delete') return null
  const { sequence, sha256 } = applied
  const { content } = step
  // Only a merge is followed by a comparison of the text itself; a plan holds no other text in
  // memory.
  const planText = planned.action === 'merge' ? (content ?? null) : null
  return {
    sequence,
    sha256,
    isCurrent: true,
    text: async () => (seed ? seededText(db, seed.storeKey, sequence) : planText),
  }
}

function fingerprintSteps({ fingerprint }: Seeding, steps: readonly HistoryStep[]): void {
  for (const step of steps) {
    const expected = 'expected' in step ? step.expected : undefined
    fingerprint.update(JSON.stringify([step.op, step.path, expected]))
    if ('content' in step && step.content !== undefined) fingerprint.update(step.content)
  }
}

function noteWritten(
  seeding: Seeding,
  together: readonly Planned[],
  applied: readonly AppliedStep[],
): void {
  for (const { steps } of together) fingerprintSteps(seeding, steps)
  seeding.report.versions += applied.filter((step) => step.versionId !== null).length
  for (const [path, base] of basesAfter(seeding, together, applied)) {
    if (base) seeding.bases.set(path, base)
    else seeding.bases.delete(path)
  }
  const effects = together.flatMap(writtenStep)
  seeding.effects.add(effects)
  for (const { from } of effects) if (from !== null) noteResult(seeding, from, 'delete', null)
  let first = 0
  for (const { change, action, steps } of together) {
    const written = applied.slice(first, first + steps.length)
    const warning = isWritten(action) ? seeding.warnings.get(change.path) : undefined
    noteResult(seeding, change.path, action, keptReason(written) ?? warning ?? null)
    seeding.held.delete(change.path)
    const [insertion] = written
    if (change.op === 'write' && change.memory !== undefined && insertion) {
      seeding.inserted.set(change.memory, insertion.memoryId)
    }
    first += steps.length
  }
}

/** Notes for a plan what its steps make of the texts. */
async function noteTexts({ texts, effects }: Seeding, together: readonly Planned[]): Promise<void> {
  if (!texts) return
  const moved = new Map<string, string>()
  const laid: LaidText[] = []
  for (const { action, steps } of together) {
    const newest = steps.at(-1)
    if (!isWritten(action) || !newest || newest.op === 'delete') continue
    const [first] = steps
    const { path, content = null } = newest
    if (first?.op === 'rename') moved.set(path, first.from)
    laid.push({ path, origin: effects.originOf(path), content })
  }
  await texts.lay(laid, moved)
}

function writtenStep({ change: { path }, action, steps }: Planned): WrittenStep[] {
  if (!isWritten(action)) return []
  const [first] = steps
  return [{ path, action, from: first?.op === 'rename' ? first.from : null }]
}

async function noteRefused(
  seeding: Seeding,
  planned: Planned,
  error: StoreError,
  context: StepContext,
): Promise<void> {
  const { change } = planned
  const { problem } = error
  if (problem.kind === 'refused_by_policy' || problem.kind === 'held_by_policy') {
    await noteStopped(seeding, planned, problem)
  } else if (problem.kind === 'memory_quarantined') {
    noteResult(seeding, change.path, 'skip', { code: 'in_quarantine' })
  } else if (problem.kind === 'content_too_large') {
    const { size, limit: maximum } = problem
    noteResult(seeding, change.path, 'skip', { code: 'too_large', size, maximum })
  } else if (problem.kind === 'path_conflict') {
    if (seeding.waiting) seeding.waiting.add(change.path)
    else
      noteResult(seeding, change.path, 'conflict', {
        code: 'overlaps',
        path: problem.conflictingPath,
      })
  } else if (problem.kind === 'precondition_failed') {
    noteResult(seeding, change.path, 'conflict', { code: 'changed_meanwhile' })
  } else if (problem.kind === 'limit_reached') {
    const { limit, maximum } = problem
    noteResult(seeding, change.path, 'skip', { code: 'store_full', limit, maximum })
  } else if (problem.kind === 'memory_not_found' && change.op === 'restore') {
    // Somebody else restored the memory already: its text is inserted as another one.
    const anew = await planChange(seeding, { ...change, op: 'write', memory: undefined })
    if (anew) await write(seeding, [anew], context, null)
  } else if (problem.kind === 'memory_not_found') {
    noteResult(seeding, change.path, 'conflict', { code: 'deleted_meanwhile' })
  } else throw error
}
