import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { db, type Reader, write } from '@/lib/db'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import { settings } from '@/lib/settings'
import { byActor, type Cause } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores'
import { storeArchived } from '@/lib/store/model/problems'
import { newId } from '@/lib/text/ids'
import { fromHome, isIn } from '@/lib/transfer/folder'
import { diskAt, diskCode, rootMark } from './disk'
import {
  MAX_FILES,
  type Preset,
  PRESETS,
  type RealPath,
  reportSchema,
  type State,
  STATES,
} from './model'
import { included } from './names'
import type { ConnectionRow } from './pass'
import { placeOf } from './real-path'
import { noteRows, type RowChange } from './rows'
import { lookAt, TooManyFiles } from './scan'

/** Which folders are in step with which stores. People alone say so. */

/** A folder that is kept in step with a store. */
export interface Connection extends ConnectionRow {
  storeId: string
  storeName: string
  preset: Preset
  location: string
  rootMark: string
  hasGate: boolean
}

const includeSchema = z.array(z.string().min(1).max(200)).max(50).nullable()

const select = { include: { store: { select: { name: true } } } } as const

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

const findRow = (id: string) => db.connection.findUnique({ where: { id }, ...select })

const asConnection = ({ store, ...row }: Row): Connection => ({
  ...row,
  storeName: store.name,
  preset: z.enum(PRESETS).parse(row.preset),
  state: z.enum(STATES).catch('ok').parse(row.state),
  // A redaction may leave what nobody may give; all of the folder is never meant by that.
  include: z.array(z.string()).nullable().catch([]).parse(row.include),
  report: reportSchema.parse(row.report),
})

/** All folders in step, the oldest first; those of deleted stores are gone. */
export async function listConnections(): Promise<Connection[]> {
  const where = { store: { deletedAt: null } }
  const rows = await db.connection.findMany({ where, orderBy: { createdAt: 'asc' }, ...select })
  return rows.map(asConnection)
}

/** A folder in step; null: it is none any more. */
export async function findConnection(id: string): Promise<Connection | null> {
  const row = await findRow(id)
  return row && asConnection(row)
}

const notConnected = (id: string) =>
  new Refusal('connection_not_found', `There is no folder ${id} in step.`, { connection_id: id })

/** Refuses a folder that cannot be kept in step, by `why`. */
const refused = (why: string, words: string, named: string) =>
  new Refusal('folder_refused', `${named} ${words}`, { why, path: named })

export interface NewConnection {
  storeId: string
  /** as a person named it, or as it was found */
  folder: string
  preset: Preset
  /** *Only these*: globs; null: all that is a memory */
  only: readonly string[] | null
  isTwoWay: boolean
  /** what both sides held when the store was filled from the folder */
  agreed?: readonly RowChange[]
}

/**
 * Keeps a folder in step with a store from now on. Refuses `folder_not_allowed`, `folder_refused` (it is not
 * there, no folder, not to be read, the home or the root itself, around the data folder, in or around another one, or has too
 * many files), `store_not_found`, `store_archived`.
 */
export async function connect(asked: NewConnection, { actor }: Cause): Promise<Connection> {
  const { storeId, preset, only, isTwoWay, agreed = [] } = asked
  if ((await getStore(storeId)).archivedAt) throw storeArchived(storeId)
  const location = await folderToConnect(asked.folder, only)
  const id = newId('folder')
  await write(async (tx) => {
    // Another one may have been connected since.
    await refuseOverlaps(tx, location)
    if (await tx.connection.findFirst({ where: { storeId }, select: { id: true } })) {
      throw refused('store_taken', 'cannot be: the store is in step with another folder.', location)
    }
    const data = {
      id,
      storeId,
      preset,
      location,
      isTwoWay,
      ...(only && { include: includeSchema.parse(only) ?? [] }),
      rootMark: (await rootMark(location)) ?? '',
      report: reportSchema.parse({}),
      ...byActor(actor),
      createdAt: new Date(),
    }
    await tx.connection.create({ data, select: { id: true } })
    await noteRows(tx, id, agreed)
  })
  wake(id)
  const made = await findConnection(id)
  if (!made) throw notConnected(id)
  return made
}

/** The real path of a folder that may be connected. Refuses as `connect`. */
export async function folderToConnect(
  named: string,
  only: readonly string[] | null,
): Promise<RealPath> {
  const { place, allowed } = (await placeOf(fromHome(named))) ?? {}
  if (place === undefined) throw refused('nothing_there', 'is not there.', named)
  const mark = await rootMark(place)
  if (mark === null) throw refused('no_folder', 'is no folder.', named)
  const home = await placeOf(homedir())
  const data = await placeOf(settings().dataDir)
  const isTooWide =
    place === path.parse(place).root || place === home?.place || isIn(place, data?.place ?? '/')
  if (isTooWide) throw refused('too_wide', 'is the root, the home, or around our own data.', named)
  if (!allowed) {
    const roots = settings().watchRoots.join(', ')
    const words = `${named} is outside of the folders that may be kept in step: ${roots}. WATCH_ROOTS names others.`
    throw new Refusal('folder_not_allowed', words, { path: named, roots, setting: 'WATCH_ROOTS' })
  }
  await refuseOverlaps(db, allowed)
  try {
    const disk = diskAt(allowed)
    const signal = AbortSignal.timeout(60_000)
    await lookAt({ disk, included: included(only), isOwnData: () => false, signal })
  } catch (error) {
    if (diskCode(error) !== null) throw refused('not_readable', 'cannot be read.', named)
    if (!(error instanceof TooManyFiles)) throw error
    throw refused('too_many_files', `has more than ${MAX_FILES} files.`, named)
  }
  return allowed
}

/** A folder belongs to one store, and none lies in another. */
async function refuseOverlaps(tx: Pick<Reader, 'connection'>, location: RealPath): Promise<void> {
  const all = await tx.connection.findMany({ select: { location: true } })
  const other = all.find((each) => isIn(each.location, location) || isIn(location, each.location))
  if (!other) return
  const words = `is in, around or the same as ${other.location}, which is in step already.`
  throw refused('overlaps', words, location)
}

/** What a person changes of a folder in step. */
export type ConnectionChange =
  | { isTwoWay: boolean }
  | { hasGate: boolean }
  | { isPaused: boolean }
  /** `files_missing`: *They were deleted* */
  | { areDeleted: true }
  /** `folder_replaced`: *It is the same* */
  | { isTheSame: true }

/** Changes a folder in step, and looks at it at once. Refuses `connection_not_found`. */
export async function changeConnection(id: string, asked: ConnectionChange): Promise<void> {
  const known = await findConnection(id)
  if (!known) throw notConnected(id)
  const data = await dataOf(known, asked)
  await write((tx) => tx.connection.updateMany({ where: { id }, data }))
  wake(id)
}

async function dataOf({ location, state }: Connection, asked: ConnectionChange) {
  const passedAt = new Date()
  // All of the store is looked at again.
  if ('isTwoWay' in asked) return { ...asked, seenSequence: -1, passedAt }
  if ('hasGate' in asked) return { ...asked, passedAt }
  if ('areDeleted' in asked) return { acceptsDeletions: true, passedAt }
  if ('isTheSame' in asked) {
    return { rootMark: (await rootMark(location)) ?? '', state: 'ok', passedAt }
  }
  if (asked.isPaused) return { state: 'paused', passedAt }
  return { state: state === 'paused' ? 'ok' : state, seenSequence: -1, passedAt }
}

/** Ends the keeping in step; store and files stay. Refuses `connection_not_found`. */
export async function disconnect(id: string): Promise<void> {
  const { count } = await write((tx) => tx.connection.deleteMany({ where: { id } }))
  if (count === 0) throw notConnected(id)
  wake(id)
}

/** Who works on folders in this process is told that one is to be looked at. */
const wakers = perProcess('wakers of folders', () => new Set<(id: string) => void>())

/** Has a folder looked at, if this process works on it. */
export const wake = (id: string): void => {
  for (const each of wakers) each(id)
}

/** Tells of folders that a person changed, until the signal aborts. */
export function onWake(waker: (id: string) => void, signal: AbortSignal): void {
  wakers.add(waker)
  signal.addEventListener('abort', () => wakers.delete(waker), { once: true })
}

/** The folder of a connection as a disk, once it is known to be the same; else why it rests. */
export async function diskOf({
  location,
  rootMark: mark,
}: Connection): Promise<{ disk: ReturnType<typeof diskAt> } | { state: State }> {
  const found = await placeOf(location)
  if (!found) return { state: 'folder_missing' }
  // A link stands where the folder was, or it moved.
  if (found.place !== location) return { state: 'folder_replaced' }
  if (!found.allowed) return { state: 'folder_not_allowed' }
  const now = await rootMark(location)
  if (now === null) return { state: 'folder_missing' }
  return now === mark ? { disk: diskAt(found.allowed) } : { state: 'folder_replaced' }
}
