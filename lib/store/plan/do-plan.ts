import { database } from '@/lib/db'
import { Refusal } from '@/lib/refusal'
import { checkContent, storeArchived } from '../model/problems'
import { writersOf } from '../actors'
import { byActor, type Cause, type DoneBy, type Writer } from '../model/actor'
import { lastRedaction } from '../redact/known'
import { getStore } from '../stores'
import { type Change, change, type NewBatch } from '../write/change'
import { reopenReviews } from '../write/marks'
import { markOf } from './aims'
import { contentOf, heldMemories, textNow } from './chains'
import { type Planning, seeding } from './kinds'
import { planDelete, planMove } from './move-and-delete'
import type { Ask, AskOf, Chosen, Plan, PlanDone, PlanKind, Planned, PlanRow, Step } from './plan'
import { planRestore } from './restore'
import { applySteps } from './steps'
import { planTakeOver } from './take-over'
import { planUndo } from './undo'

/** An archived store is read, and what is in it may go. */
const whenArchived = ({ kind }: Ask) => (kind === 'delete' ? 'allow' : 'refuse')

/**
 * What would become of a store by this ask; writes nothing. `signal`: of a caller that may leave.
 *
 * Refuses `store_not_found`, `store_archived`, and what the kind refuses.
 */
export async function planOf(
  storeId: string,
  ask: Ask,
  { signal, only }: Pick<Planning, 'signal' | 'only'> = {},
): Promise<Planned> {
  const store = await getStore(storeId)
  if (store.archivedAt && whenArchived(ask) === 'refuse') throw storeArchived(storeId)
  const { reader } = database()
  const on = { reader, store, signal, only }
  const planned =
    ask.kind === 'seed' ? await seeding().plan(ask, on) : await kindOf(ask).plan(ask, on)
  return { ...planned, plan: await named(planned.plan) }
}

/** The texts of a row of a plan; null: it is not there. */
export interface RowTexts {
  before: string | null
  after: string | null
  /** of a conflict: the text that both sides come from */
  base?: string
}

/** The texts of one row. Refuses `plan_changed` where there is no such row any more. */
export async function planRow(storeId: string, ask: Ask, rowId: string): Promise<RowTexts> {
  const { plan, steps, taken, bases } = await planOf(storeId, ask, { only: rowId })
  const row = plan.rows.find(({ id }) => id === rowId)
  if (!row) throw planChanged(plan)
  const [memory] = await heldMemories(database().reader, [row.memoryId ?? ''])
  const before = memory ? contentOf(textNow(memory)) : null
  const step = (steps.get(rowId) ?? taken.get(rowId))?.at(-1)
  const after = !step ? null : step.op === 'delete' ? null : (step.content ?? before)
  const base = bases?.get(rowId)
  return { before, after, ...(base !== undefined && { base }) }
}

/**
 * Does what was chosen of a plan that was shown, in one transaction and one batch, or starts the job that
 * does it. The plan is computed again: another hash, or another mark of a chosen row, refuses `plan_changed`.
 *
 * Refuses as `planOf` and `applySteps`, and `invalid_input` for a text that no memory holds.
 */
export async function doPlan(
  storeId: string,
  ask: Ask,
  chosen: Chosen,
  cause: Cause,
): Promise<PlanDone> {
  if (ask.kind === 'seed') {
    const planned = await planOf(storeId, ask)
    const { plan } = planned
    refuseOther(plan, chosen)
    return { plan, jobId: await seeding().start({ storeId, ask, planned, chosen, cause }) }
  }
  const kind = kindOf(ask)
  const done = await change(
    storeId,
    cause,
    async (c): Promise<Extract<PlanDone, { batchId: unknown }>> => {
      // The number of this change is not one of the plan.
      const store = { ...c.store, lastSequence: c.store.lastSequence - 1 }
      const redaction = await lastRedaction(storeId, c.tx)
      const planned = await kind.plan(ask, { reader: c.tx, store })
      const { plan } = planned
      refuseOther(plan, chosen)
      const steps = chosenSteps(planned, chosen)
      const applied = await applySteps(c, [...steps.values()].flat())
      const versionIds = applied.flatMap((step) => (step.isWritten ? [step.versionId] : []))
      const isReopened = await reopened(c, ask, steps)
      // A redaction that began since did not find here what is brought from another store.
      if ((await lastRedaction(storeId, c.tx)) !== redaction) throw planChanged(plan)
      if (versionIds.length === 0 && !isReopened) {
        return c.nothing({ plan, batchId: null, versionIds })
      }
      return { plan, batchId: c.batchId, versionIds }
    },
    { batch: await kind.batch(ask), isLong: true, whenArchived: whenArchived(ask) },
  )
  return { ...done, plan: await named(done.plan) }
}

/** Takes back what a batch wrote; answers of how many memories something stayed, since others changed the same. */
export async function undoBatch(storeId: string, batchId: string, by: Cause): Promise<number> {
  const ask = { kind: 'undo', batchId } as const
  const { plan } = await planOf(storeId, ask)
  await doPlan(storeId, ask, { hash: plan.hash }, by)
  return plan.rows.filter(({ group }) => group !== 'change').length
}

/** A kind of plan that is done in one transaction. */
interface Kind<Name extends PlanKind> {
  plan(ask: AskOf<Name>, on: Planning): Promise<Planned>
  batch(ask: AskOf<Name>): NewBatch | Promise<NewBatch>
}

type ShortAsk = Exclude<Ask, { kind: 'seed' }>

const KINDS: { [Name in ShortAsk['kind']]: Kind<Name> } = {
  restore: {
    plan: planRestore,
    batch: ({ at }) => ({ kind: 'restore', reference: String(at) }),
  },
  undo: {
    plan: planUndo,
    batch: ({ sessionId, batchId }) => ({ kind: 'undo', reference: sessionId ?? batchId ?? null }),
  },
  take_over: {
    plan: planTakeOver,
    batch: async ({ from: { storeId, at } }) => ({
      kind: 'take_over',
      reference: `${storeId}@${at ?? (await getStore(storeId)).lastSequence}`,
    }),
  },
  move: { plan: planMove, batch: () => ({ kind: 'move' }) },
  delete: { plan: planDelete, batch: () => ({ kind: 'delete' }) },
}

const kindOf = ({ kind }: ShortAsk) => KINDS[kind] as Kind<ShortAsk['kind']>

/** What a person takes back of a settle is to review again; rows of which nothing is done stay settled. */
async function reopened(c: Change, ask: ShortAsk, steps: ReadonlyMap<string, readonly Step[]>) {
  if (ask.kind !== 'undo' || ask.batchId === undefined || c.cause.isAgent) return false
  const staying = [...steps].flatMap(([memoryId, { length }]) => (length === 0 ? memoryId : []))
  return reopenReviews(c, ask.batchId, new Set(staying))
}

/** The steps of what was chosen, row by row. */
function chosenSteps(
  { plan, steps, taken, kept }: Planned,
  { marks, leftOut = [], answers = {}, otherwise = 'leave' }: Chosen,
): Map<string, readonly Step[]> {
  const out = new Set(leftOut)
  const stepsOf = (row: PlanRow): readonly Step[] => {
    if (out.has(row.id) || (marks && !Object.hasOwn(marks, row.id))) return []
    if (row.group !== 'conflict') return steps.get(row.id) ?? []
    const answer = answers[row.id] ?? otherwise
    if (answer === 'leave') return []
    if (answer === 'take') return taken.get(row.id) ?? []
    if (answer === 'keep') return kept?.get(row.id) ?? []
    return withText(row, taken.get(row.id) ?? [], answer.text)
  }
  return new Map(plan.rows.map((row) => [row.id, stepsOf(row)]))
}

/** A person's text in place of the plan's, wherever that would be. */
function withText({ before }: PlanRow, taken: readonly Step[], content: string): Step[] {
  checkContent(content)
  const last = taken.at(-1)
  if (last && last.op !== 'delete') return [...taken.slice(0, -1), { ...last, content }]
  if (!before) return []
  return [{ op: 'write', path: before.path, content, expected: before.sha256 }]
}

function refuseOther(plan: Plan, { hash, marks }: Chosen): void {
  const now = new Map(marks && plan.rows.map((row) => [row.id, row]))
  const isOther = marks
    ? Object.entries(marks).some(([id, mark]) => {
        const row = now.get(id)
        return !row || markOf(row) !== mark
      })
    : hash !== null && plan.hash !== hash
  if (isOther) throw planChanged(plan)
}

export const planChanged = ({ storeId, hash }: Plan) =>
  new Refusal(
    'plan_changed',
    'The plan is another by now, so nothing was done: look at it again.',
    { store_id: storeId, hash, by: null, memories: 0 },
  )

/** The plan with the names of those who changed the same. */
async function named(plan: Plan): Promise<Plan> {
  const nameOf = await writersOf(plan.rows.flatMap(({ by }) => (by ? doneBy(by) : [])))
  const rows = plan.rows.map((row) => (row.by ? { ...row, by: nameOf(doneBy(row.by)) } : row))
  return { ...plan, rows }
}

const doneBy = (by: Writer): DoneBy => ({ ...byActor(by), sessionId: by.sessionId })
