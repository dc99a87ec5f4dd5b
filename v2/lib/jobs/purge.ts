import { z } from 'zod'
import { db, type Tx, write } from '@/lib/db'
import { registerJob } from './jobs'

const VERSIONS_A_TRANSACTION = 500

/** Takes away the rows of a deleted store, a few at a time, and the store's row last. */
registerJob('purge', async ({ input }, { report }) => {
  const storeId = z.string().parse(input.storeId)
  const total = await db.version.count({ where: { storeId } })
  for (let done = 0; ; done += VERSIONS_A_TRANSACTION) {
    await report('deleting', Math.min(done, total), total)
    const { count } = await write((tx) =>
      tx.version.deleteMany({ where: { storeId }, limit: VERSIONS_A_TRANSACTION }),
    )
    if (count < VERSIONS_A_TRANSACTION) break
  }
  const gone = async (tx: Tx) => {
    // Reports of what was taken in name its paths.
    await tx.job.deleteMany({ where: { storeId, kind: 'seed' } })
    await tx.store.deleteMany({ where: { id: storeId } })
  }
  await write(gone, { isLong: true })
  return { versions: total }
})
