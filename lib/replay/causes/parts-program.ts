import type { CauseResult, FoundCause } from '../model/replay'
import type { AnswerAmong } from '../search/cause-search'
import { type HalfSample, isShownInHalf, type Part, partsAmong } from '../search/halves'
import { noneBut } from '../search/question'
import type { CausePlan, PartsPlan, PlannedMemory } from './cause-plan'
import { nameOfItems } from './name-of-items'
import type { AnsweredLevels, ProgramQuestion, ProgramStep } from './program-step'

/** The level of its answers: a search has none of so high a one. */
export const PARTS_LEVEL = 100

/** Of more items the least suspect stay shown: their halves would take too many answers to tell them apart. */
const MAX_ITEMS = 200

interface PartsSetup {
  readonly plan: CausePlan
  readonly parts: PartsPlan
  /** samples in all, those of the search before among them */
  readonly budget: number
  readonly areRepeatsWeak: boolean
}

/**
 * The step of looking for all that add a little after these answers. Nothing depends on how they came
 * out before all are there: each hides the half that its number says. Answers of another version, of
 * other items or halves, are not taken.
 */
export function nextStepOfParts(setup: PartsSetup, answered: AnsweredLevels): ProgramStep {
  const { parts, budget } = setup
  const { atOnce } = setup.plan
  const look: Look = { ...setup, items: itemsOf(setup) }
  const name = nameOfHalves(look)
  const rounds = answered[PARTS_LEVEL] ?? []
  const others = rounds.findIndex((slots) =>
    slots?.some((answer) => answer !== undefined && answer.items !== name),
  )
  const samples = rounds.flatMap((slots = [], round) => samplesOf(slots, round * atOnce))
  const spent = answered.reduce((sum, level = []) => sum + level.flat().length, 0)
  const left = Math.min(parts.answers - samples.length, budget - spent)
  if (left <= 0 && others === -1) {
    return { round: null, result: resultOf(look, samples), areLinesOpen: false }
  }
  const sizeOf = (round: number) => Math.min(atOnce, parts.answers - round * atOnce)
  const storedIn = (round: number) => samplesOf(rounds[round] ?? [], 0).length
  let round = Math.max(0, others)
  while (round !== others && storedIn(round) >= sizeOf(round)) round++
  const size = Math.min(sizeOf(round), storedIn(round) + Math.max(0, left))
  const questions = Array.from({ length: size }, (_, slot) => ({
    ...questionOf(look, round * atOnce + slot),
    items: name,
  }))
  const hasOthers = round === others
  const next = { level: PARTS_LEVEL, round, purpose: 'halves' as const, questions, hasOthers }
  return { round: next, result: null }
}

/** With the items of which each answer hides half. */
interface Look extends PartsSetup {
  readonly items: readonly (readonly PlannedMemory[])[]
}

/** Answers by which another draw of the halves is told. */
const NAMED_BY = 8

function nameOfHalves({ items }: Look): string {
  const drawn = Array.from({ length: NAMED_BY }, (_, number) =>
    items.map((_item, place) => Number(isShownInHalf(number, place))).join(''),
  )
  return nameOfItems([items.map((item) => item.map(({ memoryId }) => memoryId)), drawn])
}

function samplesOf(slots: readonly (AnswerAmong | undefined)[], first: number): HalfSample[] {
  return slots.flatMap((answer, slot) =>
    answer?.held === undefined ? [] : [{ number: first + slot, held: answer.held }],
  )
}

function questionOf({ items, plan, areRepeatsWeak }: Look, number: number): ProgramQuestion {
  const hidden = items.filter((_, place) => !isShownInHalf(number, place))
  const hide = hidden.flatMap((item) =>
    item.map(({ storeId, memoryId }) => ({ storeId, memoryId })),
  )
  const shown = plan.items.length - hidden.length
  // Its number tells which it shows.
  return { hide, question: noneBut([]), shown, hidden: hidden.length, areRepeatsWeak }
}

/** The items that are hidden by halves: those that were found first, then the most suspect. */
function itemsOf({ plan, parts }: PartsSetup): (readonly PlannedMemory[])[] {
  const isFound = (item: readonly PlannedMemory[]) =>
    item.some(({ memoryId }) => parts.found.causes.some((cause) => cause.memoryId === memoryId))
  const found = plan.items.filter(isFound)
  return [...found, ...plan.items.filter((item) => !isFound(item))].slice(0, MAX_ITEMS)
}

function resultOf(
  { plan, parts, items }: Look,
  samples: readonly HalfSample[],
): Omit<CauseResult, 'repeatedEarlier'> {
  // What an undecided search points to was not weighed.
  const weighed = parts.found.verdict === 'contributes' ? parts.found.causes : []
  const known = weighed.map(({ memoryId }) =>
    items.findIndex((item) => item.some((memory) => memory.memoryId === memoryId)),
  )
  const told = partsAmong(samples, { itemCount: items.length, known })
  const before = weighed.map((cause, place) => {
    const part = told.find(({ item }) => item === known[place])
    return part ? { ...cause, adds: addedOf(part) } : cause
  })
  const named = told.filter(({ item }) => !known.includes(item)).map((part) => causeOf(part, items))
  const memories = items.flat().length
  const left = parts.answers - samples.length
  return {
    ...(weighed.length === 0 && named.length > 0 ? contributing(parts.found) : parts.found),
    ...(weighed.length + named.length > 0 ? { causes: [...before, ...named] } : {}),
    parts: { answers: samples.length, memories, leftOut: plan.items.flat().length - memories },
    more: left > 0 ? left : null,
  }
}

/** A search that was undecided, once something is known to add; what was open is told by that. */
function contributing(found: CauseResult): CauseResult {
  return { ...found, verdict: 'contributes', open: [] }
}

function causeOf(part: Part, items: readonly (readonly PlannedMemory[])[]): FoundCause {
  const [memory] = items[part.item] ?? []
  if (!memory) throw new Error('a memory was found to add to it that was not planned')
  return { ...memory, lines: null, writtenBy: memory.versionId, adds: addedOf(part) }
}

function addedOf({ item: _, ...added }: Part) {
  return added
}
