import { useState } from 'react'
import type { Decision, Decisions } from './decisions'

/** A decision as it was before, by the hunk's key. */
type Before = readonly (readonly [key: string, decision: Decision | undefined])[]

export interface UsedDecisions {
  made: Decisions
  decide: (keys: readonly string[], decision: Decision) => void
  /** Opens a hunk again. */
  reopen: (key: string) => void
  /** Takes the last step back; answers a key that it was about, null: there was none. */
  undo: () => string | null
  /** Forgets those that were sent. */
  forget: (keys: readonly string[]) => void
}

/**
 * Decisions that are not sent yet. They are kept by what a hunk removes and adds, so that a page that
 * is made anew keeps them on what is the same.
 */
export function useDecisions(): UsedDecisions {
  const [made, setMade] = useState<Decisions>(new Map())
  const [steps, setSteps] = useState<readonly Before[]>([])
  const change = (changes: Before) => {
    const next = new Map(made)
    for (const [key, decision] of changes) {
      if (decision === undefined) next.delete(key)
      else next.set(key, decision)
    }
    setMade(next)
  }
  const take = (changes: Before) => {
    setSteps([...steps, changes.map(([key]) => [key, made.get(key)])])
    change(changes)
  }
  return {
    made,
    decide: (keys, decision) => take(keys.map((key) => [key, decision])),
    reopen: (key) => take([[key, undefined]]),
    undo: () => {
      const last = steps.at(-1)
      if (!last) return null
      setSteps(steps.slice(0, -1))
      change(last)
      return last[0]?.[0] ?? null
    },
    forget: (keys) => {
      const sent = new Set(keys)
      setMade(new Map([...made].filter(([key]) => !sent.has(key))))
      setSteps(steps.filter((step) => !step.some(([key]) => sent.has(key))))
    },
  }
}
