import { db } from '@/lib/db'
import type { Store } from '@/lib/store/model/model'
import { storeArchived } from '@/lib/store/model/problems'
import { cannot, hashOf, planOfAims } from '@/lib/store/plan/aims'
import type { AskOf, Chosen, MomentSpan, Plan, Planned, PlanRow, Step } from '@/lib/store/plan/plan'
import {
  lastRedaction,
  type RedactedAt,
  redactedIn,
  redactedPathsOf,
  type RedactedTexts,
  redactedTextsOf,
  withoutRedacted,
} from '@/lib/store/redact/known'
import { getStore } from '@/lib/store/stores'
import { versionsLeft } from '@/lib/store/write/write-version'
import { sha256Hex, utf8Size } from '@/lib/text/content'
import { comparePaths } from '@/lib/text/memory-path'
import { type GivenTest, newTests } from '@/lib/why/tests'
import {
  aimsOf,
  type Bases,
  basesOf,
  type Draft,
  draftsOfHistory,
  draftsOfSnapshot,
  type Heads,
  headsOf,
} from './drafts'
import { type Op, Replay, type Standing } from './replay'
import { deletionOf, type Left, type Moment, noteOf, type Source } from './source'

/** A plan of a seeding, with what its job does. */
export interface SeedPlan extends Planned {
  withHistory: boolean
  /** the last of the store's texts (`lastRedaction`) as it was planned */
  redaction: number | null
  /** its moments are taken one after another; else its last state, as one */
  isHistory: boolean
  /** what it adds to the store's */
  tests: readonly GivenTest[]
  /** What is written, moment after moment. */
  momentsOf(chosen: Chosen): PlannedMoment[]
}

export interface PlannedMoment {
  moment: Moment
  ops: Op[]
}

/**
 * What taking a source into a store comes to; nothing is written. Refuses `store_not_found`,
 * `store_archived`; ends with the signal's reason.
 */
export async function planSource(
  storeId: string,
  read: Source,
  ask: AskOf<'seed'>,
  signal: AbortSignal,
): Promise<SeedPlan> {
  const store = await getStore(storeId)
  if (store.archivedAt) throw storeArchived(storeId)
  const redaction = await lastRedaction(storeId)
  const texts = await redactedTextsOf(storeId)
  const source = await withoutRedactedWords(read, texts, signal)
  const known = { storeId, source: source.label }
  const seed = await db.seed.findUnique({ where: { storeId_source: known } })
  const heads = await headsOf(storeId, signal)
  const bases: Bases = seed ? await basesOf(seed.id, signal) : new Map()
  const last = new Replay(store.limits.memoryBytes)
  for (const moment of source.moments) last.apply(moment)
  const left = new Map([...source.left, ...last.left])
  const from = ask.withHistory ? await firstMoment(store, source, seed, heads, bases) : null
  const history = from === null ? null : replayed(source, from, { store, heads, last })
  const full = past(await versionsLeft(db, store), history?.moments ?? [])
  const drafts = history
    ? draftsOfHistory(heads, history.files)
    : draftsOfSnapshot(heads, bases, last.files, left)
  const changing = drafts.filter(({ verdict }) => verdict !== 'same' && verdict !== 'keep')
  const aims = await aimsOf(changing, signal)
  const planned = await planOfAims({ reader: db, store, signal }, ask, aims)
  const reasons = new Map(changing.map(({ id, reason }) => [id, reason]))
  const rows = [
    ...planned.plan.rows.map((row) =>
      row.group === 'conflict' ? { ...row, reason: reasons.get(row.id) } : row,
    ),
    ...drafts.flatMap(keptRow),
    ...leftRows(left, source),
  ]
  const written = history ? history.moments.flatMap(writtenIn) : changing.flatMap(writtenOf)
  for (const row of rows) if (full.has(row.id)) cannot(row, 'limit_reached')
  await markTexts(rows, written, texts, signal)
  await markPlaces(rows, changing, await redactedPathsOf(storeId, signal))
  rows.sort((one, other) => comparePaths(pathOf(one), pathOf(other)))
  const same = drafts.filter(({ verdict, memory }) => verdict === 'same' && memory).length
  const span = ask.withHistory && source.isHistory ? spanOf(source, from) : null
  const tests = await newTests(db, storeId, source.tests)
  const notes = [...source.notes, ...testNotes(source.tests, tests)]
  const told = [hashOf(ask, rows), history?.moments.map(toldOf), notes, tests]
  const hash = sha256Hex(JSON.stringify(told))
  const about = { rows, same, notes, memoryTests: tests.length, hash }
  const plan: Plan = { ...planned.plan, ...about, ...(span && { moments: span }) }
  const whole: Planned = { ...planned, plan }
  const momentsOf = (chosen: Chosen): PlannedMoment[] => {
    if (!history) return [stateOf(source, opsOf(whole, drafts, chosen))]
    const impossible = rows.flatMap(({ id, group }) => (group === 'cannot' ? id : []))
    const out = new Set([...full, ...impossible, ...leftOutOf(rows, chosen)])
    return history.moments.map(({ moment, ops }) => {
      return { moment, ops: ops.filter(({ row }) => !out.has(row)) }
    })
  }
  plan.versions = versionsOf(momentsOf({ hash: null }))
  const { withHistory } = ask
  return { ...whole, withHistory, redaction, isHistory: history !== null, tests, momentsOf }
}

/** What is said of a source's tests, some of which are taken. */
export function testNotes(all: readonly GivenTest[], taken: readonly GivenTest[]) {
  const isTaken = new Set(taken)
  const names = (some: readonly GivenTest[]) => some.map(({ name }) => name)
  const others = all.filter((test) => !isTaken.has(test))
  return [...noteOf('tests', names(taken)), ...noteOf('tests_there', names(others))]
}

/**
 * A source without what was redacted: of which no moment says a text by its message, its author or an id, and
 * no test does at all.
 */
async function withoutRedactedWords(
  source: Source,
  texts: RedactedTexts,
  signal: AbortSignal,
): Promise<Source> {
  const silenced: string[] = []
  const moments: Moment[] = []
  for (const moment of source.moments) {
    signal.throwIfAborted()
    const { at, author, message, reference, sessionId, toolUseId, ...rest } = moment
    const words = [author, message, reference, sessionId, toolUseId].filter(Boolean)
    const isSilenced = (await redactedIn(texts, words.join('\n'))) !== null
    const time = at?.toISOString()
    if (isSilenced) silenced.push(time ?? '')
    moments.push(isSilenced ? { ...rest, at, name: time } : moment)
  }
  const tests: GivenTest[] = []
  const forgotten: string[] = []
  for (const test of source.tests) {
    const { name, messages, system, checks } = test
    const words = [name, ...messages, system, ...checks.flatMap((check) => Object.values(check))]
    if ((await redactedIn(texts, words.join('\n'))) === null) tests.push(test)
    else forgotten.push(await withoutRedacted(texts, name))
  }
  const left = [...noteOf('redacted_words', silenced), ...noteOf('tests_redacted', forgotten)]
  return { ...source, moments, tests, notes: [...source.notes, ...left] }
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
  const at = source.moments.findIndex(({ name }) => name === seed.reference)
  return isAsLeft && at !== -1 ? at + 1 : null
}

/** Goes on from what the store holds; what the source holds otherwise at its end is one moment more. */
function replayed(
  { moments }: Source,
  from: number,
  { store, heads, last }: { store: Store; heads: Heads; last: Replay },
): { moments: PlannedMoment[]; files: ReadonlyMap<string, Standing> } {
  const there = new Map(
    [...heads].map(([path, { id, sha256 }]) => [path, { id, sha256, text: null, origin: path }]),
  )
  const replay = new Replay(store.limits.memoryBytes, there)
  const taken = moments.slice(from).map((moment) => ({ moment, ops: replay.apply(moment) }))
  const gone = [...replay.files.keys()].filter((path) => !last.files.has(path))
  const others = [...last.files].flatMap(([path, { sha256, text }]) => {
    const isThere = replay.files.get(path)?.sha256 === sha256
    return isThere || !text ? [] : [{ op: 'write' as const, path, from: null, text }]
  })
  const moment = { changes: [...gone.map(deletionOf), ...others] }
  if (moment.changes.length > 0) taken.push({ moment, ops: replay.apply(moment) })
  return { moments: taken, files: replay.files }
}

/** The rows of memories that a history would make, or bring back, past a store's limit of versions. */
function past(left: number, moments: readonly PlannedMoment[]): Set<string> {
  const rows = new Set<string>()
  for (const { row, steps } of moments.flatMap(({ ops }) => ops)) {
    const isComing = steps.some((step) => step.op === 'revive' || isNew(step))
    if (isComing && left < 1) rows.add(row)
    if (!rows.has(row)) left -= steps.length
  }
  return rows
}

const isNew = (step: Step) => step.op === 'write' && step.expected === null

/** How many versions they write. */
const versionsOf = (moments: readonly PlannedMoment[]) =>
  moments.flatMap(({ ops }) => ops).reduce((sum, { steps }) => sum + steps.length, 0)

/** The last state of a source. A history goes on behind what was taken of its end. */
const stateOf = ({ label, moments }: Source, ops: Op[]): PlannedMoment => {
  const name = moments.findLast((moment) => moment.name)?.name
  return { moment: { name, reference: label, changes: [] }, ops }
}

/** What is written of a plan without history, what is gone first. */
function opsOf(planned: Planned, drafts: readonly Draft[], chosen: Chosen): Op[] {
  const out = leftOutOf(planned.plan.rows, chosen)
  const rows = new Map(planned.plan.rows.map((row) => [row.id, row]))
  return drafts.flatMap((draft): Op[] => {
    const { id, path, source } = draft
    const row = rows.get(id)
    if (draft.verdict === 'same') return agreed(draft)
    const steps = row && !out.has(id) ? stepsFor(planned, draft, row, chosen) : null
    return steps ? [{ row: id, path, steps, sha256: source?.sha256 ?? null }] : []
  })
}

/** Null: nothing is done, and it is asked again. */
function stepsFor(
  { steps, taken, kept }: Planned,
  { path, source }: Draft,
  { id, group, before }: PlanRow,
  { answers = {} }: Chosen,
): readonly Step[] | null {
  const answer = answers[id] ?? 'leave'
  if (group === 'change') return steps.get(id) ?? null
  if (group !== 'conflict' || answer === 'leave') return null
  if (answer === 'take') return taken.get(id) ?? null
  if (answer === 'keep') return kept?.get(id) ?? []
  const expected = source?.sha256 ?? before?.sha256 ?? null
  const person: Step = { op: 'write', path, content: answer.text, expected }
  return source ? [...(taken.get(id) ?? []), person] : [person]
}

/** What is only noted: the store has the source's text already, or neither has the path any more. */
function agreed({ id: row, path, memory, source, base }: Draft): Op[] {
  const noted = memory?.versionId
  const sha256 = source?.sha256 ?? null
  if (base?.sha256 === source?.sha256 && base?.versionId === noted) return []
  return [{ row, path, steps: [], sha256, noted }]
}

/** A text that is written of a row: at its end, or on the way of a history. */
interface Written {
  row: string
  path: string
  content: string
}

const writtenIn = ({ ops }: PlannedMoment): Written[] =>
  ops.flatMap(({ row, path, steps: [step] }) =>
    // One that only moves brings its path.
    step && step.op !== 'delete' ? [{ row, path, content: step.content ?? '' }] : [],
  )

const writtenOf = ({ id: row, path, source }: Draft): Written[] =>
  source?.text ? [{ row, path, content: source.text.content }] : []

/** Marks the rows that may bring back a redacted text; one on a history's way that has no row gets one. */
async function markTexts(
  rows: PlanRow[],
  written: readonly Written[],
  texts: RedactedTexts,
  signal: AbortSignal,
): Promise<void> {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  for (const { row: id, path, content } of written) {
    signal.throwIfAborted()
    const bringsBack = await redactedIn(texts, `${path}\n${content}`)
    if (!bringsBack) continue
    const after = { path, sha256: sha256Hex(content), size: utf8Size(content) }
    const passing = { ...UNCHANGED, id, after, group: 'change', operation: 'created' } as const
    const row: PlanRow = rowOf.get(id) ?? passing
    row.bringsBack = bringsBack
    if (!rowOf.has(id)) rows.push(row)
    rowOf.set(id, row)
  }
}

/** Marks the rows where something was redacted since it was taken. */
async function markPlaces(
  rows: readonly PlanRow[],
  drafts: readonly Draft[],
  redacted: ReadonlyMap<string, RedactedAt>,
): Promise<void> {
  const draftOf = new Map(drafts.map((draft) => [draft.id, draft]))
  for (const row of rows) {
    const { path = '', source, base } = draftOf.get(row.id) ?? {}
    const there = redacted.get(path)
    if (!source?.text || !there || row.bringsBack) continue
    const where = { id: base?.versionId ?? '' }
    const taken = await db.version.findUnique({ where, select: { sequence: true } })
    if ((taken?.sequence ?? 0) <= there.sequence) row.bringsBack = there.at
  }
}

export const UNCHANGED = {
  memoryId: null,
  before: null,
  after: null,
  operation: null,
  isMerged: false,
  added: 0,
  removed: 0,
}

/** A row of what only the store changed since. */
function keptRow({ verdict, id, path, memory, base, reason }: Draft): PlanRow[] {
  if (verdict !== 'keep' || (!memory && !base)) return []
  const { sha256, size } = memory ?? { sha256: base?.sha256 ?? '', size: 0 }
  const before = { path, sha256, size }
  const row = { ...UNCHANGED, id, before, group: 'keep' } as const
  return memory
    ? [{ ...row, memoryId: memory.id, after: before, reason }]
    : [{ ...row, reason: reason ?? 'deleted_in_store' }]
}

/** A row for each path of which something was left out. `size`: 0 where it is not known. */
export function leftRows(left: Left, { moments }: Pick<Source, 'moments'>): PlanRow[] {
  const changes = moments.flatMap((moment) => moment.changes)
  const texts = new Map(changes.map(({ path, text }) => [path, text]))
  return [...left].map(([path, reason]): PlanRow => {
    const after = { path, sha256: '', size: texts.get(path)?.size ?? 0 }
    return { ...UNCHANGED, id: `#${path}`, after, group: 'cannot', reason }
  })
}

/** How much of a history is taken. */
export function spanOf({ moments }: Source, from: number | null): MomentSpan {
  if (from === null)
    return { moments: 0, from: null, to: null, authors: 0, reason: 'store_changed' }
  const taken = moments.slice(from).filter(({ at }) => at)
  const times = taken.flatMap(({ at }) => at ?? []).sort((one, other) => +one - +other)
  const authors = new Set(taken.flatMap(({ author, actor }) => author ?? actor?.id ?? []))
  return {
    moments: taken.length,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    authors: authors.size,
  }
}

/** What of a moment a plan is known by; its time is none of it. */
const toldOf = ({ moment, ops }: PlannedMoment) => [
  moment.name,
  ops.map(({ steps, sha256 }) => [steps[0]?.op, steps[0]?.path, sha256]),
]

/** The path under which a row is listed. */
export const pathOf = ({ before, after }: Pick<PlanRow, 'before' | 'after'>): string =>
  (after ?? before)?.path ?? ''

/**
 * The rows with which nothing is done. What may bring something back comes in only if that is said: where
 * the store's side is chosen, the source's text would be a version, too.
 */
export function leftOutOf(
  rows: readonly PlanRow[],
  { leftOut = [], answers = {} }: Chosen,
): Set<string> {
  const untold = rows.filter(({ id, group, bringsBack }) => {
    const isIn = group === 'conflict' ? answers[id] !== 'keep' : answers[id] === 'take'
    return bringsBack && !isIn
  })
  return new Set([...leftOut, ...untold.map(({ id }) => id)])
}
