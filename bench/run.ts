// `npm run bench`: prints a table and writes bench/results/latest.json. `-- tool`, `sizes`, `http`,
// `mcp`, `listeners`, `writers`, `history`, `dashboard`, `pages`, `interactions`, `compare`, `eye`,
// `sessions`, `conversation`, `context`, `fairness`, `redaction`, `detectors`, `review`, `folders` or
// `changeset` runs one;
// `--sizes=1000,100000` sets other store sizes, `--memories=20000` another for fairness,
// `--versions=1000` fewer versions that hold the text; `--smoke` runs everything, or one part, in
// seconds, to check that it works (docs/benchmarks.md). `growth` runs like the others; `--largest`
// has it measured at a million too.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { changesetPagePart } from './changeset-page'
import { comparePart } from './compare'
import { contextPart } from './context'
import { conversationPart } from './conversation'
import { dashboardPart } from './dashboard'
import { detectorsPart } from './detectors'
import { eyePart } from './eye'
import { fairnessPart } from './fairness'
import { inOneWindow, inOwnWindow, openGround } from './ground'
import { foldersPart } from './folders'
import { growthPart } from './growth'
import { historyPart } from './history'
import { httpPart } from './http'
import { listenersPart } from './listeners'
import { interactionsPart } from './interactions'
import { type Row, tableOf } from './measure'
import { pagesPart } from './pages'
import type { Part } from './part'
import { manyWritersPart } from './many-writers'
import { mcpPart } from './mcp'
import { memoryToolPart } from './memory-tool'
import { redactionPart } from './redaction'
import { reviewPart } from './review'
import { sessionsPart } from './sessions'
import { storeSizePart } from './store-size'

// The folders that are measured lie beside the project.
process.env.WATCH_ROOTS ??= process.cwd()
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

const PARTS: Record<string, Part> = {
  tool: memoryToolPart,
  history: historyPart,
  sizes: storeSizePart(sizes),
  http: httpPart,
  mcp: mcpPart,
  listeners: listenersPart,
  writers: manyWritersPart,
  dashboard: dashboardPart,
  pages: pagesPart,
  interactions: interactionsPart,
  compare: comparePart,
  eye: eyePart,
  sessions: sessionsPart,
  conversation: conversationPart,
  context: contextPart,
  fairness: fairnessPart(memories),
  redaction: redactionPart(versions),
  detectors: detectorsPart,
  review: reviewPart,
  changeset: changesetPagePart,
  folders: foldersPart,
  growth: growthPart({ isLargest: args.includes('--largest') }),
}

const isSmoke = args.includes('--smoke')
const unknown = parts.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  console.error(
    `there is no part ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}`,
  )
  process.exit(1)
}

const chosen = Object.entries(PARTS).filter(([name]) => parts.length === 0 || parts.includes(name))
if (isSmoke) {
  await runSmoke()
  process.exit(0)
}

const rows: Row[] = []
for (const [name, { full }] of chosen) {
  process.stderr.write(`measuring: ${name}\n`)
  const ground = await openGround(inOwnWindow)
  try {
    rows.push(...(await full(ground)))
  } finally {
    await ground.close()
  }
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

async function runSmoke(): Promise<void> {
  const ground = await openGround(inOneWindow())
  try {
    for (const [name, { smoke }] of chosen) {
      const begun = performance.now()
      process.stderr.write(`measuring: ${name}\n`)
      refuseEmpty(name, await smoke(ground))
      process.stderr.write(`${name} runs: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
    }
  } finally {
    await ground.close()
  }
}

/** A part that measured nothing has failed. */
function refuseEmpty(name: string, measured: readonly Row[]): void {
  const figures = ({ p50, perSecond, note }: Row) =>
    [p50, perSecond].some((figure) => figure !== undefined && Number.isFinite(figure)) || note
  const empty = measured.filter((row) => !figures(row))
  if (measured.length > 0 && empty.length === 0) return
  throw new Error(`${name} measured nothing: ${empty.map((row) => row.name).join(', ')}`)
}
