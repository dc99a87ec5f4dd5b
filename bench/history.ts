import { readFileSync, statSync } from 'node:fs'
import { createStore } from '@/lib/store/stores/change-stores'
import { getVersion, listVersions } from '@/lib/store/versions/read-versions'
import { openFile } from '@/lib/transfer/open-source'
import { runSeed } from '@/lib/transfer/seed-store'
import { REAL_HISTORY, realHistoryFile } from '@/tests/support/real-history'
import { fileIn } from './ground'
import { clocked } from './measure'
import { part } from './part'
import { rowOf } from './row'

const LOOSE_GIT_OBJECTS_MB = 10.7

/** A real agent's memory imported with its history: duration, size, read speed. */
export const historyPart = part(
  { moments: [REAL_HISTORY.moments, 5] },
  async ({ moments }, ground) => {
    const folder = ground.folder()
    const db = await ground.database(folder)
    const { file } = ground.keep(realHistoryFile(moments), (history) => history.discard())
    const settings = { maxContentBytes: 1_000_000 }
    const { id: storeId } = await createStore(db, { name: 'h', settings })
    const { signal } = new AbortController()
    const source = await openFile(file, 'history', signal)
    const importing = clocked(runSeed)
    const ms = await importing(
      db,
      { storeId, source, withHistory: true, cause: { actor: { type: 'user', id: 'user_b' } } },
      { jobId: 'bench', signal, report: () => {} },
    )
    const megabytes = statSync(fileIn(folder)).size / 1e6
    const { versions } = await listVersions(db, { storeId, limit: 1000 })
    const read = clocked((versionId: string) => getVersion(db, { storeId, versionId }))
    const times: number[] = []
    for (const { id } of versions) times.push(await read(id))
    const group = "a real agent's history, 747 versions, 24.7 MB"
    return [
      { group, name: 'imported and indexed', note: `${(ms / 1000).toFixed(1)} s` },
      {
        ...{ group, name: 'the database file, index and all' },
        note: `${megabytes.toFixed(2)} MB`,
        ...{ ratio: megabytes / LOOSE_GIT_OBJECTS_MB, baseline: 'loose git objects' },
      },
      rowOf(group, 'one version read', [[{ times }]]),
    ]
  },
)

/** A change of the history. */
export interface RealChange {
  op: 'write' | 'rename' | 'delete'
  path: string
  from?: string
  content?: string
}

/** Returns the changes of the first moments of the history, in their order. */
export function realChanges(moments: number): RealChange[] {
  const history = realHistoryFile(moments)
  const lines = readFileSync(history.file, 'utf8').trim().split('\n')
  history.discard()
  return lines.flatMap((line) => (JSON.parse(line) as { changes: RealChange[] }).changes)
}
