import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startConnections } from '@/lib/connect/background/work-connections'
import { connectFolder } from '@/lib/connect/connect-folder'
import { inHands, workInHands } from '@/lib/connect/in-hands'
import { listConnections } from '@/lib/connect/list-connections'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Held } from './held-loop'
import { type Row, timed } from './measure'
import { part } from './part'
import { scratchDatabase, scratchFolder } from './scratch'

interface Sizes {
  /** files of the folders that are measured */
  sizes: readonly number[]
  /** how long a folder at rest is observed, milliseconds */
  restMs: number
}

const FILES_PER_FOLDER = 100

/** A watched folder: taken in for the first time, swept as it is, with one change, and at rest. */
export const foldersPart = part<Sizes>(
  { full: { sizes: [5_000, 100_000], restMs: 120_000 }, smoke: { sizes: [200], restMs: 200 } },
  async ({ sizes, restMs }) => {
    const rows: Row[] = []
    for (const files of sizes) rows.push(...(await measure(files, restMs)))
    return rows
  },
)

async function measure(files: number, restMs: number): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const db = await scratchDatabase(folder, 'folders')
  const root = path.join(folder, 'watched')
  for (let index = 0; index < files; index++) {
    const file = path.join(root, `d${Math.floor(index / FILES_PER_FOLDER)}`, `f${index}.md`)
    if (index % FILES_PER_FOLDER === 0) mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `# Fact ${index}\n\nThe lamp number ${index} turns left.\n`)
  }
  const { connectionId } = await connectFolder(db, {
    location: root,
    preset: 'folder',
    direction: 'read',
    store: { name: 'Folder' },
    cause: { actor: LOCAL_USER_ACTOR },
  })
  const before = process.memoryUsage().rss
  const taking = await timed(async () => workInHands(await inHands(db, connectionId)))
  const grown = process.memoryUsage().rss - before
  // As a process does that starts later: it knows its files from the database.
  const opening = await timed(() => inHands(db, connectionId))
  const hands = opening.value
  await workInHands(hands)
  const sweeping = await timedCpu(() => workInHands(hands))
  writeFileSync(path.join(root, 'd0', 'f0.md'), 'changed\n')
  const changing = await timedCpu(() => workInHands(hands))
  const rest = await atRest(db, connectionId, restMs)
  await db.close()
  discard()
  const group = `a folder of ${files.toLocaleString('en')} files`
  return [
    {
      group,
      name: 'taken in for the first time',
      note: `${noteOf(taking)}; ${Math.round(grown / 2 ** 20)} MB more resident`,
    },
    { group, name: 'opened by a later process', note: noteOf(opening) },
    { group, name: 'swept as it is', note: noteOf(sweeping) },
    { group, name: 'swept with one change', note: noteOf(changing) },
    { group, name: `at rest for ${restMs / 1000} s`, note: rest },
  ]
}

/** The share of a core that a folder takes which nobody changes. */
async function atRest(
  db: Awaited<ReturnType<typeof scratchDatabase>>,
  connectionId: string,
  ms: number,
): Promise<string> {
  const alone = await shareOfCore(ms / 4)
  await db.write((tx) => tx.run('UPDATE connections SET runner = NULL, swept_at = NULL'))
  const stop = startConnections(db)
  const isSwept = async () =>
    (await listConnections(db)).find(({ id }) => id === connectionId)?.sweptAt != null
  while (!(await isSwept())) await wait(100)
  // Until the watcher has looked at everything, and the sweep after that is over.
  await wait(Math.min(ms, 40_000))
  const share = await shareOfCore(ms)
  await stop()
  return `${share.toFixed(2)} % of a core, and ${alone.toFixed(2)} % without it`
}

/** Of the processor this process takes while nothing is asked of it; percent of a core. */
async function shareOfCore(ms: number): Promise<number> {
  const begun = process.cpuUsage()
  await wait(ms)
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 10 / ms
}

async function timedCpu<T>(work: () => Promise<T>) {
  const begun = process.cpuUsage()
  const measured = await timed(work)
  const { user, system } = process.cpuUsage(begun)
  return { ...measured, cpuSeconds: (user + system) / 1e6 }
}

function noteOf(measured: Held & { seconds: number; cpuSeconds?: number }): string {
  const { seconds, longestMs, longestOwnMs, cpuSeconds } = measured
  const cpu = cpuSeconds === undefined ? '' : ` (${cpuSeconds.toFixed(2)} s of processor)`
  return `${seconds.toFixed(2)} s${cpu}; nobody waited longer than ${longestMs.toFixed(0)} ms (${longestOwnMs.toFixed(0)} without collecting garbage)`
}
