import type { Database, WriteJob } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import type { VersionRow } from '../versions/sql/version-rows'
import { readText } from '../contents/stored-content'
import { versionAt } from '../versions/read-versions'
import type { MemoryChange, MemoryText } from '../model/memory-change'
import { storeByKey, versionsOfCall, versionsOfToolUse } from './sql/trials'

/** The change of a memory that a write would make. */
export interface ProposedChange extends MemoryChange<MemoryText> {
  storeId: string
  /** the version that it starts from; null: the memory is new */
  baseVersionId: string | null
}

/**
 * Identifies the changes: by a session's tool use; or by a tool use without a session, in one store
 * after this sequence.
 */
export type Recognised =
  | { sessionId: string; toolUseId: string }
  | { sinceSequence: number; toolUseId: string }

/**
 * The one change whose text a person may write anew; null: a deletion or a rename has none, and of
 * several none is meant.
 */
export function editedChange(changes: readonly ProposedChange[]): ProposedChange | null {
  const [only, ...others] = changes
  if (!only?.after || others.length > 0) return null
  return only.before === null || only.before.path === only.after.path ? only : null
}

/**
 * Runs `work` on a database that rolls back every change, and returns what would have been changed:
 * the same code makes the real changes, so what is shown is what will happen. `cause` must
 * identify the changes.
 */
export async function proposeChanges<T>(
  db: Database,
  cause: Recognised,
  work: (db: Database) => Promise<T>,
): Promise<{ value: T; changes: ProposedChange[] }> {
  const changes: ProposedChange[] = []
  const trial: Database = {
    kind: db.kind,
    read: db.read,
    prisma: db.prisma,
    bulk: db.bulk,
    changes: db.changes,
    sessionChanges: db.sessionChanges,
    health: db.health,
    lookForDamage: () => db.lookForDamage(),
    keepRedactions: (tx, marks) => db.keepRedactions(tx, marks),
    listRedactions: () => db.listRedactions(),
    write: async (job) => {
      const done = await takeBack(db, job, cause)
      changes.push(...done.changes)
      return done.value
    },
    isIdle: () => db.isIdle(),
    compact: (tables) => db.compact(tables),
    files: () => db.files(),
    integrityProblems: () => db.integrityProblems(),
    close: () => db.close(),
  }
  return { value: await work(trial), changes }
}

interface Trial<T> {
  value: T
  changes: ProposedChange[]
}

/** Runs a job, reads what it changed, and rolls the transaction back. */
async function takeBack<T>(db: Database, job: WriteJob<T>, cause: Recognised): Promise<Trial<T>> {
  let trial: Trial<T> | undefined
  const brokenOff = new Error('taken back')
  await db
    .write(async (tx) => {
      const touched = new Set<number>()
      const value = await job({ ...tx, touch: (key) => void touched.add(key) })
      const changes: ProposedChange[] = []
      for (const storeKey of touched) changes.push(...(await changesOf(tx, storeKey, cause)))
      trial = { value, changes }
      throw brokenOff
    })
    .catch((error: unknown) => {
      if (error !== brokenOff) throw error
    })
  if (!trial) throw new Error('a trial did not end')
  return trial
}

/**
 * The versions that a cause's changes to these stores, within a transaction, start from: one a
 * memory.
 */
export async function basesOfCause(
  tx: WriteSql,
  storeKeys: Iterable<number>,
  cause: Recognised,
): Promise<Pick<ProposedChange, 'baseVersionId'>[]> {
  const bases: Pick<ProposedChange, 'baseVersionId'>[] = []
  for (const storeKey of storeKeys) {
    const written = new Set<number>()
    for (const row of await versionsOf(tx, storeKey, cause)) {
      if (written.has(row.memoryKey)) continue
      written.add(row.memoryKey)
      const previous = await versionAt(tx, row.memoryKey, row.sequence - 1)
      bases.push({ baseVersionId: previous?.id ?? null })
    }
  }
  return bases
}

function versionsOf(tx: WriteSql, storeKey: number, cause: Recognised): Promise<VersionRow[]> {
  if ('sessionId' in cause) return versionsOfCall(tx, storeKey, cause)
  return versionsOfToolUse(tx, storeKey, cause)
}

async function changesOf(
  tx: WriteSql,
  storeKey: number,
  cause: Recognised,
): Promise<ProposedChange[]> {
  const rows = await versionsOf(tx, storeKey, cause)
  const store = await storeByKey(tx, storeKey)
  const changes: ProposedChange[] = []
  for (const row of rows) changes.push(await changeBy(tx, storeKey, store?.id ?? '', row))
  return changes
}

async function changeBy(
  tx: WriteSql,
  storeKey: number,
  storeId: string,
  row: VersionRow,
): Promise<ProposedChange> {
  const previous = await versionAt(tx, row.memoryKey, row.sequence - 1)
  return {
    storeId,
    memoryId: row.memoryId,
    baseVersionId: previous?.id ?? null,
    before: await stateAt(tx, storeKey, previous),
    after: await stateAt(tx, storeKey, row),
  }
}

async function stateAt(
  tx: WriteSql,
  storeKey: number,
  row: VersionRow | undefined,
): Promise<MemoryText | null> {
  if (!row || row.operation === 'deleted' || row.path === null) return null
  const content = await readText(tx, storeKey, row.sequence)
  return content === null ? null : { path: row.path, content }
}
