import type { PlannedText } from '@/lib/store/undo/rollback'
import { countLines, type LineCounts } from '@/lib/text/text-diff'

/** The memories of a plan, in order: the same array for as long as the plan is kept. */
type Planned = readonly { memoryId: string }[]

export interface PlannedLinesInput {
  /** the memories of a plan that leaves nothing out */
  all: Planned
  /** ids of those of which the lines are counted */
  counted: readonly string[]
  /** id of the one whose difference is shown; undefined: none is */
  shown: string | undefined
  textsOf: (memoryIds: readonly string[]) => Promise<readonly PlannedText[]>
}

export interface PlannedLines {
  /** the text of the memory that is shown; undefined: there is none, or a side cannot be read */
  text: PlannedText | undefined
  /** by memory; null: a side cannot be read */
  lines: ReadonlyMap<string, LineCounts | null>
}

const kept = new WeakMap<Planned, Map<string, LineCounts | null>>()

/**
 * The text of one memory of a plan, and how many lines change in some. These are counted once a plan
 * (see `recentPlan`): whoever steps through it asks with every step.
 */
export async function plannedLines(input: PlannedLinesInput): Promise<PlannedLines> {
  const { all, counted, shown, textsOf } = input
  const lines = kept.get(all) ?? new Map<string, LineCounts | null>()
  kept.set(all, lines)
  const uncounted = counted.filter((id) => !lines.has(id))
  const wanted = [...new Set([...uncounted, ...(shown === undefined ? [] : [shown])])]
  const texts = new Map((await textsOf(wanted)).map((text) => [text.memoryId, text]))
  for (const id of uncounted) {
    const text = texts.get(id)
    const sides = text && ([text.before?.content ?? '', text.after?.content ?? ''] as const)
    lines.set(id, sides ? countLines(...sides) : null)
  }
  return { text: shown === undefined ? undefined : texts.get(shown), lines }
}
