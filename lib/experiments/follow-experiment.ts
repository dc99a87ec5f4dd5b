import type { Database } from '@/lib/db/database'
import { followWork } from '@/lib/live/follow-work'
import { ExperimentError } from './problems'
import { getExperiment, type ShownExperiment } from './read-experiments'
import { runById } from './sql/experiment-runs'

/**
 * An experiment with the table of a run as it is, again after each of its answers, and once it is over:
 * the last. Ends then, when it is gone, or when the signal is aborted.
 */
export async function* followExperiment(
  db: Database,
  {
    signal,
    ...asked
  }: { storeId: string; experimentId: string; runId: string; signal: AbortSignal },
): AsyncGenerator<ShownExperiment> {
  const find = () => runById(db.read, asked.runId)
  const row = await find()
  if (!row) return
  const shown = followWork({
    changes: db.changes,
    key: row.storeKey,
    state: async () => {
      const now = await find()
      return now ? `${now.status} ${now.requests}` : null
    },
    read: async () => {
      const read = await getExperiment(db, asked).catch(toGone)
      return read && { read, finishedAt: read.run.finishedAt }
    },
    signal,
  })
  for await (const { read } of shown) yield read
}

/** It went between two looks at it. */
function toGone(error: unknown): null {
  if (error instanceof ExperimentError) return null
  throw error
}
