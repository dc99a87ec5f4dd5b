import { observeLoop } from './held-loop'

// What the parts have in common: acts timed, sides in turns, callers, rows of the table.

export interface Row {
  /** the group within which the row's ratios are */
  group: string
  name: string
  /** operations per second, for rows of throughput */
  perSecond?: number
  /** milliseconds */
  p50?: number
  p99?: number
  /**
   * this row's figure divided by the baseline's: above 1 is better for throughput, below 1 for
   * times
   */
  ratio?: number
  /** the row that `ratio` compares with */
  baseline?: string
  note?: string
}

/** Milliseconds of what was done; null for what never came. */
export type Times = readonly (number | null)[]

/** The measurements of an act. */
export interface Measured {
  times?: Times
  perSecond?: number
  /** other figures, by what they are */
  also?: Readonly<Record<string, number>>
}

/** Acts once, or a few times; `turn` grows with every call, those of the warm-up too. */
export type Act = (turn: number) => Promise<number | Measured>

/** A question to one of the things that are compared. */
interface Question {
  act: Act
  /** milliseconds at p95 */
  aim?: number
  /** what its row says besides */
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

/** Callers that act one time after the other, all at once, for so long. */
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

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** A row of what was measured, in one round or several. */
export function rowOf(
  group: string,
  name: string,
  rounds: readonly (readonly Measured[])[],
  { aim, notes = [] }: { aim?: number; notes?: readonly string[] } = {},
): Row {
  const acts = rounds.flat()
  const timesOf = (some: readonly Measured[]) => some.flatMap(({ times = [] }) => times)
  const came = (some: readonly Measured[]) => timesOf(some).filter((time) => time !== null)
  const times = came(acts)
  const missed = timesOf(acts).length - times.length
  const rates = acts.flatMap(({ perSecond = [] }) => perSecond)
  const told: string[] = []
  if (rates.length > 1) told.push(`${spread(rates)} a second`)
  if (times.length > 0) {
    const aimed = aim === undefined ? '' : ` (aim ${aim})`
    told.push(`p95 ${short(percentile(times, 0.95))} ms${aimed}`)
  }
  if (rounds.length > 1 && times.length > rounds.length) {
    told.push(`medians of the rounds ${spread(rounds.map((round) => median(came(round))))}`)
  }
  if (missed > 0) told.push(`${missed} of ${missed + times.length} never painted`)
  for (const what of Object.keys(acts[0]?.also ?? {})) {
    const values = acts.flatMap(({ also = {} }) => also[what] ?? [])
    const [half, most] = [median(values), Math.max(...values)].map(short)
    told.push(`${half} ${what}${most === half ? '' : ` (at most ${most})`}`)
  }
  return {
    ...{ group, name },
    ...(rates.length > 0 ? { perSecond: median(rates) } : {}),
    ...(times.length > 0 ? { p50: median(times), p99: percentile(times, 0.99) } : {}),
    note: [...told, ...notes].join('; '),
  }
}

/** Rows that only say something, by their names. */
export function toldRows(group: string, notes: Readonly<Record<string, string>>): Row[] {
  return Object.entries(notes).map(([name, note]) => ({ group, name, note }))
}

/** Several rows with their ratio to one, the first unless named, by the figure that it has. */
export function withRatios(rows: readonly Row[], baseline = rows[0]?.name): Row[] {
  if (rows.length < 2) return [...rows]
  const against = rows.find(({ name }) => name === baseline)
  const by = against?.p50 === undefined ? 'perSecond' : 'p50'
  const base = against?.[by]
  return rows.map((row) => {
    const own = row[by]
    return base === undefined || own === undefined
      ? row
      : { ...row, ratio: own / base, ...(baseline === undefined ? {} : { baseline }) }
  })
}

/** A figure as a note tells it. */
export const short = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: false })

const spread = (values: readonly number[]) =>
  `${short(Math.min(...values))}–${short(Math.max(...values))}`

/** A number of things, as names of rows tell it. */
export const counted = (count: number, what: string) => `${count.toLocaleString('en')} ${what}`

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
  const seconds = (performance.now() - started) / 1000
  const processorSeconds = (processorMs() - used) / 1000
  const { longestMs, longestOwnMs } = await stop()
  const note = [
    `${seconds.toFixed(2)} s (${processorSeconds.toFixed(2)} s of processor)`,
    `nobody waited longer than ${longestMs.toFixed(0)} ms (${longestOwnMs.toFixed(0)} without collecting garbage)`,
  ].join('; ')
  return { value, longestMs, note }
}

const cell = (value: number | undefined, digits: number) =>
  value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: digits })

/** The rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [
      row.group,
      row.name,
      cell(row.perSecond, 0),
      cell(row.p50, 3),
      cell(row.p99, 3),
      row.ratio === undefined ? '' : `${row.ratio.toFixed(2)}× ${row.baseline}`,
      row.note ?? '',
    ].join(' | '),
  )
  return [
    '| what | row | per second | p50 ms | p99 ms | ratio | |',
    '| --- | --- | ---: | ---: | ---: | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n')
}
