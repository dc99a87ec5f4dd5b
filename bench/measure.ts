import { observeLoop } from './held-loop'
import { type Measured, type Row, rowOf, withRatios } from './row'

/** Acts once, or a few times; `turn` grows with every call, those of the warm-up too. */
export type Act = (turn: number) => Promise<number | Measured>

/** A question to one of the things that are compared. */
interface Question {
  act: Act
  /** milliseconds at p95 */
  aim?: number
  /** further notes of its row */
  notes?: readonly string[]
}

/** One of the things that are compared, with the one question that they are asked. */
export interface Side extends Question {
  name: string
  /** the side that its ratio is against; where no side has one, that is the first */
  baseline?: string
}

/** One of the things that are compared, with its questions by their groups of rows. */
export interface Subject {
  name: string
  questions: Readonly<Record<string, Act | Question>>
}

export interface Often {
  rounds: number
  /** acts of a side in a round */
  runs?: number
  /** acts of each side before those that count */
  warmUp?: number
}

/**
 * Measures every side once in each round, so that what else the machine does meets all of them. Who
 * goes first changes, so that none always follows what another left to be done.
 */
export async function turns<Each, Figure>(
  sides: readonly Each[],
  rounds: number,
  measure: (side: Each, round: number) => Promise<Figure>,
): Promise<(Each & { figures: Figure[] })[]> {
  const measured = sides.map((side) => ({ ...side, figures: [] as Figure[] }))
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? measured : measured.toReversed()) {
      side.figures.push(await measure(side, round))
    }
  }
  return measured
}

/** Sides that act in turns: a row each, with its ratio. */
export async function inTurns(
  group: string,
  sides: readonly Side[],
  { rounds, runs = 1, warmUp = 0 }: Often,
): Promise<Row[]> {
  for (const { act } of sides) for (let turn = 0; turn < warmUp; turn++) await act(turn)
  const measured = await turns(sides, rounds, async ({ act }, round) => {
    const acts: Measured[] = []
    while (acts.length < runs) {
      acts.push(measuredOf(await act(warmUp + round * runs + acts.length)))
    }
    return acts
  })
  const rows = measured.map(({ name, figures, ...side }) => rowOf(group, name, figures, side))
  if (sides.every(({ baseline }) => baseline === undefined)) return withRatios(rows)
  return sides.flatMap(({ baseline }, at) =>
    (baseline === undefined ? rows : withRatios(rows, baseline)).slice(at, at + 1),
  )
}

const measuredOf = (answer: number | Measured): Measured =>
  typeof answer === 'number' ? { times: [answer] } : answer

/** Subjects that are asked the same questions, each of them in turns. */
export async function askedInTurns(subjects: readonly Subject[], often: Often): Promise<Row[]> {
  const rows: Row[] = []
  for (const group of Object.keys(subjects[0]?.questions ?? {})) {
    const sides = subjects.flatMap(({ name, questions }): Side[] => {
      const asked = questions[group]
      if (!asked) return []
      return [{ name, ...(typeof asked === 'function' ? { act: asked } : asked) }]
    })
    rows.push(...(await inTurns(group, sides, often)))
  }
  return rows
}

/** Times an act by the clock; milliseconds. */
export function clocked<Given extends unknown[]>(
  act: (...given: Given) => Promise<unknown>,
): (...given: Given) => Promise<number> {
  return async (...given) => {
    const start = performance.now()
    await act(...given)
    return performance.now() - start
  }
}

/** Runs all callers at once, each again and again, for some seconds. */
export async function called(callers: readonly (() => Promise<unknown>)[], seconds: number) {
  const times: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    callers.map(async (act) => {
      while (performance.now() < end) times.push(await clocked(act)())
    }),
  )
  return { times, perSecond: (times.length * 1000) / (performance.now() - begun) }
}

/** Counts what callers get done per second, if each call does `perCall`. */
export function calling(
  callers: readonly (() => Promise<unknown>)[],
  seconds: number,
  perCall = 1,
): Act {
  return async () => ({ perSecond: (await called(callers, seconds)).perSecond * perCall })
}

/** The processor's time of this process so far, milliseconds. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Measures the time that work takes, of the processor too, and the longest time that it blocked the
 * thread.
 */
export async function timed<Value>(work: () => Promise<Value>) {
  const stop = observeLoop()
  const used = processorMs()
  const started = performance.now()
  const value = await work()
  const ms = performance.now() - started
  const processor = processorMs() - used
  const longestMs = stop()
  const seconds = (time: number) => `${(time / 1000).toFixed(2)} s`
  const waited = `nobody waited longer than ${longestMs.toFixed(0)} ms`
  return {
    value,
    ms,
    longestMs,
    note: `${seconds(ms)} (${seconds(processor)} of processor); ${waited}`,
  }
}
