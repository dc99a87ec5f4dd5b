import { setTimeout } from 'node:timers/promises'

/** Faults of a model's server that pass: what asks it waits, as a person would. */
const PASSING: readonly string[] = [
  'rate_limited',
  'overloaded',
  'server_error',
  'connection',
  'broken_stream',
]

/** After more of them in a row than these, it is given up. */
export const MAX_PASSING_FAULTS = 5

const FIRST_WAIT_MS = 2_000

/** Returns whether a fault of this kind passes. */
export function isPassing(kind: string): boolean {
  return PASSING.includes(kind)
}

/** Waits after a fault that passes, longer each time. Rejects if the signal is aborted. */
export async function waitAfterFault(faultsBefore: number, signal: AbortSignal): Promise<void> {
  await setTimeout(FIRST_WAIT_MS * 2 ** faultsBefore, undefined, { signal })
}
