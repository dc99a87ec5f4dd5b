import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { settings } from '@/lib/settings'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { freeStoreName } from '@/lib/store/stores/store-names'
import type { Cause } from '@/lib/store/model/actor'
import { introduceActor } from '@/lib/store/stores/name-actor'
import { newId } from '@/lib/text/prefixed-id'
import { isInReach, locate } from '@/lib/transfer/disk-reach'
import { FolderNotAllowedError } from '@/lib/transfer/source'
import { ConnectError } from './connect-error'
import { folderId } from './core/file-stat'
import { watchedPaths } from './core/watched-paths'
import { CLAUDE_CODE, ON_THIS_COMPUTER } from './model/writers'
import type { Direction, Preset } from './model/connection'
import { lockStore } from './sql/stores'

export interface ConnectFolderInput {
  /** on this machine, absolute */
  location: string
  preset: Preset
  direction: Direction
  /** a new store of that name, or of one like it that is free, or one that there is */
  store: { name: string } | { namedAfter: string } | { id: string }
  cause: Cause
}

export interface Connected {
  connectionId: string
  storeId: string
}

/**
 * Connects a folder with a store: from then on a process watches it (lib/connect/background). A
 * folder is in one connection only, and so is a store. Throws `ConnectError` and `SourceError`;
 * refuses `store_not_found`, `invalid_input`.
 */
export async function connectFolder(db: Database, input: ConnectFolderInput): Promise<Connected> {
  const { watchRoots, dataDir } = settings()
  const location = await locate(input.location, { roots: watchRoots, closed: [dataDir] }).catch(
    (error: unknown) => {
      if (!(error instanceof FolderNotAllowedError)) throw error
      const { path } = error
      throw new ConnectError({ kind: 'folder_not_allowed', path, allowed: watchRoots })
    },
  )
  const stats = await stat(location, { bigint: true })
  if (!stats.isDirectory() || isInReach(dataDir, { roots: [location], closed: [] })) {
    throw new ConnectError({ kind: 'not_a_folder', path: location })
  }
  await refuseConnected(db, { location, preset: input.preset })
  await introduceActor(db, ON_THIS_COMPUTER, 'This computer')
  await introduceActor(db, CLAUDE_CODE, 'Claude Code')
  const { id: storeId } = await storeFor(db, input.store)
  const now = Date.now()
  const connectionId = newId('conn', now)
  const { actor } = input.cause
  await db.write(async (tx) => {
    const row = await lockStore(tx, storeId)
    const other = row && (await tx.prisma.connection.count({ where: { storeKey: row.key } }))
    if (!row || other !== 0) throw new ConnectError({ kind: 'store_connected', storeId })
    await tx.prisma.connection.create({
      data: {
        id: connectionId,
        storeKey: row.key,
        kind: 'folder',
        preset: input.preset,
        location,
        rootId: folderId(stats),
        direction: input.direction,
        actorType: actor.type,
        actorId: actor.id,
        createdAt: now,
      },
    })
    tx.touch(row.key)
  })
  return { connectionId, storeId }
}

async function storeFor(db: Database, store: ConnectFolderInput['store']): Promise<{ id: string }> {
  if ('id' in store) return getStore(db, store.id)
  const name = 'name' in store ? store.name : await freeStoreName(db, store.namedAfter)
  return createStore(db, { name, settings: {} })
}

/** Two connections never share a file. */
async function refuseConnected(db: Database, wanted: Watched): Promise<void> {
  const rows = await db.prisma.connection.findMany({
    where: { store: { deletedAt: null } },
    select: { location: true, preset: true },
  })
  const other = rows.find((row) => holds(row, wanted.location) || holds(wanted, row.location))
  if (other) throw new ConnectError({ kind: 'folder_connected', path: other.location })
}

interface Watched {
  location: string
  preset: Preset
}

/** Returns whether a folder is another one that is watched, or would be looked at with it. */
function holds(watched: Watched, location: string): boolean {
  if (watched.location === location) return true
  if (!isInReach(location, { roots: [watched.location], closed: [] })) return false
  return watchedPaths(watched)(`/${path.relative(watched.location, location)}`)
}
