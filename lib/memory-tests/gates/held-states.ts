import { perProcess } from '@/lib/per-process'
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
