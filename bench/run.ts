// `npm run bench`: prints a table and writes bench/results/latest.json. `-- tool http` runs these
// parts; `--memories=20000` sets a size of a part by its name, `--largest` has growth measured at a
// million too; `--smoke` runs everything, or these parts, in small, to check that it works
// (docs/benchmarks.md).
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { inspect } from 'node:util'
import { changesetPart } from './changeset-page'
import { comparePart } from './compare'
import { contextPart } from './context'
import { conversationPart } from './conversation'
import { dashboardPart } from './dashboard'
import { detectorsPart } from './detectors'
import { eyePart } from './eye'
import { fairnessPart } from './fairness'
import { foldersPart } from './folders'
import { Ground, Installation } from './ground'
import { growthPart, LARGEST } from './growth'
import { historyPart } from './history'
import { httpPart } from './http'
import { interactionsPart } from './interactions'
import { listenersPart } from './listeners'
import { manyWritersPart } from './many-writers'
import { mcpPart } from './mcp'
import { memoryToolPart } from './memory-tool'
import { pagesPart } from './pages'
import type { Given, Part } from './part'
import { partitionsPart } from './partitions'
import { redactionPart } from './redaction'
import { reviewPart } from './review'
import { type Row, tableOf, toldRows } from './row'
import { serversPart } from './servers'
import { sessionsPart } from './sessions'
import { storeSizePart } from './store-size'
import { usedMemoryPart } from './used-memory'
import { whyPart } from './why'

const PARTS: Readonly<Record<string, Part>> = {
  tool: memoryToolPart,
  history: historyPart,
  sizes: storeSizePart,
  http: httpPart,
  memory: usedMemoryPart,
  mcp: mcpPart,
  listeners: listenersPart,
  writers: manyWritersPart,
  servers: serversPart,
  partitions: partitionsPart,
  dashboard: dashboardPart,
  pages: pagesPart,
  interactions: interactionsPart,
  compare: comparePart,
  eye: eyePart,
  sessions: sessionsPart,
  conversation: conversationPart,
  context: contextPart,
  fairness: fairnessPart,
  redaction: redactionPart,
  detectors: detectorsPart,
  review: reviewPart,
  changeset: changesetPart,
  folders: foldersPart,
  growth: growthPart,
  why: whyPart,
}

// The folders that are measured lie beside the project.
process.env.WATCH_ROOTS ??= process.cwd()
const args = process.argv.slice(2)
const asked = args.filter((arg) => !arg.startsWith('--'))
const isSmall = args.includes('--smoke')
const sizes = args.flatMap((arg) => [...arg.matchAll(/^--(\w+)=(.+)$/g)])
const given: Given = {
  ...(args.includes('--largest') ? LARGEST : {}),
  ...Object.fromEntries(sizes.map(([, name = '', value = '']) => [name, value])),
}
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  console.error(
    `there is no part ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}`,
  )
  process.exit(1)
}

const rows: Row[] = []
const failed: string[] = []
const shared = isSmall ? await Installation.open(isSmall) : null
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const begun = performance.now()
  process.stderr.write(`measuring: ${name}\n`)
  try {
    const load = loadavg()[0] ?? 0
    const measured = await measuredBy(name, measure)
    rows.push(...measured.map((row) => ({ ...row, load: Math.max(load, loadavg()[0] ?? 0) })))
  } catch (error) {
    failed.push(name)
    process.stderr.write(`${name} failed: ${inspect(error)}\n`)
    rows.push(...toldRows(name, { failed: error instanceof Error ? error.message : String(error) }))
  }
  // What is measured is there, whatever comes after it.
  if (!isSmall) writeResults(rows)
  process.stderr.write(`${name} runs: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}
await shared?.close()
if (!isSmall) console.log(tableOf(rows))
if (failed.length > 0) process.stderr.write(`failed: ${failed.join(', ')}\n`)
process.exit(failed.length > 0 ? 1 : 0)

async function measuredBy(name: string, measure: Part): Promise<readonly Row[]> {
  const installation = shared ?? (await Installation.open(isSmall))
  try {
    const measured = await new Ground(installation).apart((ground) => measure(ground, given))
    return refuseEmpty(name, measured)
  } finally {
    if (installation !== shared) await installation.close()
  }
}

function writeResults(rows: readonly Row[]) {
  const machine = {
    node: process.version,
    cpus: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
  }
  mkdirSync('bench/results', { recursive: true })
  writeFileSync('bench/results/latest.json', `${JSON.stringify({ machine, rows }, null, 2)}\n`)
}

/** A part that measured nothing has failed. */
function refuseEmpty(name: string, measured: readonly Row[]): readonly Row[] {
  const figures = ({ p50, perSecond, note }: Row) =>
    [p50, perSecond].some((figure) => figure !== undefined && Number.isFinite(figure)) || note
  const empty = measured.filter((row) => !figures(row))
  if (measured.length > 0 && empty.length === 0) return measured
  throw new Error(`${name} measured nothing: ${empty.map((row) => row.name).join(', ')}`)
}
