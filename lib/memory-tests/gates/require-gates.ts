import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import type { ComingChanges } from '@/lib/store/proposals/coming-changes'
import { type StoreStanding, writingAt } from '@/lib/store/proposals/writing-at'
import type { GateChoice } from '../model/gate'
import { refuseTest } from '../problems'
import { gatesOfStore, noteOverruled } from '../sql/gate-runs'
import { askGate } from './ask-gate'
import { checkGates, isToAsk } from './check-gates'
import { comingState } from './coming-state'

export interface GatedAct<Plan> {
  /** the store that would be written */
  storeId: string
  /** what waits: the id of a changeset, of a held write or of a branch */
  subject: string
  by: Actor
  gates: GateChoice
  /** what agents would be served, on which state, and the plan that says so */
  tried: () => Promise<ComingChanges & { plan?: Plan }>
}

/** The leave to go on with something that gates stood before. */
export interface PassedGates<Plan = undefined> {
  /** a database in which the first change is only made on the state that was asked about */
  on: Database
  /** the plan that was asked about; undefined: no gate stands, or it has none */
  plan?: Plan | undefined
  /** the state that was asked about, for what is not written with `on`; null: no gate stands */
  at: StoreStanding | null
  /** notes who went on in spite of which gates, for what is not written with `on` */
  note: () => Promise<void>
}

/** Returns whether a store has gates. */
export async function hasGates(db: Database, storeId: string): Promise<boolean> {
  return (await gatesOfStore(db.read, storeId)).length > 0
}

/**
 * Returns once every gate of a store has passed on the state that would come about, or a person goes
 * on in spite of those that did not. Where no gate stands, or agents would be served what they are
 * now, nothing is asked for.
 *
 * Refuses `gates_hold` with how each stands: one that gave no answer holds as one that failed does.
 * Only a person goes on in spite of it, and only of runs that they were shown.
 */
export async function requireGates<Plan>(
  db: Database,
  act: GatedAct<Plan>,
): Promise<PassedGates<Plan>> {
  const { storeId, subject, by, gates: choice } = act
  const gates = await gatesOfStore(db.read, storeId)
  if (gates.length === 0) return { on: db, at: null, note: async () => {} }
  const tried = await act.tried()
  const state = await comingState(tried)
  const isNothing = state.laid.size === 0
  const { plan } = tried
  const at = { storeId, sequence: state.sequence }
  if (isNothing) return { on: writingAt(db, at), plan, at, note: async () => {} }
  let check = await checkGates(db, state)
  const against = check.gates.filter(({ status }) => status !== 'passed')
  const overruled = by.type === 'user' ? new Set(choice.although) : new Set<string>()
  const isLeave = against.every(({ runId }) => runId !== null && overruled.has(runId))
  if (!isLeave) {
    const toAsk = choice.isAsking ? check.gates.filter(isToAsk) : []
    for (const { testId } of toAsk) await askGate(db, { testId, state, subject, by })
    if (toAsk.length > 0) check = await checkGates(db, state)
    return refuseTest({ kind: 'gates_hold', check })
  }
  const runIds = against.flatMap(({ runId }) => runId ?? [])
  const note = (tx: WriteSql) => noteOverruled(tx, runIds, { by: by.id, at: Date.now() })
  return { on: writingAt(db, at, { also: note }), plan, at, note: () => db.write(note) }
}
