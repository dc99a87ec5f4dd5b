import { db, padded } from '@/lib/db'
import { writersOf } from './actors'
import type { Writer } from './model/actor'
import { type FolderMemory, type FolderSum, listFolder } from './tree'

/** A memory that was changed lately. */
export interface NewestMemory extends FolderMemory {
  changedBy: Writer
}

/** What the overview of a store tells besides its changes and reads. */
export interface StoreFigures {
  largest: FolderMemory[]
  newest: NewestMemory[]
  /** folders of the first level, the largest first */
  folders: FolderSum[]
}

const shown = { id: true, path: true, size: true, sequence: true, updatedAt: true } as const

/** The largest and the newest memories of a store, at most this many each, and its folders. */
export async function storeFigures(storeId: string, most: number): Promise<StoreFigures> {
  const live = { storeId, path: { not: null } }
  const [largest, newest, { folders }] = await Promise.all([
    db.memory.findMany({
      where: live,
      select: shown,
      orderBy: [{ size: 'desc' }, { path: 'asc' }],
      take: most,
    }),
    db.memory.findMany({
      where: live,
      select: { ...shown, versionId: true },
      orderBy: { sequence: 'desc' },
      take: most,
    }),
    listFolder({ storeId, folder: '' }),
  ])
  const versions = await db.version.findMany({
    where: { id: { in: padded(newest.map(({ versionId }) => versionId)) } },
    select: { id: true, actorType: true, actorId: true, sessionId: true },
  })
  const writerOf = await writersOf(versions)
  const byId = new Map(versions.map((version) => [version.id, version]))
  return {
    largest: largest.map(asListed),
    newest: newest.flatMap(({ versionId, ...row }) => {
      const version = byId.get(versionId)
      return version ? [{ ...asListed(row), changedBy: writerOf(version) }] : []
    }),
    folders: folders.sort((one, other) => other.bytes - one.bytes),
  }
}

function asListed(row: {
  id: string
  path: string | null
  size: number | null
  sequence: number
  updatedAt: Date
}): FolderMemory {
  const { id, path, size, sequence, updatedAt } = row
  return { id, path: path ?? '', size: size ?? 0, sequence, changedAt: updatedAt }
}
