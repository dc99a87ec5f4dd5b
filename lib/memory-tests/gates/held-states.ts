import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import { runsUnderWay } from '../sql/test-runs'
import type { ComingState } from './coming-state'

/**
 * The states that gates are asked about. They hold texts that nothing has written, so they are in no
 * table: only the process that began a gate's run knows its state, and forgets it when the run ends.
 */
const states = perProcess('states of gates', () => new Map<string, ComingState>())

export function holdState(runId: string, state: ComingState): void {
  states.set(runId, state)
}

/** Null: another process began the run, or this one was restarted. */
export function stateOfRun(runId: string): ComingState | null {
  return states.get(runId) ?? null
}

/** The runs of which this process knows the state. */
export function heldRuns(): string[] {
  return [...states.keys()]
}

export function dropState(runId: string): void {
  states.delete(runId)
}

/** Forgets the states of runs that are over, or gone with their test or store. */
export async function sweepStates(db: Database): Promise<void> {
  const held = heldRuns()
  if (held.length === 0) return
  const underWay = new Set((await runsUnderWay(db.read, held)).map(({ id }) => id))
  for (const id of held) if (!underWay.has(id)) dropState(id)
}
