import type { CausePlan, PlannedMemory } from '@/lib/replay/causes/cause-plan'
import { nextStepOfParts, PARTS_LEVEL } from '@/lib/replay/causes/parts-program'
import type { AnsweredLevels, ProgramStep } from '@/lib/replay/causes/program-step'
import type { CauseResult } from '@/lib/replay/model/replay'

/** Looks for all that add a little on simulated answers: no database, and no model. */

const memoryOf = (item: number): PlannedMemory => ({
  storeId: 'memstore_1',
  memoryId: `mem_${item}`,
  versionId: `memver_${item}`,
})

export const itemOf = ({ memoryId }: { memoryId: string }) => Number(memoryId.slice('mem_'.length))

interface PlanSetup {
  itemCount: number
  /** what the search before found to contribute */
  found: readonly number[]
  /** answers that are asked for */
  answers: number
  /** of that search; left out: some contribute */
  verdict?: 'contributes' | 'undecided'
}

/** The plan of a search that found no set of memories that does it, and is to name all that add a little. */
export function partsPlan({ itemCount, found, answers, verdict = 'contributes' }: PlanSetup) {
  const items = Array.from({ length: itemCount }, (_, item) => [memoryOf(item)])
  const causes = found.map((item) => ({
    ...memoryOf(item),
    lines: null,
    writtenBy: memoryOf(item).versionId,
  }))
  const share = { held: 8, of: 10 }
  const ended: CauseResult = {
    verdict,
    baseline: share,
    causes,
    sufficientSets: [],
    confirmed: null,
    open: causes.map((_, place) => ({ hidden: [place], share })),
    repeatedEarlier: [],
  }
  const plan: CausePlan = { atOnce: 4, items }
  return { plan, parts: { answers, found: ended } }
}

type Planned = ReturnType<typeof partsPlan>

/** The step after these rounds of answers. `items`: the name of those that they were asked of; left out: of these. */
export function stepOfParts(
  planned: Planned,
  rounds: readonly (readonly (boolean | undefined)[])[],
  { budget = Number.MAX_SAFE_INTEGER, items }: { budget?: number; items?: string } = {},
): ProgramStep {
  const setup = { ...planned, budget, areRepeatsWeak: false }
  const { round } = nextStepOfParts({ ...setup, budget: Number.MAX_SAFE_INTEGER }, [])
  const [question = null] = round?.questions ?? []
  if (!question) throw new Error('a look asks nothing')
  const itemCount = question.shown + question.hidden
  const asked = { question: question.question, itemCount, items: items ?? question.items }
  const answered: AnsweredLevels[number][] = []
  answered[PARTS_LEVEL] = rounds.map((slots) =>
    slots.map((held) => (held === undefined ? undefined : { ...asked, held })),
  )
  return nextStepOfParts(setup, answered)
}

/** Asks until it ends: the rounds of answers, and the result. */
export function askedForParts(
  planned: Planned,
  sample: (isShown: (item: number) => boolean) => boolean,
) {
  const rounds: boolean[][] = []
  for (;;) {
    const { round, result } = stepOfParts(planned, rounds)
    if (!round) return { rounds, result }
    rounds.push(
      round.questions.map(({ hide }) => {
        const hidden = new Set(hide.flatMap(({ memoryId }) => (memoryId ? [memoryId] : [])))
        return sample((item) => !hidden.has(memoryOf(item).memoryId))
      }),
    )
  }
}

/** The items that surely add a little, ascending. */
export function surelyAdding({ causes }: Pick<CauseResult, 'causes'>): number[] {
  return causes
    .filter(({ adds }) => adds !== undefined && adds.interval.low > 0)
    .map(itemOf)
    .sort((one, other) => one - other)
}
