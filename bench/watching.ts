import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import { createMemory } from '@/lib/store/create-memory'
import { createStore } from '@/lib/store/create-store'
import type { Cause } from '@/lib/store/model/actor'
import { percentile, type Row, timed, withRatios } from './measure'
import { scratchDatabase, scratchFolder } from './scratch'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_bench' } }

/** Longer than the time after which a process looks for changes of others. */
const BETWEEN_MS = 60

/**
 * What a commit costs a process, in processor time until the next, with so many sessions and as many
 * stores besides the one that is written to: it has to tell what changed, and must not look through
 * all of them.
 */
export async function watchingRows(counts: readonly number[], commits: number): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const rows: Row[] = []
  for (const count of counts) {
    const db = await scratchDatabase(folder, `watching-${count}`)
    await fill(db, count)
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
    await db.close()
    rows.push({
      group: 'processor time of a commit, and of looking for changes after it',
      name: nameOf(count),
      p50: percentile(costs, 0.5),
      p99: percentile(costs, 0.99),
      note: `longest wait of others ${longestMs.toFixed(0)} ms`,
    })
  }
  discard()
  return withRatios(rows, nameOf(counts[0] ?? 0), 'p50')
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
