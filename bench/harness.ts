import { arch, cpus, loadavg, platform, totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** What the parts of the bench share: sides that are asked in turns, figures, aims and tables. */

/** One of the things that are compared. */
export interface Side {
  name: string
  /** acts once; `turn` grows with every call, those of the warm-up too */
  act: (turn: number) => Promise<unknown>
  /** milliseconds of processor that whoever answers has used so far */
  processor?: () => number
  /** before each act; milliseconds */
  pause?: number
  aims?: Aims
}

/** The most that a row's figures may be. */
export interface Aims {
  p50?: number
  p95?: number
  longest?: number
  processor?: number
  ratio?: number
}

export interface Row {
  side: string
  /** of the three that follow */
  unit: Unit
  p50: number
  /** null: measured once */
  p95: number | null
  longest: number | null
  /** milliseconds a call; null: not measured */
  processor: number | null
  /** p50 against that of the anchor; null: it is the anchor, or stands alone */
  ratio: number | null
  aims: Aims
}

export type Unit = 'ms' | 's' | 'KB' | 'MB' | ''

export interface Often {
  rounds: number
  /** acts of a side in a round */
  runs?: number
  warmUp?: number
}

/**
 * Measures every side once a round, so that what else the machine does meets all of them; who goes first
 * changes. The first side is the anchor of the others.
 */
export async function inTurns(
  sides: readonly Side[],
  { rounds, runs = 1, warmUp = 1 }: Often,
): Promise<Row[]> {
  for (const { act } of sides) for (let turn = 0; turn < warmUp; turn++) await act(turn)
  const measured = sides.map((side) => ({ side, times: [] as number[], used: 0 }))
  for (let round = 0; round < rounds; round++) {
    for (const each of round % 2 === 0 ? measured : measured.toReversed()) {
      const before = each.side.processor?.() ?? 0
      for (let run = 0; run < runs; run++) {
        if (each.side.pause !== undefined) await pause(each.side.pause)
        each.times.push(await clocked(() => each.side.act(warmUp + round * runs + run)))
      }
      each.used += (each.side.processor?.() ?? 0) - before
    }
  }
  return withRatios(
    measured.map(({ side, times, used }) => {
      // Nothing is told of it where there is no /proc.
      const processor = used / times.length || null
      return rowOf(side.name, times, { processor, ...(side.aims && { aims: side.aims }) })
    }),
  )
}

export function rowOf(
  side: string,
  measured: readonly number[],
  {
    unit = 'ms',
    processor = null,
    aims = {},
  }: Partial<Pick<Row, 'unit' | 'processor' | 'aims'>> = {},
): Row {
  const sorted = measured.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const [p95, longest] = sorted.length > 1 ? [at(0.95), at(1)] : [null, null]
  return { side, unit, p50: at(0.5), p95, longest, processor, ratio: null, aims }
}

/** The rows with their ratios to the first one. */
export function withRatios(rows: readonly Row[]): Row[] {
  const [anchor] = rows
  return rows.map((row) =>
    row === anchor || !anchor ? row : { ...row, ratio: row.p50 / anchor.p50 },
  )
}

export async function clocked(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** Milliseconds of processor of this process. */
export function ownProcessor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The figures of a row that are past its aims, or are not known. */
export function missedBy(row: Row): (keyof Aims)[] {
  const names = Object.keys(row.aims) as (keyof Aims)[]
  return names.filter((name) => (row[name] ?? Infinity) > (row.aims[name] ?? Infinity))
}

const HEAD = ['side', 'unit', 'p50', 'p95', 'longest', 'processor ms', 'ratio', 'aim']

/** A table of Markdown whose columns stand one below another. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const isNumber = (column: number) => column > 1 && column < HEAD.length - 1
  const rule = widths.map((width, column) =>
    isNumber(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  const [head = '', ...body] = lines.map((line) =>
    lineOf(
      line.map((cell, column) => {
        const width = widths[column] ?? 0
        return isNumber(column) ? cell.padStart(width) : cell.padEnd(width)
      }),
    ),
  )
  return [head, lineOf(rule), ...body].join('\n')
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function cellsOf(row: Row): string[] {
  const { side, unit, p50, p95, longest, processor, ratio } = row
  const figures = [p50, p95, longest, processor].map(figure)
  return [side, unit, ...figures, ratio === null ? '–' : `${figure(ratio)}×`, aimWords(row)]
}

function figure(value: number | null): string {
  if (value === null) return '–'
  return value >= 100 || Number.isInteger(value)
    ? value.toFixed(0)
    : value.toFixed(value >= 10 ? 1 : 2)
}

function aimWords(row: Row): string {
  const missed = missedBy(row)
  return Object.entries(row.aims)
    .map(
      ([name, most]) =>
        `${name} ≤ ${most}${missed.some((each) => each === name) ? ' *missed*' : ''}`,
    )
    .join(', ')
}

/** What the figures were measured on. */
export function machine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${memory} GB`,
    `${platform()} ${arch()}, Node ${process.versions.node}`,
  ].join('; ')
}

/** Of the last minute, five and fifteen: how many wanted a processor. */
export const load = () =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')
