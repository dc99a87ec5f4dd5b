import { type Held, observeLoop } from './held-loop'

// Shared by the benchmarks: times, percentiles, rows of the table.

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

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Runs something repeatedly; returns the times of each run, in milliseconds, after a warm-up. */
export async function timesOf(
  runs: number,
  run: (turn: number) => Promise<unknown>,
): Promise<number[]> {
  for (let turn = 0; turn < Math.min(20, runs); turn++) await run(turn)
  const times: number[] = []
  for (let turn = 0; turn < runs; turn++) {
    const start = performance.now()
    await run(turn)
    times.push(performance.now() - start)
  }
  return times
}

export function withRatios(rows: Row[], baseline: string, by: 'perSecond' | 'p50'): Row[] {
  const base = rows.find((row) => row.name === baseline)?.[by]
  return rows.map((row) => {
    const own = row[by]
    return base === undefined || own === undefined ? row : { ...row, ratio: own / base, baseline }
  })
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

export interface Timed<T> extends Held {
  value: T
  seconds: number
}

/** How long something takes, and the longest time that it blocked the thread. */
export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const stop = observeLoop()
  const started = performance.now()
  const value = await work()
  const seconds = (performance.now() - started) / 1000
  return { value, seconds, ...(await stop()) }
}
