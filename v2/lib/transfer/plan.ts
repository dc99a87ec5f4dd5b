import { db } from '@/lib/db'
import type { Store } from '@/lib/store/model/model'
import { storeArchived } from '@/lib/store/model/problems'
import { type Aim, hashOf, planOfAims } from '@/lib/store/plan/aims'
import type { AskOf, Chosen, MomentSpan, Planned, PlanRow, Step } from '@/lib/store/plan/plan'
import { redactedIn, redactedPathsOf, redactedTextsOf } from '@/lib/store/redact/known'
import { getStore } from '@/lib/store/stores'
import { sha256Hex, utf8Size } from '@/lib/text/content'
import { comparePaths } from '@/lib/text/memory-path'
import {
  aimsOf,
  type Bases,
  basesOf,
  type Draft,
  draftsOfHistory,
  draftsOfSnapshot,
  type Heads,
  headsOf,
  rowIdOf,
} from './drafts'
import { momentNames, type Op, Replay, type Standing } from './replay'
import { deletionOf, type Left, type Moment, type Source } from './source'

/** A plan of a seeding, with what its job does. */
export interface SeedPlan extends Planned {
  /** its moments are taken one after another; else its last state, as one */
  isHistory: boolean
  /** What is written, moment after moment. */
  momentsOf(chosen: Chosen): PlannedMoment[]
  /** The row that an operation belongs to. */
  rowOf(operation: string): string
}

export interface PlannedMoment {
  moment: Moment
  /** by which it is known again; null: it has no time */
  name: string | null
  ops: Op[]
}

/**
 * What taking a source into a store comes to; nothing is written. Refuses `store_not_found`,
 * `store_archived`; ends with the signal's reason.
 */
export async function planSource(
  storeId: string,
  source: Source,
  ask: AskOf<'seed'>,
  signal: AbortSignal,
): Promise<SeedPlan> {
  const store = await getStore(storeId)
  if (store.archivedAt) throw storeArchived(storeId)
  const known = { storeId, source: source.label }
  const seed = await db.seed.findUnique({ where: { storeId_source: known } })
  const heads = await headsOf(storeId, signal)
  const bases: Bases = seed ? await basesOf(seed.id, signal) : new Map()
  const left: Left[] = [...source.left]
  const last = new Replay(store.limits.memoryBytes, (path, reason) => left.push({ path, reason }))
  for (const moment of source.moments) last.apply(moment)
  const from = ask.withHistory ? await firstMoment(store, source, seed, heads, bases) : null
  const history = from === null ? null : replayed(source, from, { store, heads, last })
  const drafts = history
    ? draftsOfHistory(heads, history.files)
    : draftsOfSnapshot(heads, bases, last.files, source.left)
  const changing = drafts.filter(({ kind }) => kind !== 'same' && kind !== 'keep')
  const aims = await aimsOf(changing, signal)
  const planned = await planOfAims({ reader: db, store, signal }, ask, aims)
  const draftOf = new Map(changing.map((draft) => [rowIdOf(draft), draft]))
  const rows = [
    ...planned.plan.rows.map((row) => ({ reason: draftOf.get(row.id)?.reason, ...row })),
    ...drafts.flatMap(keptRow),
    ...leftRows(left, last.files),
  ]
  const rowIds = new Map(drafts.flatMap((each) => (each.key ? [[each.key, rowIdOf(each)]] : [])))
  const rowOf = (operation: string) => rowIds.get(operation) ?? operation
  const written = history
    ? history.moments.flatMap(({ ops }) => ops.flatMap((op) => writtenBy(op, rowOf(op.id))))
    : changing.flatMap(writtenOfDraft)
  await markRedacted(storeId, rows, changing, written, signal)
  rows.sort((one, other) => comparePaths(pathOf(one), pathOf(other)))
  const same = drafts.filter(({ kind, memory }) => kind === 'same' && memory).length
  const span = ask.withHistory && source.isHistory ? spanOf(source, from) : null
  const hash = sha256Hex(JSON.stringify([hashOf(ask, rows), history?.moments.map(toldOf)]))
  const plan = { ...planned.plan, rows, same, hash, ...(span && { moments: span }) }
  const whole = { ...planned, plan, ...stepsOf(planned, changing, aims) }
  const momentsOf = (chosen: Chosen): PlannedMoment[] => {
    if (!history)
      return [stateOf(source, [...opsOf(whole, draftOf, chosen), ...drafts.flatMap(agreed)])]
    const out = leftOutOf(rows, chosen)
    const isTaken = ({ id }: Op) => !out.has(rowOf(id))
    return history.moments.map((each) => ({ ...each, ops: each.ops.filter(isTaken) }))
  }
  return { ...whole, isHistory: history !== null, momentsOf, rowOf }
}

/**
 * The number of the first moment that is taken: 0 into an empty store, or the one after those that were
 * taken before. Null: the source has no history, or the store was changed otherwise since.
 */
async function firstMoment(
  { id }: Store,
  source: Source,
  seed: { reference: string | null } | null,
  heads: Heads,
  bases: Bases,
): Promise<number | null> {
  if (!source.isHistory) return null
  if (!seed?.reference) return (await db.version.count({ where: { storeId: id } })) === 0 ? 0 : null
  const isAsLeft =
    heads.size === bases.size &&
    [...heads].every(([path, { versionId }]) => bases.get(path)?.versionId === versionId)
  const at = momentNames(source.moments).indexOf(seed.reference)
  return isAsLeft && at !== -1 ? at + 1 : null
}

/** Goes on from what the store holds; what the source holds otherwise at its end is one moment more. */
function replayed(
  { moments }: Source,
  from: number,
  { store, heads, last }: { store: Store; heads: Heads; last: Replay },
): { moments: PlannedMoment[]; files: ReadonlyMap<string, Standing> } {
  const replay = new Replay(store.limits.memoryBytes)
  for (const moment of moments.slice(0, from)) replay.apply(moment)
  replay.files = new Map(
    [...heads].map(([path, { id, sha256 }]) => [path, { id, sha256, text: null, origin: path }]),
  )
  const names = momentNames(moments)
  const taken = moments.slice(from).map((moment, index): PlannedMoment => {
    return { moment, name: names[from + index] ?? null, ops: replay.apply(moment) }
  })
  const gone = [...replay.files.keys()].filter((path) => !last.files.has(path))
  const others = [...last.files].flatMap(([path, { sha256, text }]) => {
    const isThere = replay.files.get(path)?.sha256 === sha256
    return isThere || !text ? [] : [{ op: 'write' as const, path, from: null, text }]
  })
  const moment = { changes: [...gone.map(deletionOf), ...others] }
  if (moment.changes.length > 0) taken.push({ moment, name: null, ops: replay.apply(moment) })
  return { moments: taken, files: replay.files }
}

/**
 * The steps of rows. The source's text is always written first, as a version: it is the base of the next
 * seeding, and where the store's side is chosen or both are merged, neither text is lost.
 */
function stepsOf(planned: Planned, drafts: readonly Draft[], aims: readonly Aim[]) {
  const steps = new Map(planned.steps)
  const kept = new Map<string, Step[]>()
  for (const [index, draft] of drafts.entries()) {
    const { path, text, memory } = draft
    const { now = null, to, isMerged = false } = aims[index] ?? {}
    const id = rowIdOf(draft)
    if (!text) continue
    const sourceStep = writing(path, text.content, memory?.sha256 ?? null)
    if (isMerged && to) steps.set(id, [sourceStep, writing(path, to.content, text.sha256)])
    if (!planned.taken.has(id)) continue
    const back: Step = memory
      ? writing(path, now ?? '', text.sha256)
      : { op: 'delete', path, expected: text.sha256 }
    kept.set(id, memory && now === null ? [] : [sourceStep, back])
  }
  return { steps, kept }
}

const writing = (path: string, content: string, expected: string | null): Step => {
  return { op: 'write', path, content, expected }
}

/** The last state of a source. A history goes on behind what was taken of its end. */
function stateOf({ label, isHistory, moments }: Source, ops: Op[]): PlannedMoment {
  const name = isHistory ? (momentNames(moments).findLast(Boolean) ?? null) : null
  return { moment: { reference: label, changes: [] }, name, ops }
}

/** What is written of a plan without history, by row. */
function opsOf(planned: Planned, drafts: ReadonlyMap<string, Draft>, chosen: Chosen): Op[] {
  const out = leftOutOf(planned.plan.rows, chosen)
  return planned.plan.rows.flatMap((row): Op[] => {
    const { id } = row
    const draft = drafts.get(id)
    const steps = draft && !out.has(id) ? stepsFor(planned, draft, row, chosen) : null
    return draft && steps
      ? [{ id, path: draft.path, steps, sha256: draft.text?.sha256 ?? null }]
      : []
  })
}

/** Null: nothing is done, and it is asked again. */
function stepsFor(
  { steps, taken, kept }: Planned,
  { path, text }: Draft,
  { id, group, before }: PlanRow,
  { answers = {} }: Chosen,
): readonly Step[] | null {
  const answer = answers[id] ?? 'leave'
  if (group === 'change') return steps.get(id) ?? null
  if (group !== 'conflict' || answer === 'leave') return null
  if (answer === 'take') return taken.get(id) ?? null
  if (answer === 'keep') return kept?.get(id) ?? []
  const person = writing(path, answer.text, text?.sha256 ?? before?.sha256 ?? null)
  return text ? [...(taken.get(id) ?? []), person] : [person]
}

/** A text that is written of a row: at its end, or on the way of a history. */
interface Written {
  row: string
  path: string
  content: string
}

function writtenBy({ path, steps: [step] }: Op, row: string): Written[] {
  // One that only moves brings its path.
  return step && step.op !== 'delete' ? [{ row, path, content: step.content ?? '' }] : []
}

const writtenOfDraft = (draft: Draft): Written[] => {
  const { path, text } = draft
  return text ? [{ row: rowIdOf(draft), path, content: text.content }] : []
}

/**
 * Marks the rows that may bring back what was redacted: by a text, or since it stood at that path. A text
 * on the way of a memory that has no row gets one, which says so.
 */
async function markRedacted(
  storeId: string,
  rows: PlanRow[],
  drafts: readonly Draft[],
  written: readonly Written[],
  signal: AbortSignal,
): Promise<void> {
  const [texts, paths] = [await redactedTextsOf(storeId), await redactedPathsOf(storeId, signal)]
  if (texts.size === 0 && paths.size === 0) return
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  for (const { row: id, path, content } of written) {
    signal.throwIfAborted()
    const bringsBack = await redactedIn(texts, `${path}\n${content}`)
    if (!bringsBack) continue
    const after = { path, sha256: sha256Hex(content), size: utf8Size(content) }
    const passing = { id, memoryId: null, before: null, after, ...UNCHANGED }
    const row = rowOf.get(id) ?? { ...passing, group: 'change', operation: 'created' }
    row.bringsBack = bringsBack
    if (!rowOf.has(id)) rows.push(row)
    rowOf.set(id, row)
  }
  for (const draft of drafts) {
    const { path, text, base } = draft
    const [row, there] = [rowOf.get(rowIdOf(draft)), paths.get(path)]
    if (!text || !row || !there || row.bringsBack) continue
    const taken = base?.versionId ? await findSequence(base.versionId) : 0
    if (taken <= there.sequence) row.bringsBack = there.at
  }
}

async function findSequence(id: string): Promise<number> {
  const version = await db.version.findUnique({ where: { id }, select: { sequence: true } })
  return version?.sequence ?? 0
}

const UNCHANGED = { operation: null, isMerged: false, added: 0, removed: 0 }

/** A row of what only the store changed since. */
function keptRow(draft: Draft): PlanRow[] {
  const { kind, path, memory, base, reason } = draft
  if (kind !== 'keep' || (!memory && !base)) return []
  const { sha256, size } = memory ?? { sha256: base?.sha256 ?? '', size: 0 }
  const before = { path, sha256, size }
  return [
    {
      ...{ id: rowIdOf(draft), memoryId: memory?.id ?? null, group: 'keep' },
      ...{ before, after: memory && before, ...UNCHANGED },
      reason: reason ?? (memory ? undefined : 'deleted_in_store'),
    },
  ]
}

/** A row for each path of which something was left out, unless a later moment brought it after all. */
function leftRows(left: readonly Left[], files: ReadonlyMap<string, Standing>): PlanRow[] {
  const reasons = new Map(left.toReversed().map(({ path, reason }) => [path, reason]))
  return [...reasons].flatMap(([path, reason]): PlanRow[] => {
    if (files.has(path) && reason !== 'twice') return []
    const after = { path, sha256: '', size: 0 }
    const row = { id: `#${path}`, memoryId: null, before: null, after, ...UNCHANGED }
    return [{ ...row, group: 'cannot', reason }]
  })
}

/** What is only noted: the store has the source's text already, or neither has the path any more. */
function agreed({ kind, path, memory, text, base }: Draft): Op[] {
  if (kind !== 'same' || (base?.sha256 === text?.sha256 && base?.versionId === memory?.versionId)) {
    return []
  }
  const steps = text ? [writing(path, text.content, text.sha256)] : []
  return [{ id: path, path, steps, sha256: text?.sha256 ?? null }]
}

/** How much of a history is taken; of one that is not, what there would be. */
function spanOf({ moments }: Source, from: number | null): MomentSpan {
  const taken = from === null ? [] : moments.slice(from).filter(({ at }) => at)
  const told = from === null ? moments : taken
  const times = told.flatMap(({ at }) => at ?? []).sort((one, other) => Number(one) - Number(other))
  const authors = new Set(told.flatMap(({ author, actor }) => author ?? actor?.id ?? []))
  const span = { from: times[0] ?? null, to: times.at(-1) ?? null, authors: authors.size }
  return { moments: taken.length, ...span, ...(from === null && { reason: 'store_changed' }) }
}

/** What of a moment a plan is known by; its time is none of it. */
const toldOf = ({ name, ops }: PlannedMoment) => [
  name,
  ops.map(({ steps, sha256 }) => [steps[0]?.op, steps[0]?.path, sha256]),
]

/** The path under which a row is listed. */
export const pathOf = ({ before, after }: Pick<PlanRow, 'before' | 'after'>): string =>
  (after ?? before)?.path ?? ''

/** The rows with which nothing is done. What may bring something back is taken only if that is said. */
export function leftOutOf(
  rows: readonly PlanRow[],
  { leftOut = [], answers = {} }: Chosen,
): Set<string> {
  const untold = rows.filter(({ id, group, bringsBack }) => {
    return group === 'change' && bringsBack && answers[id] !== 'take'
  })
  return new Set([...leftOut, ...untold.map(({ id }) => id)])
}
