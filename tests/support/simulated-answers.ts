import { type Cells, findCauses, type Found, OutOfBudget, type Share } from '@/lib/why/search'

/**
 * What the search for causes finds, how often it is wrong and what it costs, on simulated answers. Items are in
 * the order of suspicion; each cause is, half of the time, among the four most suspect. Answers are independent
 * draws; no model is asked. Every figure is repeatable by its seed.
 */

/** How many causes there are, and how strongly (0 to 1) those shown bring about the answer. */
const STRUCTURES = {
  one: [1, ([a]) => a],
  either: [2, ([a, b]) => Math.max(a, b)],
  both: [2, ([a, b]) => Math.min(a, b)],
  'no memory': [0, () => 1],
  'two of three': [3, ([a, b, c]) => Number(a + b + c >= 2)],
  'all of three': [3, ([a, b, c]) => Math.min(a, b, c)],
  'each adds a third': [3, ([a, b, c]) => (a + b + c) / 3],
  'not stable (50 %)': [0, () => 1],
} as const satisfies Record<string, Structured>

type Structured = readonly [number, (shown: readonly [number, number, number]) => number]

export type Structure = keyof typeof STRUCTURES
export const STRUCTURE_NAMES = Object.keys(STRUCTURES) as Structure[]

export interface Setup {
  /** items */
  count: number
  /** how often a cause is among the four most suspect */
  suspected: number
  /** how often the check holds where the structure is satisfied, and where not */
  holds: number
  fails: number
  /** of the answers to the same request, so many are a copy of the first */
  copied: number
  /** the process is killed before so many of the answers */
  killed: number
  budget: number
}

const NORMAL: Setup = {
  count: 200,
  suspected: 0.5,
  holds: 0.9,
  fails: 0.1,
  copied: 0,
  killed: 0,
  budget: 300,
}

/** A seeded source of numbers from 0 up to 1 (Mulberry32). */
function random(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const keys = new WeakMap<readonly number[], string>()
function keyOf(shown: readonly number[]): string {
  const key = keys.get(shown) ?? shown.join()
  keys.set(shown, key)
  return key
}

class Killed extends Error {}

/** Answers to questions, counted, within a budget. */
function simulatedAnswers(structure: Structure, setup: Setup, draw: () => number) {
  const { count, suspected, fails, copied, killed, budget } = setup
  const holds = structure.startsWith('not stable') ? 0.5 : setup.holds
  const [causeCount, strength]: Structured = STRUCTURES[structure]
  const causes: number[] = []
  while (causes.length < causeCount) {
    const place = Math.floor(draw() * (draw() < suspected ? Math.min(4, count) : count))
    if (!causes.includes(place)) causes.push(place)
  }
  const strengthOf = (isShown: (cause: number) => boolean) => {
    const [a = 0, b = 0, c = 0] = causes.map((cause) => Number(isShown(cause)))
    return strength([a, b, c])
  }
  const shares = new Map<string, Share>()
  const requests = new Map<string, number>()
  const told = { answers: 0, rounds: 0 }

  function answer(shown: ReadonlySet<number>): number {
    const isShown = (cause: number) => shown.has(cause)
    const fresh = Number(draw() < fails + (holds - fails) * strengthOf(isShown))
    if (copied === 0) return fresh
    const request = [...shown].sort((a, b) => a - b).join()
    const first = requests.get(request) ?? fresh
    requests.set(request, first)
    return draw() < copied ? first : fresh
  }

  const of = (shown: readonly number[]) => shares.get(keyOf(shown)) ?? { held: 0, of: 0 }
  const ask: Cells['ask'] = (questions) => {
    if (told.answers + questions.length > budget) return Promise.reject(new OutOfBudget())
    told.rounds++
    for (const { shown, turned } of questions) {
      // The process ends in mid-round: what was answered is stored, the rest is asked for by the next run.
      if (killed > 0 && draw() < killed) return Promise.reject(new Killed())
      const visible = new Set(shown)
      if (turned !== null && !visible.delete(turned)) visible.add(turned)
      const before = of(shown)
      shares.set(keyOf(shown), { held: before.held + answer(visible), of: before.of + 1 })
      told.answers++
    }
    return Promise.resolve()
  }
  return { cells: { of, ask }, causes, strengthOf, told }
}

type Judged = 'exact' | 'wrong' | 'undecided' | 'other'

/** exact: the verdict, the causes and their sets; wrong: an item that is no cause; else undecided or another miss. */
function judge(
  structure: Structure,
  { causes, strengthOf }: Pick<ReturnType<typeof simulatedAnswers>, 'causes' | 'strengthOf'>,
  found: Found,
): Judged {
  const sets = found.verdict === 'caused' ? found.sets : []
  const named = sets.flat()
  if (named.some((item) => !causes.includes(item))) return 'wrong'
  if (found.verdict === 'undecided') return 'undecided'
  if (structure.startsWith('not stable')) return found.verdict === 'unstable' ? 'exact' : 'other'
  if (causes.length === 0) return found.verdict === 'no_memory' ? 'exact' : 'other'
  if (new Set(named).size !== causes.length) return 'other'
  const isExact = Array.from({ length: 1 << causes.length }, (_, subset) => {
    const shown = causes.filter((_, index) => (subset >> index) & 1)
    const suffices = sets.some((set) => set.every((item) => shown.includes(item)))
    return suffices === (strengthOf((cause) => shown.includes(cause)) === 1)
  }).every(Boolean)
  return isExact ? 'exact' : 'other'
}

/** A search goes on after a kill by running again over the answers that are stored. */
async function surviving(search: () => Promise<Found>): Promise<Found> {
  for (;;) {
    try {
      return await search()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
}

export interface Trials {
  /** of all trials */
  counted: Record<Judged, number>
  /** of each, ascending */
  answers: number[]
  rounds: number[]
}

/** Searches so often as told, each time for causes that lie elsewhere. */
export async function trials(
  structure: Structure,
  { amount, seed, ...changes }: { amount: number; seed: number } & Partial<Setup>,
): Promise<Trials> {
  const setup = { ...NORMAL, ...changes }
  const counted = { exact: 0, wrong: 0, undecided: 0, other: 0 }
  const answers: number[] = []
  const rounds: number[] = []
  // Among few memories the turned one would often be a cause: lines of others are turned.
  const lines = Array.from({ length: 48 }, (_, index) => setup.count + index)
  const turns = setup.count < 24 ? lines : undefined
  for (let trial = 0; trial < amount; trial++) {
    const simulated = simulatedAnswers(structure, setup, random(seed * 100_003 + trial))
    const found = await surviving(() => findCauses(setup.count, simulated.cells, turns))
    counted[judge(structure, simulated, found)]++
    answers.push(simulated.told.answers)
    rounds.push(simulated.told.rounds)
  }
  const ascending = (list: number[]) => list.sort((one, other) => one - other)
  return { counted, answers: ascending(answers), rounds: ascending(rounds) }
}
