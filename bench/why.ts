import { bisect } from '@/lib/replay/search/bisection'
import { searchCauses, type SearchResult } from '@/lib/replay/search/cause-search'
import { isShown } from '@/lib/replay/search/question'
import {
  seededRandom,
  simulatedAnswer,
  type SimulatedAnswer,
  type Structure,
} from '@/tests/support/simulated-answers'
import { askedAgainRows } from './asked-again'
import { processorMs } from './measure'
import { part } from './part'
import type { Row } from './row'

/** Structures of causes with the shares that the contract aims at (why-search.md, section 2). */
const STRUCTURES: readonly Structure[] = ['one', 'either', 'both', 'two of three', 'no memory']

const MEMORIES = 200
const CHANGES = 1_000
const NOISE = 0.1
const AT_ONCE = 4
/** As the algorithm was measured; a person's is smaller. */
const BUDGET = 480

interface Searched {
  result: SearchResult
  samples: number
  rounds: number
}

/**
 * Measures the searches on simulated answers with 10 % noise: for causes among 200 memories, how often
 * it is exact, how often it names a wrong memory, its samples and rounds, and its own processor time a
 * sample; for the change since which an answer is given, among 1,000, how often it is right. Then, in
 * the built application, what a turn that is asked again costs beside the same requests by the bare
 * SDK, and what others wait for meanwhile.
 */
export const whyPart = part(
  { trials: [1_000, 10], rounds: [5, 1], samples: [200, 4] },
  async ({ trials, rounds, samples }, ground) => [
    ...causeRows(trials),
    sinceRow(trials),
    ...(await askedAgainRows(ground, { rounds, samples })),
  ],
)

function causeRows(trials: number): Row[] {
  return STRUCTURES.map((structure): Row => {
    let exact = 0
    let wrong = 0
    let samples = 0
    let rounds = 0
    const before = processorMs()
    for (let seed = 1; seed <= trials; seed++) {
      const answer = simulatedAnswer({
        structure,
        itemCount: MEMORIES,
        withCause: 0.9,
        withoutCause: 0.1,
        random: seededRandom(seed),
      })
      const found = searched(answer)
      if (isExact(answer, found.result)) exact++
      if (namesWrong(answer, found.result)) wrong++
      samples += found.samples
      rounds += found.rounds
    }
    const each = (processorMs() - before) / samples
    const of = (total: number) => (total / trials).toFixed(1)
    return {
      group: 'what caused an answer',
      name: structure,
      note: `exact ${exact}, wrong ${wrong} of ${trials}; ${of(samples)} samples, ${of(rounds)} rounds; ${each.toFixed(2)} ms of processor a sample`,
    }
  })
}

function sinceRow(trials: number): Row {
  let right = 0
  let wrong = 0
  let samples = 0
  const before = processorMs()
  for (let seed = 1; seed <= trials; seed++) {
    const random = seededRandom(seed)
    const turn = 1 + Math.floor(random() * CHANGES)
    const search = bisect({ changeCount: CHANGES, atOnce: AT_ONCE, budget: BUDGET })
    let step = search.next([])
    while (!step.done) {
      const { questions } = step.value
      samples += questions.length
      step = search.next(questions.map((moment) => random() >= NOISE === moment >= turn))
    }
    if (step.value.turn === turn) right++
    else if (step.value.verdict === 'found') wrong++
  }
  const each = (processorMs() - before) / samples
  return {
    group: 'since when an answer is given',
    name: `${CHANGES} changes`,
    note: `right ${right}, wrong ${wrong} of ${trials}; ${(samples / trials).toFixed(1)} samples, the strip of 16 among them; ${each.toFixed(2)} ms of processor a sample`,
  }
}

function searched(answer: SimulatedAnswer): Searched {
  const search = searchCauses({ itemCount: MEMORIES, atOnce: AT_ONCE, budget: BUDGET })
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

function isExact({ causes }: SimulatedAnswer, result: SearchResult): boolean {
  if (causes.length === 0) return result.verdict === 'no_memory'
  return result.causes.toSorted((one, other) => one - other).join() === causes.join()
}

function namesWrong(
  { causes }: SimulatedAnswer,
  { verdict, causes: named }: SearchResult,
): boolean {
  return verdict === 'caused' && named.some((item) => !causes.includes(item))
}
