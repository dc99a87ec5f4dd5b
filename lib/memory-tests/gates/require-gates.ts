import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { type TriedChanges, writingAt } from '@/lib/store/proposals/tried-changes'
import type { GateChoice } from '../model/gate'
import { refuseTest } from '../problems'
import { gatesOfStore, noteOverruled } from '../sql/gate-runs'
import { askGate } from './ask-gate'
import { checkGates, isToAsk } from './check-gates'
import { comingState } from './coming-state'

export interface GatedAct {
  /** the store that would be written */
  storeId: string
  /** what waits: the id of a changeset, of a held write or of a branch */
  subject: string
  by: Actor
  gates: GateChoice
  /** what would be written, on which state, and the hash of the plan that says so */
  tried: () => Promise<TriedChanges & { plan?: string | undefined }>
}

/** The leave to go on with something that gates stood before. */
export interface PassedGates {
  /** a database in which the first change is only made on the state that was asked about */
  on: Database
  /** the hash of the plan that was asked about; undefined: no gate stands, or it has none */
  plan?: string | undefined
  /** notes who went on in spite of which gates, for what is not written with `on` */
  note: () => Promise<void>
}

/** Returns whether a store has gates. */
export async function hasGates(db: Database, storeId: string): Promise<boolean> {
  return (await gatesOfStore(db.read, storeId)).length > 0
}

/**
 * Returns once every gate of a store has passed on the state that would come about, or a person goes
 * on in spite of those that did not. Where no gate stands, or nothing would be written, nothing is
 * asked for.
 *
 * Refuses `gates_hold` with how each stands: one that gave no answer holds as one that failed does.
 * Only a person goes on in spite of it, and only of runs that they were shown.
 */
export async function requireGates(db: Database, act: GatedAct): Promise<PassedGates> {
  const { storeId, subject, by, gates: choice } = act
  const gates = await gatesOfStore(db.read, storeId)
  if (gates.length === 0) return { on: db, note: async () => {} }
  const tried = await act.tried()
  const state = comingState(tried)
  const isNothing = state.laid.size === 0
  const { plan } = tried
  if (isNothing) return { on: writingAt(db, state), plan, note: async () => {} }
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
  return { on: writingAt(db, state, note), plan, note: () => db.write(note) }
}
