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

/** Milliseconds of acts; null for what never came. */
export type Times = readonly (number | null)[]

/** Acts once, or a few times; `turn` grows with every call, those of the warm-up too. */
export type Act = (turn: number) => Promise<number | Times>

/** What is asked of one of the things that are compared. */
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
export async function inTurns<Each, Figure>(
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

/** Sides that act in turns: a row each, with its ratio to the first. */
export async function timesInTurns(
  group: string,
  sides: readonly Side[],
  { rounds, runs = 1, warmUp = Math.min(20, rounds * runs) }: Often,
): Promise<Row[]> {
  for (const { act } of sides) for (let turn = 0; turn < warmUp; turn++) await act(turn)
  const measured = await inTurns(sides, rounds, async ({ act }, round) => {
    const times: Times[number][] = []
    for (let run = 0; run < runs; run++) {
      times.push(...[await act(warmUp + round * runs + run)].flat())
    }
    return times
  })
  return withRatios(
    measured.map(({ name, figures, ...side }) => timesRow(group, name, figures, side)),
  )
}

/** Subjects that are asked the same questions, each of them in turns. */
export async function askedInTurns(subjects: readonly Subject[], often: Often): Promise<Row[]> {
  const rows: Row[] = []
  for (const group of Object.keys(subjects[0]?.questions ?? {})) {
    const sides = subjects.flatMap(({ name, questions }): Side[] => {
      const asked = questions[group]
      if (!asked) return []
      return [{ name, ...(typeof asked === 'function' ? { act: asked } : asked) }]
    })
    rows.push(...(await timesInTurns(group, sides, often)))
  }
  return rows
}

/** What is timed by the clock; milliseconds. */
export function clocked<Given extends unknown[]>(
  act: (...given: Given) => Promise<unknown>,
): (...given: Given) => Promise<number> {
  return async (...given) => {
    const start = performance.now()
    await act(...given)
    return performance.now() - start
  }
}

/** Sides by their names, whose acts are timed by the clock. */
export function clockedSides(
  acts: Readonly<Record<string, (turn: number) => Promise<unknown>>>,
): Side[] {
  return Object.entries(acts).map(([name, act]) => ({ name, act: clocked(act) }))
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

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

const isThere = (time: number | null) => time !== null

/** A row of times, in one round or several. */
export function timesRow(
  group: string,
  name: string,
  rounds: readonly Times[],
  { aim, notes = [] }: { aim?: number | undefined; notes?: readonly string[] } = {},
): Row {
  const all = rounds.flat()
  const times = all.filter(isThere)
  const told = [
    `p95 ${short(percentile(times, 0.95))} ms${aim === undefined ? '' : ` (aim ${aim})`}`,
    ...(rounds.length > 1 && all.length > rounds.length
      ? [`medians of the rounds ${spread(rounds.map((round) => median(round.filter(isThere))))}`]
      : []),
    ...(times.length < all.length
      ? [`${all.length - times.length} of ${all.length} never painted`]
      : []),
    ...notes,
  ]
  return {
    ...{ group, name, p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
    note: told.join('; '),
  }
}

/** A row of throughput: the median of its rounds, and their spread. */
export function rateRow(group: string, name: string, perSecond: readonly number[]): Row {
  return { group, name, perSecond: median(perSecond), note: spread(perSecond) }
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
const short = (value: number) =>
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

/** How long something takes, of the processor too, and the longest time that it blocked the thread. */
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
