import { z } from 'zod'
import { db, type Tx, write } from '@/lib/db'
import { chunked } from '@/lib/text/lists'
import { registerJob } from './jobs'

const ROWS_A_TRANSACTION = 500

type Some = { where: { storeId: string }; limit: number }

/** Tables of which a store may have very many rows; versions first, which go with their memories else. */
const MANY = [
  (tx: Tx, some: Some) => tx.version.deleteMany(some),
  (tx: Tx, some: Some) => tx.memory.deleteMany(some),
  (tx: Tx, some: Some) => tx.memoryRead.deleteMany(some),
]

/** Searches in sessions that had the store attached, also beside others: their answers may quote it. */
async function forgetSearches(tx: Tx, storeId: string): Promise<void> {
  const sessions = await tx.sessionStore.findMany({
    where: { storeId },
    select: { sessionId: true },
  })
  for (const some of chunked(sessions, ROWS_A_TRANSACTION)) {
    const sessionId = { in: some.map((each) => each.sessionId) }
    await tx.job.deleteMany({ where: { kind: 'cause', sessionId } })
  }
}

/** Takes away the rows of a deleted store, a few at a time, and the store's row last. */
registerJob('purge', async ({ input }, { report }) => {
  const storeId = z.string().parse(input.storeId)
  const where = { storeId }
  const versions = await db.version.count({ where })
  let done = 0
  for (const deleteSome of MANY) {
    for (let count = ROWS_A_TRANSACTION; count === ROWS_A_TRANSACTION; done += count) {
      await report('deleting', Math.min(done, versions), versions)
      const deleted = await write((tx) => deleteSome(tx, { where, limit: ROWS_A_TRANSACTION }))
      count = deleted.count
    }
  }
  const gone = async (tx: Tx) => {
    // Reports of what was taken in name its paths, and answers tell of its texts.
    await tx.job.deleteMany({ where: { storeId, kind: { in: ['seed', 'cause', 'test'] } } })
    await forgetSearches(tx, storeId)
    await tx.store.deleteMany({ where: { id: storeId } })
  }
  await write(gone, { isLong: true })
  return { versions }
})
