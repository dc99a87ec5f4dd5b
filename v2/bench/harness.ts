import { arch, cpus, loadavg, platform, totalmem } from 'node:os'

/** What the parts of the bench share: sides that are asked in turns, figures, aims and the table. */

/** One of the things that are compared. */
export interface Side {
  name: string
  /** acts once; `turn` grows with every call, those of the warm-up too */
  act: (turn: number) => Promise<unknown>
  /** milliseconds of processor that whoever answers has used so far */
  processor?: () => number
  aims?: Aims
}

/** Most milliseconds of a row, or how many times its anchor. */
export interface Aims {
  p50?: number
  p95?: number
  longest?: number
  processor?: number
  ratio?: number
}

export interface Row {
  part: string
  side: string
  /** milliseconds */
  p50: number
  p95: number
  longest: number
  /** milliseconds a call; null: not measured */
  processor: number | null
  /** p50 against that of the anchor; null: it is the anchor, or stands alone */
  ratio: number | null
  aims: Aims
}

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
  part: string,
  sides: readonly Side[],
  { rounds, runs = 1, warmUp = 1 }: Often,
): Promise<Row[]> {
  for (const { act } of sides) for (let turn = 0; turn < warmUp; turn++) await act(turn)
  const measured = sides.map((side) => ({ side, times: [] as number[], used: 0 }))
  for (let round = 0; round < rounds; round++) {
    for (const each of round % 2 === 0 ? measured : measured.toReversed()) {
      const before = each.side.processor?.() ?? 0
      for (let run = 0; run < runs; run++) {
        each.times.push(await clocked(() => each.side.act(warmUp + round * runs + run)))
      }
      each.used += (each.side.processor?.() ?? 0) - before
    }
  }
  return withRatios(
    measured.map(({ side, times, used }) => {
      const processor = side.processor ? used / times.length : null
      return rowOf(part, side.name, times, { processor, ...(side.aims && { aims: side.aims }) })
    }),
  )
}

export function rowOf(
  part: string,
  side: string,
  times: readonly number[],
  { processor = null, aims = {} }: { processor?: number | null; aims?: Aims } = {},
): Row {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const figures = { p50: at(0.5), p95: at(0.95), longest: at(1) }
  return { part, side, ...figures, processor, ratio: null, aims }
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

/** The figures of a row that are past its aims. */
export function missedBy(row: Row): (keyof Aims)[] {
  const names = Object.keys(row.aims) as (keyof Aims)[]
  return names.filter((name) => (row[name] ?? 0) > (row.aims[name] ?? Infinity))
}

const COLUMNS = ['p50', 'p95', 'longest', 'processor', 'ratio'] as const

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.part,
    row.side,
    ...COLUMNS.map((name) => figure(row[name], name === 'ratio' ? '×' : '')),
    aimWords(row),
  ])
  const all = [
    ['part', 'side', ...COLUMNS.map((name) => (name === 'ratio' ? name : `${name} ms`)), 'aim'],
    ...lines,
  ]
  const widths = (all[0] ?? []).map((_, column) =>
    Math.max(...all.map((line) => line[column]?.length ?? 0)),
  )
  const isNumber = (column: number) => column > 1 && column < 2 + COLUMNS.length
  return all
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return isNumber(column) ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function figure(value: number | null, unit: string): string {
  if (value === null) return '–'
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)}${unit}`
}

function aimWords(row: Row): string {
  const missed = new Set(missedBy(row))
  return Object.entries(row.aims)
    .map(([name, most]) => `${name} ≤ ${most}${missed.has(name as keyof Aims) ? ' missed' : ''}`)
    .join(', ')
}

/** What the figures were measured on. */
export function machine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = loadavg().map((average) => average.toFixed(1))
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${memory} GB`,
    `${platform()} ${arch()}, Node ${process.versions.node}`,
    `load ${load.join(' ')}`,
  ].join('; ')
}
