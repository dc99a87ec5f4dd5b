import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import type { Cause } from '@/lib/store/model/actor'
import { percentile, type Row, timed, withRatios } from './measure'
import { scratchDatabase, scratchFolder } from './scratch'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_bench' } }

/** Longer than the time after which a process looks for changes of others. */
const BETWEEN_MS = 60

/**
 * What a commit costs a process, in processor time until the next, with so many sessions and as many
 * stores besides the one that is written to: it has to tell what changed, and must not look through
 * all of them. Once alone, once beside another that has the file open and finds what changed; both
 * are of this process.
 */
export async function watchingRows(counts: readonly number[], commits: number): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const alone: Row[] = []
  const beside: Row[] = []
  for (const count of counts) {
    const db = await scratchDatabase(folder, `watching-${count}`)
    await fill(db, count)
    alone.push(await costOf(db, count, commits, OF_ONE))
    const other = openDatabase(`file:${path.join(folder, `watching-${count}.db`)}`)
    beside.push(await costOf(db, count, commits, OF_TWO))
    await other.close()
    await db.close()
  }
  discard()
  const baseline = nameOf(counts[0] ?? 0)
  return [...withRatios(alone, baseline, 'p50'), ...withRatios(beside, baseline, 'p50')]
}

const OF_ONE = 'processor time of a commit, and of looking for changes after it'
const OF_TWO = 'the same, with a second process on the file that finds the change'

async function costOf(db: Database, count: number, commits: number, group: string): Promise<Row> {
  const costs: number[] = []
  const { longestMs } = await timed(async () => {
    const { id: storeId } = await createStore(db, { name: 'written to' })
    for (let commit = 0; commit < commits; commit++) {
      const before = process.cpuUsage()
      await createMemory(db, { storeId, path: `/${commit}.md`, content: 'x', cause })
      await pause(BETWEEN_MS)
      const { user, system } = process.cpuUsage(before)
      costs.push((user + system) / 1000)
    }
  })
  return {
    group,
    name: nameOf(count),
    p50: percentile(costs, 0.5),
    p99: percentile(costs, 0.99),
    note: `longest wait of others ${longestMs.toFixed(0)} ms`,
  }
}

const nameOf = (count: number) => `${count.toLocaleString('en')} stores and sessions`

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
