/** A row of the table, and of the JSON. */
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
  /** of the machine, its average of a minute, the larger of before and after the part */
  load?: number
}

/** A figure that was taken above this load of the machine is marked. */
const MAX_LOAD = 2

/** Milliseconds of what was done; null for what never came. */
export type Times = readonly (number | null)[]

/** The measurements of an act. */
export interface Measured {
  times?: Times
  perSecond?: number
  /** other figures, by what they are */
  also?: Readonly<Record<string, number>>
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
    return !base || own === undefined
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

const cell = (value: number | undefined, digits: number) =>
  value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: digits })

const loadCell = (load: number | undefined) =>
  load === undefined ? '' : `${load.toFixed(1)}${load > MAX_LOAD ? ' !' : ''}`

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
      loadCell(row.load),
      row.note ?? '',
    ].join(' | '),
  )
  return [
    `| what | row | per second | p50 ms | p99 ms | ratio | load (! above ${MAX_LOAD}) | |`,
    '| --- | --- | ---: | ---: | ---: | --- | ---: | --- |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n')
}
