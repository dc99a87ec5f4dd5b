import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answersToOffer, CAUSE_BUDGETS } from '../model/cause-answers'
import {
  gradedAnswer,
  isFoundExactly,
  seededRandom,
  simulatedAnswer,
  type SimulatedAnswer,
  type Structure,
} from '@/tests/support/simulated-answers'
import {
  type AnswerAmong,
  resumeSearch,
  type RoundPurpose,
  type SearchResult,
  type SearchSetup,
  searchCauses,
} from './cause-search'
import { isShown, type Question } from './question'

const TRIALS = 100
/** of tests that ask less exactly */
const FEW = 10

interface Searched {
  result: SearchResult
  rounds: AnswerAmong[][]
  purposes: RoundPurpose[]
  samples: number
}

function searched(answer: Pick<SimulatedAnswer, 'sample'>, setup: SearchSetup): Searched {
  const search = searchCauses(setup)
  const rounds: AnswerAmong[][] = []
  const purposes: RoundPurpose[] = []
  let step = search.next([])
  while (!step.done) {
    purposes.push(step.value.purpose)
    const answers = step.value.questions.map((question) => {
      const held = answer.sample((item) => isShown(question, item))
      return { question, itemCount: setup.itemCount, held }
    })
    rounds.push(answers)
    step = search.next(answers.map(({ held }) => held))
  }
  return { result: step.value, rounds, purposes, samples: rounds.flat().length }
}

function noisy(structure: Structure, seed: number, noise: [number, number] = [0.9, 0.1]) {
  const [withCause, withoutCause] = noise
  const random = seededRandom(seed)
  return simulatedAnswer({ structure, itemCount: 200, withCause, withoutCause, random })
}

const SETUP: SearchSetup = { itemCount: 200, atOnce: 4, budget: 480 }

/** Trials of which the causes are exactly those named, and trials that name a wrong one. */
function outcomes(structure: Structure, noise?: [number, number]) {
  let exact = 0
  let wrong = 0
  let samples = 0
  for (let seed = 1; seed <= TRIALS; seed++) {
    const answer = noisy(structure, seed, noise)
    const { result, samples: asked } = searched(answer, SETUP)
    samples += asked
    if (isFoundExactly(answer, result)) exact++
    if (
      result.verdict === 'caused' &&
      result.causes.some((item) => !answer.causes.includes(item))
    ) {
      wrong++
    }
  }
  return { exact, wrong, samples: samples / TRIALS }
}

describe('among 200 memories and 10 % noise', () => {
  // The cells of why-search.md, section 2: true rates of 97 to 100 of 100.
  test.each<[Structure, number]>([
    ['one', 55],
    ['either', 90],
    ['both', 90],
    ['two of three', 140],
    ['a with b or c', 135],
    ['no memory', 25],
  ])('%s is found exactly, with some %i samples at most', (structure, most) => {
    const { exact, wrong, samples } = outcomes(structure)
    expect(exact).toBeGreaterThanOrEqual(94)
    expect(wrong).toBeLessThanOrEqual(2)
    expect(samples).toBeLessThanOrEqual(most)
  })

  test('an answer that holds in half of its samples is said to be unstable', () => {
    const verdicts = Array.from({ length: TRIALS }, (_, seed) => {
      return searched(noisy('one', seed + 1, [0.5, 0.1]), SETUP).result.verdict
    })
    expect(verdicts.filter((verdict) => verdict === 'unstable').length).toBeGreaterThanOrEqual(94)
  })
})

/**
 * Any monotone structure of up to four memories: the sets of which each suffices are drawn freely, and
 * what no set depends on is no cause.
 */
const monotoneStructure = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.array(
      fc.subarray(
        Array.from({ length: count }, (_, place) => place),
        { minLength: 0 },
      ),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map((sets) =>
    sets.filter((set) => !sets.some((other) => other !== set && isStrictlyWithin(other, set))),
  )

function isStrictlyWithin(set: readonly number[], other: readonly number[]): boolean {
  return set.length < other.length && set.every((place) => other.includes(place))
}

test('without noise any monotone structure of up to four memories is found', () => {
  fc.assert(
    fc.property(
      monotoneStructure,
      fc.integer({ min: 4, max: 60 }).chain((itemCount) =>
        fc.record({
          itemCount: fc.constant(itemCount),
          places: fc.uniqueArray(fc.nat(itemCount - 1), { minLength: 4, maxLength: 4 }),
        }),
      ),
      fc.integer({ min: 1, max: 8 }),
      (sets, { itemCount, places }, atOnce) => {
        const sufficient = sets.map((set) => set.map((place) => places[place] ?? 0))
        const isSatisfied = (shows: (item: number) => boolean) =>
          sufficient.some((set) => set.every(shows))
        const causes = [...new Set(sufficient.flat())].toSorted((one, other) => one - other)
        const answer = { causes, isSatisfied, sample: isSatisfied }
        const { result } = searched(answer, { itemCount, atOnce, budget: 480 })
        expect(isFoundExactly(answer, result)).toBe(true)
      },
    ),
    { numRuns: 400 },
  )
})

test('what points to a cause, but makes no difference in the confirming samples, has no effect seen', () => {
  const search = searchCauses({ itemCount: 30, atOnce: 4, budget: 240 })
  let step = search.next([])
  while (!step.done) {
    // It holds with the second memory shown, and always when that is to be confirmed.
    const { purpose, questions } = step.value
    step = search.next(
      questions.map((question) => purpose === 'confirming' || isShown(question, 1)),
    )
  }
  const { verdict, causes, confirmed, sufficientSets } = step.value
  expect({ verdict, causes, sufficientSets }).toEqual({
    verdict: 'no_effect',
    causes: [1],
    sufficientSets: [],
  })
  expect(confirmed?.interval.low).toBeLessThanOrEqual(0)
  expect(confirmed?.withCauses.of).toBeGreaterThan(16)
})

describe('where showing more undoes the answer', () => {
  // Not monotone: a memory prevents the answer unless another is there.
  const prevented = (shows: (item: number) => boolean) => shows(3) && (!shows(10) || shows(15))

  test('a measured cell that contradicts the table leaves it undecided, and is named', () => {
    const ends = [1, 2, 3, 4, 5, 6, 7, 8].map(
      (atOnce) => searched({ sample: prevented }, { itemCount: 20, atOnce, budget: 480 }).result,
    )
    const undecided = ends.filter(({ verdict }) => verdict === 'undecided')
    expect(undecided.length).toBeGreaterThan(0)
    for (const { open } of undecided) expect(open[0]?.share.of).toBeGreaterThanOrEqual(5)
    // Where no sample showed that memory without the other, what is said is so for all that was asked.
    const caused = ends.filter(({ verdict }) => verdict === 'caused')
    expect(caused.length + undecided.length).toBe(ends.length)
    for (const { causes } of caused) expect(causes).toEqual([3])
  })
})

test('it is said that what else is shown matters, where only the causes shown are unlike all shown', () => {
  const search = searchCauses({ itemCount: 40, atOnce: 4, budget: 240 })
  let missed = 0
  let step = search.next([])
  while (!step.done) {
    // By itself the cause does it more seldom, once that is confirmed.
    const { purpose, questions } = step.value
    step = search.next(
      questions.map((question) => {
        const isByItself = purpose === 'confirming' && question.shownCount === 0
        return isShown(question, 7) && !(isByItself && ++missed <= 2)
      }),
    )
  }
  const { verdict, confirmed } = step.value
  expect(verdict).toBe('caused')
  expect(confirmed?.withCauses).toEqual({ held: 3, of: 5 })
  expect(confirmed?.unlike).toMatchObject([{ end: 'as_it_was' }])
  const { result } = searched(noisy('one', 1, [1, 0]), SETUP)
  expect(result.confirmed?.unlike).toEqual([])
})

test('the questions of a round that are alike stand together', () => {
  const shownAt = ({ shownCount, fixed }: Question) => JSON.stringify([shownCount, ...fixed])
  for (let seed = 1; seed <= 4; seed++) {
    const answer = noisy('either', seed)
    const search = searchCauses(SETUP)
    let step = search.next([])
    while (!step.done) {
      const asked = step.value.questions.map(shownAt)
      const runs = asked.filter((question, index) => question !== asked[index - 1])
      expect(new Set(runs).size).toBe(runs.length)
      step = search.next(
        step.value.questions.map((question) => answer.sample((item) => isShown(question, item))),
      )
    }
  }
})

test('what is confirmed names only its own samples, and an interval off zero', () => {
  const { result } = searched(noisy('one', 3), SETUP)
  expect(result.confirmed?.withCauses.of).toBeGreaterThanOrEqual(5)
  expect(result.confirmed?.withoutCauses.of).toBeGreaterThanOrEqual(5)
  expect(result.confirmed?.interval.low).toBeGreaterThan(0)
})

test('a search is resumed after any round from its answers alone', async () => {
  const { result, rounds } = searched(noisy('either', 5), SETUP)
  for (const [index, answers] of rounds.entries()) {
    const { round } = await resumeSearch(SETUP, rounds.slice(0, index))
    expect(round?.questions).toHaveLength(answers.length)
  }
  expect((await resumeSearch(SETUP, rounds)).result).toEqual(result)
})

test('no sample is asked beyond the budget, and what is open is said', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1 }),
      (budget, atOnce, seed) => {
        const { result, samples } = searched(noisy('two of three', seed), {
          itemCount: 200,
          atOnce,
          budget,
        })
        expect(samples).toBeLessThanOrEqual(budget)
        if (result.verdict !== 'undecided') return
        expect(samples).toBe(budget)
      },
    ),
    { numRuns: 60 },
  )
})

describe('a model that gives the same answer to the same request each time', () => {
  /** Each request is answered by a draw of its own, however often it is asked. */
  function frozen(structure: Structure, seed: number): SimulatedAnswer {
    const answer = noisy(structure, seed)
    const given = new Map<string, boolean>()
    return {
      ...answer,
      sample: (shows) => {
        const request = Array.from({ length: 200 }, (_, item) => Number(shows(item))).join('')
        const known = given.get(request) ?? answer.sample(shows)
        given.set(request, known)
        return known
      },
    }
  }

  const WEAK: SearchSetup = { ...SETUP, areRepeatsWeak: true }

  test.each<Structure>(['one', 'either'])(
    'is asked each repeat with another memory put aside, so that %s is found as if it varied',
    (structure) => {
      let exact = 0
      for (let seed = 1; seed <= FEW; seed++) {
        const answer = frozen(structure, seed)
        if (isFoundExactly(answer, searched(answer, WEAK).result)) exact++
      }
      expect(exact).toBeGreaterThanOrEqual(FEW - 2)
    },
  )

  test('is asked no request twice after the baseline', () => {
    const search = searchCauses(WEAK)
    const answer = noisy('either', 4)
    const requests: string[] = []
    let step = search.next([])
    while (!step.done) {
      const { questions } = step.value
      for (const question of questions) {
        requests.push(
          Array.from({ length: 200 }, (_, item) => Number(isShown(question, item))).join(''),
        )
      }
      step = search.next(
        questions.map((question) => answer.sample((item) => isShown(question, item))),
      )
    }
    expect(new Set(requests.slice(5)).size).toBe(requests.length - 5)
  })

  test('finds the memory that is least suspect, though repeats put it aside', () => {
    for (const itemCount of [8, 12, 40]) {
      const last = itemCount - 1
      const sample = (shows: (item: number) => boolean) => shows(last)
      const { result } = searched({ sample }, { ...WEAK, itemCount })
      expect(result).toMatchObject({ verdict: 'caused', causes: [last] })
    }
  })

  test('among few memories there is none to put aside', () => {
    const { result } = searched({ sample: (shows) => shows(0) }, { ...WEAK, itemCount: 7 })
    expect(result).toMatchObject({ verdict: 'caused', causes: [0] })
  })
})

describe('where each of two memories makes it a little likelier', () => {
  const answerOf = (seed: number) => ({
    sample: gradedAnswer({
      parts: [1, 6],
      withAll: 0.95,
      withNone: 0.05,
      random: seededRandom(seed),
    }),
  })

  test.each(CAUSE_BUDGETS)('a budget of %i leaves room to weigh what is found', (budget) => {
    const ends = Array.from({ length: 20 }, (_, seed) =>
      searched(answerOf(seed + 1), { ...SETUP, budget, weighsBy: budget }),
    )
    const contributing = ends.filter(({ result }) => result.verdict === 'contributes')
    expect(contributing.length).toBeGreaterThan(0)
    for (const { result, samples } of contributing) {
      expect(samples).toBeLessThanOrEqual(budget)
      expect(result.causes.length).toBeGreaterThan(0)
      // Of each it is told how often the check held without it.
      expect(result.open.map(({ hidden }) => hidden)).toEqual(result.causes.map((item) => [item]))
      expect(result.open.every(({ share }) => share.of >= 8)).toBe(true)
    }
    const wrong = contributing.filter(({ result }) =>
      result.causes.some((item) => ![1, 6].includes(item)),
    )
    expect(wrong.length).toBeLessThanOrEqual(1)
  })

  test('a search that weighed goes on with a larger budget from its answers and their aims', async () => {
    const small = { ...SETUP, budget: 80, weighsBy: 80 }
    const weighed = Array.from({ length: FEW }, (_, seed) =>
      searched(answerOf(seed + 1), small),
    ).filter(({ purposes }) => purposes.at(-1) === 'weighing')
    expect(weighed.length).toBeGreaterThan(0)
    for (const { rounds, purposes } of weighed) {
      const more = { ...SETUP, weighsBy: SETUP.budget, asked: purposes }
      const { answered, round } = await resumeSearch(more, rounds)
      const whole = answered.map(({ purpose }) => purpose)
      expect(whole).toEqual(purposes.slice(0, whole.length))
      // All that is left to ask of them is the part of the last round that the budget cut.
      expect(whole.length).toBeGreaterThanOrEqual(purposes.length - 1)
      if (whole.length < purposes.length) expect(round?.purpose).toBe('weighing')
    }
  })
})

describe('what a budget leaves undecided', () => {
  const CUT = { ...SETUP, budget: 45 }
  const cuts = (structure: Structure) =>
    Array.from({ length: FEW }, (_, seed) => {
      const { result, rounds } = searched(noisy(structure, seed + 1), CUT)
      return { result, rounds, seed: seed + 1 }
    }).filter(({ result }) => result.verdict === 'undecided')

  test.each<Structure>(['one', 'both'])(
    'tells about how many answers would tell, and often they do: %s',
    (structure) => {
      const undecided = cuts(structure)
      expect(undecided.length).toBeGreaterThan(1)
      const enough = undecided.filter(({ result, seed }) => {
        const budget = CUT.budget + answersToOffer(result.more)
        return searched(noisy(structure, seed), { ...SETUP, budget }).result.verdict === 'caused'
      })
      expect(enough.length / undecided.length).toBeGreaterThan(0.4)
    },
  )

  test('tells of each open question how often the check held, and how many answers would close it', () => {
    for (const { result } of cuts('either')) {
      expect(result.open.length).toBeGreaterThan(0)
      for (const { share, more } of result.open) {
        expect(share.held).toBeLessThanOrEqual(share.of)
        expect(more).toBeGreaterThan(0)
      }
    }
  })
})

test('no more is asked at once than may be', () => {
  for (const atOnce of [1, 3, 8]) {
    const { rounds } = searched(noisy('both', 9), { ...SETUP, atOnce })
    expect(Math.max(...rounds.map((answers) => answers.length))).toBeLessThanOrEqual(atOnce)
  }
})
