import { draftsKept } from '@/components/live/drafts'
import { type Decision, type Decisions, madeOf, type Unit } from './decisions'

/** A decision as it was before, by `shownAs`. */
type Before = readonly (readonly [shown: string, decision: Decision | undefined])[]

export interface UsedDecisions {
  /** by the keys of units */
  made: Decisions
  /** Without a decision they are open again. */
  decide: (keys: readonly string[], decision?: Decision) => void
  /** Takes the last step back; answers a key that it was about, null: there was none. */
  undo: () => string | null
  /** Forgets all but those about these, by `shownAs`. */
  keepOnly: (shown: ReadonlySet<string>) => void
}

interface Kept {
  /** by `shownAs` */
  made: Decisions
  /** what each step changed, the last one last */
  steps: readonly Before[]
}

/** By group: who goes back and comes again finds them. */
const drafts = draftsKept<Kept>()

const NONE: Kept = { made: new Map(), steps: [] }

/** Decisions of a group that are not sent yet, by what was shown: a page made anew keeps them on what is the same. */
export function useDecisions(groupKey: string, units: readonly Unit[]): UsedDecisions {
  const { made, steps } = drafts.useDraft(groupKey) ?? NONE
  const keep = (kept: Kept) =>
    drafts.keep(groupKey, kept.made.size + kept.steps.length > 0 ? kept : null)
  const changed = (changes: Before): Decisions => {
    const next = new Map(made)
    for (const [shown, decision] of changes) {
      if (decision === undefined) next.delete(shown)
      else next.set(shown, decision)
    }
    return next
  }
  return {
    made: madeOf(units, made),
    decide: (keys, decision) => {
      const about = units.flatMap(({ key, shown }) => (keys.includes(key) ? shown : []))
      const before: Before = about.map((each) => [each, made.get(each)])
      keep({ made: changed(about.map((each) => [each, decision])), steps: [...steps, before] })
    },
    undo: () => {
      const last = steps.at(-1)
      if (!last) return null
      keep({ made: changed(last), steps: steps.slice(0, -1) })
      return units.find(({ shown }) => shown.includes(last[0]?.[0] ?? ''))?.key ?? null
    },
    keepOnly: (shown) => {
      const isShown = ([each]: Before[number]) => shown.has(each)
      const left = steps.map((step) => step.filter(isShown)).filter((step) => step.length > 0)
      keep({ made: new Map([...made].filter(([each]) => shown.has(each))), steps: left })
    },
  }
}
