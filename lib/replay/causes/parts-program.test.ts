import { describe, expect, test } from 'vitest'
import { gradedAnswer, placesOfCauses, seededRandom } from '@/tests/support/simulated-answers'
import {
  askedForParts,
  itemOf,
  partsPlan,
  stepOfParts,
  surelyAdding,
} from '@/tests/support/simulated-parts'

const ITEMS = 200
const ANSWERS = 400

const three = (places: readonly number[], random: () => number) =>
  gradedAnswer({ parts: places, withAll: 0.9, withNone: 0.1, random })

describe('after a search that found no set of memories that does it', () => {
  test('three that each add a quarter are named exactly in most of the looks, and hardly one wrongly', () => {
    let [exact, wrong] = [0, 0]
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed)
      const places = placesOfCauses(3, { itemCount: ITEMS, random })
      const planned = partsPlan({ itemCount: ITEMS, found: places.slice(0, 1), answers: ANSWERS })
      const { result } = askedForParts(planned, three(places, random))
      const named = surelyAdding(result)
      if (named.join() === places.toSorted((one, other) => one - other).join()) exact++
      if (named.some((item) => !places.includes(item))) wrong++
    }
    expect(exact).toBeGreaterThanOrEqual(44)
    expect(wrong).toBeLessThanOrEqual(2)
  })

  test('the verdict and what was found stay, each told with its shares', () => {
    const planned = partsPlan({ itemCount: 12, found: [5], answers: ANSWERS })
    const { result, rounds } = askedForParts(planned, three([2, 5, 9], seededRandom(1)))
    expect(rounds.flat()).toHaveLength(ANSWERS)
    expect(result).toMatchObject({
      verdict: 'contributes',
      baseline: { held: 8, of: 10 },
      parts: { answers: ANSWERS, memories: 12, leftOut: 0 },
      more: null,
    })
    expect(result.causes.map(itemOf)).toEqual([5, 2, 9])
    // The places of what is open are theirs still.
    expect(result.open).toMatchObject([{ hidden: [0] }])
    for (const { adds } of result.causes) {
      expect((adds?.with.of ?? 0) + (adds?.without.of ?? 0)).toBe(ANSWERS)
      expect(adds?.interval.low).toBeGreaterThan(0)
    }
  })

  test('what was found stays named where nothing surely adds', () => {
    const random = seededRandom(4)
    const planned = partsPlan({ itemCount: 12, found: [5], answers: 100 })
    const { result } = askedForParts(planned, () => random() < 0.5)
    expect(result.causes.map(itemOf)).toEqual([5])
    expect(surelyAdding(result)).toEqual([])
    expect(result.causes[0]?.adds?.interval.low).toBeLessThan(0)
  })

  test('an undecided search has some that contribute once they surely add, and else stays undecided', () => {
    const random = seededRandom(1)
    const undecided = {
      itemCount: 12,
      found: [5, 7],
      answers: ANSWERS,
      verdict: 'undecided',
    } as const
    const { result } = askedForParts(partsPlan(undecided), three([2, 5, 9], random))
    expect(result).toMatchObject({ verdict: 'contributes', open: [] })
    expect(result.causes.map(itemOf)).toEqual([5, 2, 9])
    const { result: none } = askedForParts(partsPlan(undecided), () => random() < 0.5)
    expect(none).toMatchObject({ verdict: 'undecided', parts: { answers: ANSWERS } })
    expect(none.causes.map(itemOf)).toEqual([5, 7])
    expect(none.causes.every(({ adds }) => adds === undefined)).toBe(true)
  })

  test('of more than 200 memories the least suspect stay shown, those that were found never', () => {
    const planned = partsPlan({ itemCount: 260, found: [250], answers: ANSWERS })
    const hidden = new Set<number>()
    const { result } = askedForParts(planned, (isShown) => {
      for (let item = 0; item < 260; item++) if (!isShown(item)) hidden.add(item)
      return true
    })
    expect(result.parts).toEqual({ answers: ANSWERS, memories: 200, leftOut: 60 })
    expect(hidden.size).toBe(200)
    expect(hidden.has(250)).toBe(true)
    expect(hidden.has(198)).toBe(true)
    expect(hidden.has(199)).toBe(false)
  })
})

describe('a look that is killed', () => {
  const planned = partsPlan({ itemCount: 40, found: [3], answers: 100 })
  const whole = askedForParts(planned, three([3, 8, 20], seededRandom(2)))
  const hiddenIn = ({ round }: ReturnType<typeof stepOfParts>) =>
    round?.questions.map(({ hide }) => hide.map(({ memoryId }) => memoryId))

  test('goes on with the round after the answers that were stored, whatever they were', () => {
    for (const count of [0, 1, 7, 24]) {
      const stored = whole.rounds.slice(0, count)
      const other = stored.map((answers) => answers.map((held) => !held))
      const next = stepOfParts(planned, stored)
      expect(next.round).toMatchObject({ round: count, purpose: 'halves' })
      expect(hiddenIn(stepOfParts(planned, other))).toEqual(hiddenIn(next))
    }
  })

  test('asks a round again that lacks an answer, with the same questions', () => {
    const [full, ...rest] = whole.rounds.slice(0, 6)
    const last = rest.at(-1) ?? []
    const before = stepOfParts(planned, [full ?? [], ...rest.slice(0, -1)])
    const lacking = [full ?? [], ...rest.slice(0, -1), [last[0], undefined, last[2]]]
    const again = stepOfParts(planned, lacking)
    expect(again.round?.round).toBe(before.round?.round)
    expect(hiddenIn(again)).toEqual(hiddenIn(before))
  })

  test('takes no answers of another version, and asks for the first of them again', () => {
    const stored = [[], ...whole.rounds.slice(1, 6)]
    const others = stepOfParts(planned, stored, { items: 'of another version' })
    expect(others.round).toMatchObject({ round: 1, hasOthers: true })
    expect(stepOfParts(planned, whole.rounds.slice(0, 6)).round?.hasOthers).toBe(false)
    const full = stepOfParts(planned, whole.rounds, { items: 'of another version' })
    expect(full.round).toMatchObject({ round: 0, hasOthers: true })
  })

  test('comes to the same end from all that was stored', () => {
    expect(stepOfParts(planned, whole.rounds)).toEqual({
      round: null,
      result: whole.result,
      areLinesOpen: false,
    })
  })

  test('tells what it knows where its budget ends, and how many answers are left', () => {
    const stored = whole.rounds.slice(0, 20)
    const { result } = stepOfParts(planned, stored, { budget: 80 })
    expect(result).toMatchObject({ verdict: 'contributes', parts: { answers: 80 }, more: 20 })
    // A round that the budget cuts short is asked as far as it goes.
    const cut = stepOfParts(planned, stored, { budget: 82 })
    expect(cut.round?.questions).toHaveLength(2)
    expect(hiddenIn(cut)).toEqual(hiddenIn(stepOfParts(planned, stored))?.slice(0, 2))
  })
})
