import { DEFAULT_CAUSE_BUDGET, DEFAULT_PARTS_ANSWERS } from '@/lib/replay/model/cause-answers'
import { bisect, type BisectionResult } from '@/lib/replay/search/bisection'
import {
  searchCauses,
  type SearchResult,
  type SearchVerdict,
} from '@/lib/replay/search/cause-search'
import { isShown } from '@/lib/replay/search/question'
import {
  gradedAnswer,
  isFoundExactly,
  placesOfCauses,
  seededRandom,
  simulatedAnswer,
  type SimulatedAnswer,
  type Structure,
} from '@/tests/support/simulated-answers'
import { askedForParts, partsPlan, surelyAdding } from '@/tests/support/simulated-parts'
import { askedAgainRows } from './asked-again'
import { processorMs } from './measure'
import { part } from './part'
import type { Row } from './row'
import { scratchCopyRows } from './scratch-copies'

/** Structures of causes with the shares that the contract aims at (why-search.md, section 2). */
const STRUCTURES: readonly Structure[] = ['one', 'either', 'both', 'two of three', 'no memory']

const MEMORIES = 200
const CHANGES = 1_000
/** of a store whose answer turns back and again */
const WALKED = 64
const NOISE = 0.1
const AT_ONCE = 4
/** As the algorithm was measured; a person's is smaller. */
const BUDGET = 480

interface Searched {
  result: SearchResult
  samples: number
  rounds: number
}

interface Bisected {
  result: BisectionResult
  samples: number
  /** those of the strip and of both ends, which are asked first */
  ofStrip: number
}

/**
 * Measures the searches on simulated answers with 10 % noise: for causes among 200 memories, how often
 * it is exact, how often it names a wrong memory, its samples and rounds, and its own processor time a
 * sample; the same within the default budget; how often an answer that is not stable is said to be so; of
 * three memories that each add a little, how often all are named after a search within the default budget;
 * for the change since which an answer is given, among 1,000, how often it is right, and how often an
 * answer that turns back is noticed. Then, in the built application, what a turn that is asked again costs beside the same requests by the bare
 * SDK, and what others wait for meanwhile; and a scratch copy of a store.
 */
export const whyPart = part(
  {
    trials: [1_000, 10],
    graded: [300, 4],
    rounds: [5, 1],
    samples: [200, 4],
    /** memories of stores that are copied */
    sizes: [[2_000, 100_000], [200]],
  },
  async ({ trials, graded, rounds, samples, sizes }, ground) => [
    ...causeRows(trials),
    ...defaultBudgetRows(trials),
    ...unstableRows(trials),
    partsRow(graded),
    sinceRow(trials),
    turningBackRow(trials),
    ...(await askedAgainRows(ground, { rounds, samples })),
    ...(await scratchCopyRows(ground, { rounds, sizes })),
  ],
)

function causeRows(trials: number): Row[] {
  return STRUCTURES.map((structure): Row => {
    const before = processorMs()
    const { exact, wrong, samples, rounds } = outcomes(trials, { structure, budget: BUDGET })
    const each = (processorMs() - before) / samples
    const of = (total: number) => (total / trials).toFixed(1)
    return {
      group: 'what caused an answer',
      name: structure,
      note: `exact ${exact}, wrong ${wrong} of ${trials}; ${of(samples)} samples, ${of(rounds)} rounds; ${each.toFixed(2)} ms of processor a sample`,
    }
  })
}

/** One or two causes within the budget that is proposed: its last samples may weigh what is found. */
function defaultBudgetRows(trials: number): Row[] {
  const budget = DEFAULT_CAUSE_BUDGET
  return (['one', 'either', 'both'] as const).map((structure): Row => {
    const { exact, wrong } = outcomes(trials, { structure, budget, weighsBy: budget })
    return {
      group: `what caused an answer, within ${budget} samples`,
      name: structure,
      note: `exact ${exact}, wrong ${wrong} of ${trials}`,
    }
  })
}

/** Answers that hold half of the time, with a cause before them or without one. */
function unstableRows(trials: number): Row[] {
  return (['one', 'no memory'] as const).map((structure): Row => {
    const { verdicts } = outcomes(trials, { structure, budget: BUDGET, withCause: 0.5 })
    const unstable = verdicts.filter((verdict) => verdict === 'unstable').length
    return {
      group: 'an answer that is not stable',
      name: structure,
      note: `said to be so in ${unstable} of ${trials}`,
    }
  })
}

/** Shares of an answer that three memories make likelier, as much each: with all of them, and with none. */
const GRADED = { withAll: 1 - NOISE, withNone: NOISE }

/** Three that each add as much: a search within the default budget, then the look for all that do. */
function partsRow(trials: number): Row {
  let [unfound, exact, wrong, ms] = [0, 0, 0, 0]
  const [budget, answers] = [DEFAULT_CAUSE_BUDGET, DEFAULT_PARTS_ANSWERS]
  for (let seed = 1; seed <= trials; seed++) {
    const random = seededRandom(seed)
    const places = placesOfCauses(3, { itemCount: MEMORIES, random })
    const sample = gradedAnswer({ parts: places, ...GRADED, random })
    const { verdict, causes: found } = searched({ sample }, { budget, weighsBy: budget }).result
    if (verdict !== 'contributes' && verdict !== 'undecided') continue
    unfound++
    const before = processorMs()
    const planned = partsPlan({ itemCount: MEMORIES, found, answers, verdict })
    const named = surelyAdding(askedForParts(planned, sample).result)
    ms += processorMs() - before
    if (named.join() === places.toSorted((one, other) => one - other).join()) exact++
    if (named.some((item) => !places.includes(item))) wrong++
  }
  const each = ms / Math.max(1, unfound * answers)
  return {
    group: 'what caused an answer, several that each add a little',
    name: `three that each add ${Math.round((100 * (1 - 2 * NOISE)) / 3)} of 100`,
    note: `${unfound} of ${trials} searches within ${budget} samples end with no set that does it; after ${answers} samples more, exact ${exact}, wrong ${wrong} of these; ${each.toFixed(2)} ms of processor a sample`,
  }
}

interface Searching {
  structure: Structure
  budget: number
  weighsBy?: number
  /** how often the check holds with its cause shown; left out: as often as noise leaves it */
  withCause?: number
}

function outcomes(trials: number, { structure, withCause = 1 - NOISE, ...budgets }: Searching) {
  let [exact, wrong, samples, rounds] = [0, 0, 0, 0]
  const verdicts: SearchVerdict[] = []
  for (let seed = 1; seed <= trials; seed++) {
    const answer = simulatedAnswer({
      structure,
      itemCount: MEMORIES,
      withCause,
      withoutCause: NOISE,
      random: seededRandom(seed),
    })
    const found = searched(answer, budgets)
    if (isFoundExactly(answer, found.result)) exact++
    if (namesWrong(answer, found.result)) wrong++
    samples += found.samples
    rounds += found.rounds
    verdicts.push(found.result.verdict)
  }
  return { exact, wrong, samples, rounds, verdicts }
}

function sinceRow(trials: number): Row {
  let [right, wrong, samples, ofStrip] = [0, 0, 0, 0]
  const before = processorMs()
  for (let seed = 1; seed <= trials; seed++) {
    const random = seededRandom(seed)
    const turn = 1 + Math.floor(random() * CHANGES)
    const found = bisected(CHANGES, (moment) => random() >= NOISE === moment >= turn)
    samples += found.samples
    ofStrip += found.ofStrip
    if (found.result.turn === turn) right++
    else if (found.result.verdict === 'found') wrong++
  }
  const each = (processorMs() - before) / samples
  const of = (total: number) => (total / trials).toFixed(1)
  return {
    group: 'since when an answer is given',
    name: `${CHANGES} changes`,
    note: `right ${right}, wrong ${wrong} of ${trials}; ${of(samples - ofStrip)} samples besides the ${of(ofStrip)} that the strip and both ends take first; ${each.toFixed(2)} ms of processor a sample`,
  }
}

/** Holds from one change on, not for a while, and then again. */
function turningBackRow(trials: number): Row {
  let noticed = 0
  for (let seed = 1; seed <= trials; seed++) {
    const random = seededRandom(seed)
    const upTo = (count: number) => Math.floor(random() * count)
    const begins = 8 + upTo(20)
    const stops = begins + 6 + upTo(8)
    const again = stops + 6 + upTo(8)
    const shouldHold = (moment: number) => moment >= begins && !(moment >= stops && moment < again)
    const { result } = bisected(WALKED, (moment) => random() >= NOISE === shouldHold(moment))
    if (result.isConsistent === false) noticed++
  }
  return {
    group: 'since when an answer is given',
    name: `${WALKED} changes, turning back once`,
    note: `noticed in ${noticed} of ${trials}`,
  }
}

function bisected(changeCount: number, holds: (moment: number) => boolean): Bisected {
  const search = bisect({ changeCount, atOnce: AT_ONCE, budget: BUDGET })
  let [samples, ofStrip] = [0, 0]
  let step = search.next([])
  while (!step.done) {
    const { questions, purpose } = step.value
    samples += questions.length
    if (purpose === 'strip') ofStrip += questions.length
    step = search.next(questions.map(holds))
  }
  return { result: step.value, samples, ofStrip }
}

function searched(
  answer: Pick<SimulatedAnswer, 'sample'>,
  budgets: Pick<Searching, 'budget' | 'weighsBy'>,
): Searched {
  const search = searchCauses({ itemCount: MEMORIES, atOnce: AT_ONCE, ...budgets })
  let [samples, rounds] = [0, 0]
  let step = search.next([])
  while (!step.done) {
    const { questions } = step.value
    samples += questions.length
    rounds++
    step = search.next(
      questions.map((question) => answer.sample((item) => isShown(question, item))),
    )
  }
  return { result: step.value, samples, rounds }
}

function namesWrong(
  { causes }: SimulatedAnswer,
  { verdict, causes: named }: SearchResult,
): boolean {
  return verdict === 'caused' && named.some((item) => !causes.includes(item))
}
