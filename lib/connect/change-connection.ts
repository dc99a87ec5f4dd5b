import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { ConnectError } from './connect-error'
import { queueDifferences } from './core/queue-differences'
import type { Direction } from './model/connection'
import { type ConnectionRow, findConnection } from './sql/connections'
import { lockStore } from './sql/stores'

/** Has a connection rest: its folder is neither read nor written until it goes on. */
export async function pauseConnection(db: Database, connectionId: string): Promise<void> {
  await change(db, connectionId, ({ prisma }, { key }) =>
    prisma.connection.update({ where: { key }, data: { state: 'paused', problem: null } }),
  )
}

/**
 * A person's word on a folder that rests: the files that are gone were deleted on purpose, or what
 * stands in its place is the folder all the same.
 */
export const ACCEPTED = ['deletions', 'folder'] as const
export type Accepted = (typeof ACCEPTED)[number]

/** Has a connection go on; with `accepts` null it rests again if nothing has changed. */
export async function resumeConnection(
  db: Database,
  { connectionId, accepts }: { connectionId: string; accepts: Accepted | null },
): Promise<void> {
  await change(db, connectionId, ({ prisma }, { key, rootId }) =>
    prisma.connection.update({
      where: { key },
      data: {
        state: 'ok',
        problem: null,
        acceptsDeletions: Number(accepts === 'deletions'),
        // Who deleted a folder on purpose may have made it anew.
        rootId: accepts === null ? rootId : '',
      },
    }),
  )
}

/**
 * Sets whether changes in the store are carried out in the folder. When they begin to be, what
 * differs by then is carried out first; when they end to be, what waits stays in the history only.
 */
export async function setDirection(
  db: Database,
  { connectionId, direction }: { connectionId: string; direction: Direction },
): Promise<void> {
  await change(db, connectionId, async (tx, row) => {
    const { connection, memoryStore, outboxEntry } = tx.prisma
    await connection.update({ where: { key: row.key }, data: { direction } })
    if (direction === 'two_way' && row.seededAt !== null) await queueDifferences(tx, row)
    if (direction === 'two_way') return
    await memoryStore.update({ where: { key: row.storeKey }, data: { carriedOutBy: null } })
    await outboxEntry.deleteMany({
      where: { connectionKey: row.key, state: { in: ['waiting', 'failed'] } },
    })
  })
}

/**
 * Sets whether the policy of the store is asked before Claude Code writes in the folder, which its
 * hook PreToolUse must ask for (`answerBeforeCall`).
 */
export async function setGate(
  db: Database,
  { connectionId, isOn }: { connectionId: string; isOn: boolean },
): Promise<void> {
  await change(db, connectionId, ({ prisma }, { key }) =>
    prisma.connection.update({ where: { key }, data: { gate: Number(isOn) } }),
  )
}

/** Ends a connection; its store and its folder stay as they are. */
export async function removeConnection(db: Database, connectionId: string): Promise<void> {
  await change(db, connectionId, async ({ prisma }, { key, storeKey }) => {
    await prisma.memoryStore.update({ where: { key: storeKey }, data: { carriedOutBy: null } })
    await prisma.outboxEntry.deleteMany({ where: { connectionKey: key } })
    await prisma.connectionEntry.deleteMany({ where: { connectionKey: key } })
    await prisma.redactedText.deleteMany({ where: { storeKey } })
    await prisma.connection.deleteMany({ where: { key } })
  })
}

/** The store's row is locked first, as every change of the store does. */
async function change(
  db: Database,
  connectionId: string,
  job: (tx: WriteSql, row: ConnectionRow) => Promise<unknown>,
): Promise<void> {
  await db.write(async (tx) => {
    const row = await findConnection(tx, connectionId)
    if (!row) throw new ConnectError({ kind: 'connection_not_found', connectionId })
    await lockStore(tx, row.storeId)
    await job(tx, row)
    tx.touch(row.storeKey)
  })
}
