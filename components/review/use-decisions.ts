import { draftsKept } from '@/components/live/drafts'
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
  /** Forgets all but those about these keys. */
  keepOnly: (keys: ReadonlySet<string>) => void
}

interface Kept {
  made: Decisions
  /** what each step changed, the last one last */
  steps: readonly Before[]
}

/** By group: who goes back and comes again finds them. */
const drafts = draftsKept<Kept>()

const NONE: Kept = { made: new Map(), steps: [] }

/**
 * Decisions of a group that are not sent yet. They are kept by what a hunk removes and adds, so that a
 * page that is made anew keeps them on what is the same.
 */
export function useDecisions(groupKey: string): UsedDecisions {
  const { made, steps } = drafts.useDraft(groupKey) ?? NONE
  const keep = (kept: Kept) => {
    const isAny = kept.made.size + kept.steps.length > 0
    drafts.keep(groupKey, isAny ? kept : null)
  }
  const changed = (changes: Before): Decisions => {
    const next = new Map(made)
    for (const [key, decision] of changes) {
      if (decision === undefined) next.delete(key)
      else next.set(key, decision)
    }
    return next
  }
  const take = (changes: Before) => {
    const before: Before = changes.map(([key]) => [key, made.get(key)])
    keep({ made: changed(changes), steps: [...steps, before] })
  }
  return {
    made,
    decide: (keys, decision) => take(keys.map((key) => [key, decision])),
    reopen: (key) => take([[key, undefined]]),
    undo: () => {
      const last = steps.at(-1)
      if (!last) return null
      keep({ made: changed(last), steps: steps.slice(0, -1) })
      return last[0]?.[0] ?? null
    },
    keepOnly: (keys) =>
      keep({
        made: new Map([...made].filter(([key]) => keys.has(key))),
        steps: steps.filter((step) => step.every(([key]) => keys.has(key))),
      }),
  }
}
