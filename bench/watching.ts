import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { SCRIPT } from './fill'
import { fileIn, filledIn, type Ground } from './ground'
import { inTurns, processorMs, timed } from './measure'
import { counted, type Measured, type Row } from './row'

/** Longer than the time after which a process looks for changes of others. */
const BETWEEN_MS = 60

const GROUPS = {
  'processor time of a commit, and of looking for changes after it': 1,
  'the same, with a second process on the file that finds the change': 2,
}

interface Sizes {
  watched: readonly number[]
  rounds: number
  commits: number
}

/**
 * Measures the processor time of a commit until the next in a process that follows many sessions
 * and as many stores besides the one that is written to: it has to tell what changed, and must not
 * look through all of them. Once alone, once beside another process that has the file open and
 * finds what changed; both are in this process.
 */
export async function watchingRows(ground: Ground, sizes: Sizes): Promise<Row[]> {
  const sides: { name: string; file: string }[] = []
  for (const count of sizes.watched) {
    const folder = ground.folder()
    await filledIn(folder, (db) => fill(db, count))
    sides.push({ name: counted(count, 'stores and sessions'), file: `file:${fileIn(folder)}` })
  }
  const rows: Row[] = []
  for (const [group, processes] of Object.entries(GROUPS)) {
    const acting = sides.map(({ name, file }) => ({
      ...{ name, act: () => commitsOn(file, processes, sizes.commits) },
    }))
    rows.push(...(await inTurns(group, acting, { rounds: sizes.rounds })))
  }
  return rows
}

/**
 * Returns the processor time of each commit while this many processes have the file open;
 * milliseconds.
 */
async function commitsOn(file: string, processes: number, commits: number): Promise<Measured> {
  const opened = Array.from({ length: processes }, () => openDatabase(file))
  const { value: times, longestMs } = await timed(async () => {
    const costs: number[] = []
    const [db] = opened
    if (!db) return costs
    const { id: storeId } = await createStore(db, { name: 'written to' })
    for (let commit = 0; commit < commits; commit++) {
      const before = processorMs()
      await createMemory(db, { storeId, path: `/${commit}.md`, content: 'x', cause: SCRIPT })
      await pause(BETWEEN_MS)
      costs.push(processorMs() - before)
    }
    return costs
  })
  for (const each of opened) await each.close()
  return { times, also: { 'ms the longest wait of others': longestMs } }
}

async function fill(db: Database, count: number): Promise<void> {
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  await db.write(async (tx) => {
    await tx.run(
      `INSERT INTO memory_stores (id, name, created_at, updated_at)
       ${numbers} SELECT 'memstore_w' || n, 'store ' || n, 1, 1 FROM numbers`,
    )
    await tx.run(
      `INSERT INTO sessions (id, settings, status, created_at, updated_at)
       ${numbers} SELECT 'sesn_w' || n, '{}', 'idle', 1, 1 FROM numbers`,
    )
  })
}
