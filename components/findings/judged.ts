import type { FindingStanding } from './finding-standing'

const listeners = new Set<(standing: FindingStanding) => void>()

/** Tells the page what was just said of a finding, before it is read again. */
export function notifyJudged(standing: FindingStanding): void {
  for (const listener of listeners) listener(standing)
}

/** Calls with what is said of findings from now on; returns the function that ends it. */
export function onJudged(listener: (standing: FindingStanding) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
