// `npm run bench`: prints a table and writes bench/results/latest.json. `-- tool`, `sizes`, `http`,
// `history`, `dashboard`, `compare`, `sessions`, `context`, `fairness` or `redaction` runs a part; `--sizes=1000,100000`
// other sizes of stores, `--memories=20000` another one for fairness, `--versions=1000` fewer that a text stands in
// (docs/benchmarks.md).
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { compareRows } from './compare'
import { contextRows } from './context'
import { dashboardRows } from './dashboard'
import { fairnessRows } from './fairness'
import { historyRows } from './history'
import { httpRows } from './http'
import { type Row, tableOf } from './measure'
import { memoryToolRows } from './memory-tool'
import { redactionRows } from './redaction'
import { sessionRows } from './sessions'
import { storeSizeRows } from './store-size'

const args = process.argv.slice(2)
const sizes = (
  args.find((arg) => arg.startsWith('--sizes='))?.slice('--sizes='.length) ?? '1000,100000,1000000'
)
  .split(',')
  .map(Number)
const memories = Number(args.find((arg) => arg.startsWith('--memories='))?.split('=')[1] ?? 200_000)
const versions = Number(
  args.find((arg) => arg.startsWith('--versions='))?.slice('--versions='.length) ?? '10000',
)
const parts = args.filter((arg) => !arg.startsWith('--'))

const PARTS: Record<string, () => Promise<Row[]>> = {
  tool: memoryToolRows,
  history: historyRows,
  sizes: () => storeSizeRows(sizes),
  http: httpRows,
  dashboard: dashboardRows,
  compare: compareRows,
  sessions: sessionRows,
  context: contextRows,
  fairness: () => fairnessRows(memories),
  redaction: () => redactionRows(versions),
}

const rows: Row[] = []
for (const [name, run] of Object.entries(PARTS)) {
  if (parts.length > 0 && !parts.includes(name)) continue
  process.stderr.write(`measuring: ${name}\n`)
  rows.push(...(await run()))
}
const machine = {
  node: process.version,
  cpus: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform}-${process.arch}`,
}
mkdirSync('bench/results', { recursive: true })
writeFileSync('bench/results/latest.json', `${JSON.stringify({ machine, rows }, null, 2)}\n`)
console.log(tableOf(rows))
process.exit(0)
