import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { migrateSqlite } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import { talkOf } from './conversation'
import type { Ground } from './ground'
import { ofMemories, ofSessions, ofStores, ofVersions } from './growth-fill'
import { questionsOf } from './growth-questions'
import { percentile, type Row, timesOf, withRatios } from './measure'
import { part } from './part'
import { scratchFolder } from './scratch'
import { type RunningServer, startServer } from './server'

interface Sizes {
  /** of one store */
  memories: readonly number[]
  /** of one memory */
  versions: readonly number[]
  /** of one session */
  events: readonly number[]
  stores: readonly number[]
  sessions: readonly number[]
  runs: number
  /** of a server on each filled database */
  starts: number
  /** of the questions about each of these at most so many */
  questions: number
  /** whether each size has a server and data of its own; else all are on the one of the bench */
  isAlone: boolean
}

/** More than this from the smallest size to the largest is named in docs/benchmarks.md, or mended. */
const MAX_GROWTH = 2

/** Below it processor time is counted too coarsely to be compared; milliseconds. */
const MIN = 5

/**
 * What each page, endpoint and tool command costs by the size of what it is about: `largest` is a
 * million memories and events as well, whose filling takes minutes.
 */
export const growthPart = ({ isLargest }: { isLargest: boolean }) =>
  part<Sizes>(
    {
      full: {
        memories: [1_000, 100_000, ...(isLargest ? [1_000_000] : [])],
        versions: [10, 1_000, ...(isLargest ? [100_000] : [10_000])],
        events: [198, ...(isLargest ? [999_996] : [49_998])],
        stores: [1, 1_000, 10_000],
        sessions: [100, 100_000],
        runs: 15,
        starts: 3,
        questions: Infinity,
        isAlone: true,
      },
      smoke: {
        memories: [200],
        versions: [3],
        events: [12],
        stores: [2],
        sessions: [2],
        runs: 1,
        starts: 1,
        questions: 2,
        isAlone: false,
      },
    },
    growthRows,
  )

/** Fills a database with so many; answers what the questions are about. */
type Fill = (db: Database, size: number) => Promise<Record<string, string>>

async function growthRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const fills: Record<string, { of: readonly number[]; fill: Fill }> = {
    memories: { of: sizes.memories, fill: ofMemories },
    versions: { of: sizes.versions, fill: ofVersions },
    stores: { of: sizes.stores, fill: ofStores },
    sessions: { of: sizes.sessions, fill: ofSessions },
  }
  const rows: Row[] = []
  for (const [what, { of, fill }] of Object.entries(fills)) {
    const measured: Row[] = []
    for (const size of of) {
      const filled = await filledServer(ground, sizes, (db) => fill(db, size))
      measured.push(...startRows(filled, `${size.toLocaleString('en')} ${what}`, size))
      measured.push(...(await answers(filled.server, { what, size, ...sizes }, filled.about)))
      await filled.end()
    }
    rows.push(...compared(measured))
  }
  const server = await ground.server()
  const ofEvents: Row[] = []
  for (const size of sizes.events) {
    const about = { session: await talkOf(ground, server.url, size) }
    ofEvents.push(...(await answers(server, { what: 'events', size, ...sizes }, about)))
  }
  return [...rows, ...compared(ofEvents)]
}

interface FilledServer {
  server: RunningServer
  about: Record<string, string>
  /** milliseconds */
  fillMs: number
  starts: RunningServer['start'][]
  end: () => Promise<void>
}

async function filledServer(
  ground: Ground,
  { isAlone, starts: count }: Pick<Sizes, 'isAlone' | 'starts'>,
  fill: (db: Database) => Promise<Record<string, string>>,
): Promise<FilledServer> {
  const scratch = isAlone ? scratchFolder() : null
  const folder = scratch?.folder ?? ground.folder
  const shared = scratch ? null : await ground.server()
  const file = path.join(folder, 'palimpsest.db')
  await migrateSqlite(file)
  const db = openDatabase(`file:${file}`)
  const started = performance.now()
  const about = await fill(db)
  await db.close()
  const fillMs = performance.now() - started
  if (scratch) process.stderr.write(`filled in ${(fillMs / 1000).toFixed(0)} s\n`)
  let server = shared ?? (await startServer(folder))
  const starts = [server.start]
  while (scratch && starts.length < count) {
    await server.stop()
    server = await startServer(folder)
    starts.push(server.start)
  }
  return {
    ...{ server, about, fillMs, starts },
    end: async () => {
      if (!scratch) return
      await server.stop()
      scratch.discard()
    },
  }
}

/** How long a thousand take to fill in, and the server to start with them. */
function startRows({ fillMs, starts }: FilledServer, name: string, size: number): Row[] {
  const median = (of: (start: RunningServer['start']) => number) => percentile(starts.map(of), 0.5)
  const processor = median(({ processorMs }) => processorMs).toFixed(0)
  return [
    { group: 'filling in a thousand', name, p50: (fillMs / size) * 1000 },
    {
      group: 'from the start of the server to /readyz',
      ...{ name, p50: median(({ ms }) => ms) },
      note: `${processor} ms of the processor; median of ${starts.length}`,
    },
  ]
}

/** How much of the processor the server takes to answer each question, and how long. */
async function answers(
  server: RunningServer,
  {
    what,
    size,
    runs,
    questions,
  }: Pick<Sizes, 'runs' | 'questions'> & { what: string; size: number },
  about: Record<string, string>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, ask } of questionsOf(what, about).slice(0, questions)) {
    const before = server.processorTime()
    let asked = 0
    const times = await timesOf(runs, () => ask(server.url, ++asked))
    rows.push({
      group: `processor time: ${name}`,
      name: `${size.toLocaleString('en')} ${what}`,
      p50: (server.processorTime() - before) / Math.max(asked, 1),
      note: `answered in ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)}`,
    })
  }
  return rows
}

/** Each question against the smallest size; what grows beyond the aim says so. */
function compared(rows: readonly Row[]): Row[] {
  const questions = [...new Set(rows.map(({ group }) => group))]
  const ofQuestions = questions.map((question) => rows.filter(({ group }) => group === question))
  return ofQuestions.flatMap((of) =>
    withRatios(of, of[0]?.name ?? '', 'p50').map((row) =>
      (row.ratio ?? 0) > MAX_GROWTH && (row.p50 ?? 0) > MIN
        ? { ...row, note: `${row.note}; above ${MAX_GROWTH}×` }
        : row,
    ),
  )
}
