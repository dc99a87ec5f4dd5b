import type { Database } from '@/lib/db/database'
import { startJob } from '@/lib/jobs/run-job'
import { openPath } from '@/lib/transfer/open-source'
import { runSeed } from '@/lib/transfer/seed-store'
import type { Source, SourceChange } from '@/lib/transfer/source'
import { watchReach } from '../watch-reach'
import type { ConnectionRow } from './connection-row'
import { isIgnoredPath } from './ignored-names'
import { queueDifferences } from './queue-differences'

/**
 * The folder as a source of memories: without what is no memory by its name, and with its history if
 * it lies in a git repository. Throws `SourceError`.
 */
async function folderAsSource(location: string, signal: AbortSignal): Promise<Source> {
  const source = await openPath({
    location,
    kind: 'folder',
    withHistory: true,
    withUncommitted: true,
    reach: await watchReach(),
    signal,
  })
  return {
    ...source,
    moments: async function* (own) {
      for await (const moment of source.moments(own)) {
        yield { ...moment, changes: moment.changes.flatMap(withoutIgnored) }
      }
    },
  }
}

function withoutIgnored(change: SourceChange): SourceChange[] {
  if (isIgnoredPath(change.path)) {
    const isLeft = change.op === 'rename' && !isIgnoredPath(change.from)
    return isLeft ? [{ op: 'delete', path: change.from }] : []
  }
  if (change.op !== 'rename' || !isIgnoredPath(change.from)) return [change]
  return change.bytes ? [{ op: 'write', path: change.path, bytes: change.bytes }] : []
}

/** Fills a store with its folder for the first time, as a job that its page shows. */
export async function seedFolder(
  db: Database,
  row: ConnectionRow,
  signal: AbortSignal,
): Promise<void> {
  const actor = { type: row.actor_type, id: row.actor_id }
  const source = await folderAsSource(row.location, signal)
  const { finished } = await startJob(db, {
    kind: 'seed',
    storeId: row.store_id,
    startedBy: actor,
    work: (control) =>
      runSeed(db, { storeId: row.store_id, source, withHistory: true, cause: { actor } }, control),
  })
  const job = await finished
  if (job.state !== 'done') throw new Error('a folder was not taken in whole')
  await db.write(async (tx) => {
    await tx.run('UPDATE connections SET seeded_at = ? WHERE key = ?', [Date.now(), row.key])
    if (row.direction === 'two_way') await queueDifferences(tx, row)
  })
}
