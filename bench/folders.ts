import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startConnections } from '@/lib/connect/background/work-connections'
import { connectFolder } from '@/lib/connect/connect-folder'
import { inHands, workInHands } from '@/tests/support/in-hands'
import { listConnections } from '@/lib/connect/list-connections'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Ground } from './ground'
import { processorMs, timed } from './measure'
import { part } from './part'
import { counted, type Row, toldRows } from './row'

const FILES_PER_FOLDER = 100

/** A watched folder: taken in for the first time, swept as it is, with one change, and at rest. */
export const foldersPart = part(
  {
    /** files of the folders */
    sizes: [[5_000, 100_000], [200]],
    /** time for which a folder at rest is observed, milliseconds */
    restMs: [120_000, 200],
  },
  async ({ sizes, restMs }, ground) => {
    const rows: Row[] = []
    for (const files of sizes) {
      const group = `a folder of ${counted(files, 'files')}`
      const notes = await ground.apart((own) => notesOf(own, files, restMs))
      rows.push(...toldRows(group, notes))
    }
    return rows
  },
)

/** Measures a folder of that many files; returns the note of each row by its name. */
async function notesOf(ground: Ground, files: number, restMs: number) {
  const db = await ground.database()
  const root = path.join(ground.folder(), 'watched')
  const fileOf = (index: number) =>
    path.join(root, `d${Math.floor(index / FILES_PER_FOLDER)}`, `f${index}.md`)
  for (let index = 0; index < files; index++) {
    const file = fileOf(index)
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
  const grown = Math.round((process.memoryUsage().rss - before) / 2 ** 20)
  // As a process does that starts later: it knows its files from the database.
  const opening = await timed(() => inHands(db, connectionId))
  const hands = opening.value
  await workInHands(hands)
  const sweeping = await timed(() => workInHands(hands))
  writeFileSync(fileOf(0), 'changed\n')
  const changing = await timed(() => workInHands(hands))
  return {
    'taken in for the first time': `${taking.note}; ${grown} MB more resident`,
    'opened by a later process': opening.note,
    'swept as it is': sweeping.note,
    'swept with one change': changing.note,
    [`at rest for ${restMs / 1000} s`]: await atRest(db, connectionId, restMs),
  }
}

/** The share of a core that a folder takes which nobody changes. */
async function atRest(db: Database, connectionId: string, ms: number): Promise<string> {
  const alone = await shareOfCore(ms / 4)
  await db.write((tx) => tx.run('UPDATE connections SET runner = NULL, swept_at = NULL'))
  const stop = startConnections(db)
  const isSwept = async () =>
    (await listConnections(db)).find(({ id }) => id === connectionId)?.sweptAt != null
  while (!(await isSwept())) await pause(100)
  // Until the watcher has looked at everything, and the sweep after that is over.
  await pause(Math.min(ms, 40_000))
  const share = await shareOfCore(ms)
  await stop()
  return `${share.toFixed(2)} % of a core, and ${alone.toFixed(2)} % without it`
}

/** Returns the share of a core that this process takes while nothing is asked of it, in percent. */
async function shareOfCore(ms: number): Promise<number> {
  const before = processorMs()
  await pause(ms)
  return ((processorMs() - before) * 100) / ms
}
