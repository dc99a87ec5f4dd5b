import { statSync } from 'node:fs'
import path from 'node:path'
import { createStore } from '@/lib/store/stores/change-stores'
import { getVersion, listVersions } from '@/lib/store/versions/read-versions'
import { openFile } from '@/lib/transfer/open-source'
import { runSeed } from '@/lib/transfer/seed-store'
import { REAL_HISTORY, realHistoryFile } from '@/tests/support/real-history'
import { percentile, type Row } from './measure'
import { part } from './part'
import { scratchDatabase, scratchFolder } from './scratch'

const LOOSE_GIT_OBJECTS_MB = 10.7

/** A real agent's memory imported with its history: duration, size, read speed. */
export const historyPart = part<{ moments: number }>(
  { full: { moments: REAL_HISTORY.moments }, smoke: { moments: 5 } },
  historyRows,
)

async function historyRows({ moments }: { moments: number }): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const history = realHistoryFile(moments)
  const db = await scratchDatabase(folder, 'history')
  const { id } = await createStore(db, { name: 'h', settings: { maxContentBytes: 1_000_000 } })
  const { signal } = new AbortController()
  const source = await openFile(history.file, 'history', signal)
  const started = performance.now()
  await runSeed(
    db,
    { storeId: id, source, withHistory: true, cause: { actor: { type: 'user', id: 'user_b' } } },
    { jobId: 'bench', signal, report: () => {} },
  )
  const seconds = (performance.now() - started) / 1000
  const megabytes = statSync(path.join(folder, 'history.db')).size / 1e6
  const { versions } = await listVersions(db, { storeId: id, limit: 1000 })
  const times: number[] = []
  for (const { id: versionId } of versions) {
    const start = performance.now()
    await getVersion(db, { storeId: id, versionId })
    times.push(performance.now() - start)
  }
  await db.close()
  history.discard()
  discard()
  const group = "a real agent's history, 747 versions, 24.7 MB"
  return [
    { group, name: 'imported and indexed', note: `${seconds.toFixed(1)} s` },
    {
      group,
      name: 'the database file, index and all',
      note: `${megabytes.toFixed(2)} MB`,
      ratio: megabytes / LOOSE_GIT_OBJECTS_MB,
      baseline: 'loose git objects',
    },
    {
      group,
      name: 'one version read',
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      note: `slowest ${Math.max(...times).toFixed(2)} ms`,
    },
  ]
}
