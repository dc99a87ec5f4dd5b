import { randomBytes } from 'node:crypto'
import { lstat, unlink } from 'node:fs/promises'
import { getMemory } from '@/lib/store/memories/read-memories'
import { StoreError } from '@/lib/store/model/problems'
import { redactedTextsOf, withoutRedactedTexts } from '@/lib/store/redaction/redacted-texts'
import { keepAside } from '@/lib/store/memories/take-in-files'
import { decodeUtf8, isUtf8Text, sha256Hex, utf8Bytes } from '@/lib/text/content'
import type { HeldFolder } from '@/lib/transfer/open-on-disk'
import type { ConnectionProblem, OutboxProblem } from '../model/connection'
import { checkPaths } from './check-paths'
import { ON_THIS_COMPUTER } from '../model/writers'
import { noteAgreed, noteGone } from '../sql/agreed-files'
import {
  begunChanges,
  deleteChange,
  deleteEarlierPending,
  deletePending,
  newestPending,
  nextCheckAt,
  noteFailed,
  noteSettling,
  noteWaiting,
  noteWriting,
  type OutboxRow,
  checkLater,
  settlingChanges,
  waitingChanges,
} from '../sql/outbox'
import { queueConflict, queueSettling } from '../sql/queued'
import { holdsVersion } from '../sql/versions'
import { type FileStat, remembered } from './file-stat'
import type { KnownFile } from './folder-files'
import type { WatchedFolder } from './watched-folder'
import { diskCode } from './read-file'
import {
  type BesideFiles,
  besideNames,
  bytesIn,
  hashOf,
  holdParent,
  isOfDisk,
  writeFileSafely,
} from './write-file'

/** The former file is looked at once more after this time, for a writer that still had it open. */
const RECHECK_MS = 5_000

/** Delay before retrying what could not be looked at or taken away; milliseconds. */
const COMPLETE_RETRY_MS = 60_000

/** A change that is overtaken so often is given up. */
const MAX_ATTEMPTS = 5

/** A file whose times are not known: it is read again with the next look. */
const UNREAD: FileStat = { size: 0, modifiedAt: 0, changedAt: 0, fileId: '' }

/** The head of the memory at a path, which the file is to hold; null: nothing. */
interface Wanted {
  content: string
  sha256: string
}

/** Changes that are carried out before anything else is looked at. */
const CHANGES_AT_ONCE = 500

/**
 * Carries out in the folder what waits to be, and tries again what is due: what is new or changed
 * first, then what is deleted, so that a rename never leaves the memory without a file. Returns why
 * the connection must rest; null: it goes on.
 */
export async function carryOut(
  folder: WatchedFolder,
  now: number,
): Promise<ConnectionProblem | null> {
  try {
    await carryOutAll(folder, now)
    return null
  } catch (error) {
    if (!(error instanceof FolderStoppedError)) throw error
    return error.problem
  }
}

class FolderStoppedError extends Error {
  override readonly name = 'FolderStoppedError'

  constructor(readonly problem: ConnectionProblem) {
    super(problem)
  }
}

async function carryOutAll(folder: WatchedFolder, now: number): Promise<void> {
  const { db, row, retries } = folder
  const waiting = await waitingChanges(db.read, row.key, CHANGES_AT_ONCE)
  const paths = new Set([...waiting.map(({ path }) => path), ...retries.due(now, CHANGES_AT_ONCE)])
  const carryOutNow = async (path: string) => {
    const problem = await carryOutAt(folder, path)
    if (problem === null) retries.noteDone(path)
    else retries.noteFailed(path, problem, now)
  }
  const deleted: string[] = []
  for (const path of paths) {
    await folder.maybeYield()
    const wanted = await wantedAt(folder, path)
    if (wanted === null) deleted.push(path)
    else if (!retries.isResting(now)) await carryOutNow(path)
  }
  // A full disk takes a deletion.
  for (const path of deleted) await carryOutNow(path)
}

async function wantedAt({ db, row }: WatchedFolder, path: string): Promise<Wanted | null> {
  const memory = await getMemory(db, { storeId: row.storeId, path }).catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
    throw error
  })
  if (!memory) return null
  const { content, sha256 } = memory
  if (sha256Hex(utf8Bytes(content)) !== sha256) throw new Error('a head has lost its content')
  return { content, sha256 }
}

/** Returns why it could not be carried out; null: it was, or nothing is to be. */
async function carryOutAt(folder: WatchedFolder, path: string): Promise<OutboxProblem | null> {
  const isWatched = folder.isWatched(path)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    // What changed on the disk first becomes a version, and overtakes what waits.
    const { problem: stopped } = await checkPaths(folder, [path])
    if (stopped !== null) throw new FolderStoppedError(stopped)
    const row = await newestPending(folder.db.read, folder.row, path)
    if (!row) return null
    // What would not be seen there would next be taken for deleted.
    if (!isWatched) return fail(folder, row, 'not_watched')
    const wanted = await wantedAt(folder, path)
    const base = folder.files.sha256At(path)
    if (base === (wanted?.sha256 ?? null)) return dropPending(folder, path)
    const problem = wanted && base === null ? sameName(folder, path) : null
    if (problem !== null) return fail(folder, row, problem)
    const written = await writeOnce(folder, row, wanted, base)
    if (written !== 'changed') return written
  }
  const row = await newestPending(folder.db.read, folder.row, path)
  return row ? fail(folder, row, 'in_the_way') : null
}

/** A file system may take two names for the same that differ in case or accents only. */
function sameName({ files: { known } }: WatchedFolder, path: string): OutboxProblem | null {
  const folded = fold(path)
  for (const other of known.keys()) if (other !== path && fold(other) === folded) return 'same_name'
  return null
}

const fold = (path: string) =>
  path
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** Returns why it failed, null if it did not; `changed`: the disk changed meanwhile. */
async function writeOnce(
  folder: WatchedFolder,
  waiting: OutboxRow,
  wanted: Wanted | null,
  base: string | null,
): Promise<OutboxProblem | 'changed' | null> {
  const { path } = waiting
  const token = randomBytes(9).toString('hex')
  const row = { ...waiting, token, baseSha256: base, wantedSha256: wanted?.sha256 ?? null }
  await folder.atStep('note the attempt')
  await folder.write((tx) => noteWriting(tx, row))
  const writtenAt = Date.now()
  const written = await writeFileSafely({
    root: folder.row.location,
    memoryPath: path,
    base,
    wanted: wanted && utf8Bytes(wanted.content),
    token,
    atStep: folder.atStep,
  })
  await folder.atStep('note what came of it')
  if (written.kind === 'changed') {
    await keepBeside(folder, row)
    await backToWaiting(folder, row)
    return 'changed'
  }
  if (written.kind === 'failed') {
    await keepBeside(folder, row)
    return fail(folder, row, written.problem)
  }
  // A file that is gone again since is found to be so by the next look.
  const stat = written.stat ? remembered(written.stat, writtenAt) : UNREAD
  const file = wanted && { ...stat, sha256: wanted.sha256 }
  await noteWritten(folder, row, file)
  if (written.kind === 'raced') await checkFormerFile(folder, row)
  else if (!written.hasBackup) await folder.write((tx) => deleteChange(tx, row.key))
  return null
}

/** Both sides agree again; the former file is looked at once more later. */
async function noteWritten(
  folder: WatchedFolder,
  row: OutboxRow,
  file: KnownFile | null,
): Promise<void> {
  const { path, sequence } = row
  await folder.write(async (tx) => {
    if (file) await noteAgreed(tx, folder.row, { path, file, sequence })
    else await noteGone(tx, folder.row, path)
    await noteSettling(tx, row.key, Date.now() + RECHECK_MS)
    await deleteEarlierPending(tx, folder.row.key, row)
    tx.touch(folder.row.storeKey)
  })
  folder.files.agree(path, file)
}

async function backToWaiting(folder: WatchedFolder, { key }: OutboxRow): Promise<void> {
  await folder.write((tx) => noteWaiting(tx, key))
}

async function dropPending(folder: WatchedFolder, path: string): Promise<null> {
  await folder.write(async (tx) => {
    await deletePending(tx, folder.row, path)
    tx.touch(folder.row.storeKey)
  })
  return null
}

async function fail(
  folder: WatchedFolder,
  row: OutboxRow,
  problem: OutboxProblem,
): Promise<OutboxProblem> {
  await folder.write(async (tx) => {
    await noteFailed(tx, row.key, problem)
    await deleteEarlierPending(tx, folder.row.key, row)
    tx.touch(folder.row.storeKey)
  })
  return problem
}

/** The result of a look beside a file. */
interface Beside {
  /** the change of the store that a content became which no version held; null: there was none */
  kept: number | null
  /** the disk refused to have something read or removed: it is to be looked at again */
  isLeft: boolean
}

const NOTHING_BESIDE: Beside = { kept: null, isLeft: false }

/** After an attempt that wrote nothing: see `lookBeside`. */
async function keepBeside(folder: WatchedFolder, row: OutboxRow): Promise<void> {
  const { isLeft } = await lookBeside(folder, row)
  if (!isLeft) return
  const now = Date.now()
  const settlesAt = now + COMPLETE_RETRY_MS
  await folder.write((tx) => queueSettling(tx, row.key, { now, settlesAt }))
}

/**
 * Looks at what lies beside a file after an attempt: a content of the former file that no version
 * holds becomes one. Removes both files.
 */
async function lookBeside(folder: WatchedFolder, row: OutboxRow): Promise<Beside> {
  if (row.token === null) return NOTHING_BESIDE
  const names = besideNames(row.token)
  let held: HeldFolder | null = null
  try {
    held = await holdParent(folder.row.location, row.path)
    return await takeFromBeside(folder, row, held, names)
  } catch (error) {
    if (!isOfDisk(error)) throw error
    return { kept: null, isLeft: diskCode(error) !== 'ENOENT' }
  } finally {
    await held?.close()
  }
}

async function takeFromBeside(
  folder: WatchedFolder,
  row: OutboxRow,
  held: HeldFolder,
  { fresh, backup }: BesideFiles,
): Promise<Beside> {
  const bytes = await bytesIn(held, backup)
  const isThere = bytes !== null || (await isIn(held, backup))
  // What cannot be a memory stays where it is.
  if (isThere && (bytes === null || !isUtf8Text(bytes))) return NOTHING_BESIDE
  let kept: number | null = null
  // What both sides agreed about is kept as nothing new: a redaction may have taken it since.
  const isOther = bytes !== null && sha256Hex(bytes) !== row.baseSha256
  const content = isOther ? await withoutRedacted(folder, decodeUtf8(bytes)) : null
  if (content !== null && !(await isVersion(folder, row, sha256Hex(utf8Bytes(content))))) {
    await folder.atStep('keep what raced')
    await keepAside(folder.db, {
      storeId: folder.row.storeId,
      path: row.path,
      content,
      cause: { actor: ON_THIS_COMPUTER },
      within: async (tx, sequence) => {
        await folder.requireLease(tx)
        kept = sequence
      },
    })
  }
  await folder.atStep('remove what lies beside')
  const areGone = [await isRemoved(held, fresh), await isRemoved(held, backup)]
  return { kept, isLeft: areGone.includes(false) }
}

async function isIn(held: HeldFolder, name: string): Promise<boolean> {
  return (await lstat(held.at(name)).catch(() => null)) !== null
}

/** Removes a file; returns whether nothing is there any more. */
async function isRemoved(held: HeldFolder, name: string): Promise<boolean> {
  return unlink(held.at(name)).then(
    () => true,
    (error: unknown) => diskCode(error) === 'ENOENT',
  )
}

async function withoutRedacted({ db, row }: WatchedFolder, text: string): Promise<string> {
  return withoutRedactedTexts(await redactedTextsOf(db.read, row.storeKey), text)
}

/** Returns whether a version of the path has this content. */
async function isVersion(
  { db, row }: WatchedFolder,
  { nodeKey }: OutboxRow,
  sha256: string,
): Promise<boolean> {
  return holdsVersion(db.read, { nodeKey, storeKey: row.storeKey, sha256 })
}

/** The last look at a former file: what was still written to it becomes a version, and a conflict. */
async function checkFormerFile(folder: WatchedFolder, row: OutboxRow): Promise<void> {
  const { kept, isLeft } = await lookBeside(folder, row)
  await folder.write(async (tx) => {
    const now = Date.now()
    if (kept !== null) await queueConflict(tx, row.key, { sequence: kept, now })
    if (isLeft) await checkLater(tx, row.key, now + COMPLETE_RETRY_MS)
    else await deleteChange(tx, row.key)
    tx.touch(folder.row.storeKey)
  })
}

/**
 * Checks the former files that are due. Returns when the next one is, in milliseconds since 1970;
 * null: there is none.
 */
export async function completeDue(folder: WatchedFolder, now: number): Promise<number | null> {
  const { db, row } = folder
  for (const due of await settlingChanges(db.read, row.key, now)) await checkFormerFile(folder, due)
  return nextCheckAt(db.read, row.key)
}

/**
 * Finishes what a process that ended in the middle of an attempt left: by what the file holds, the
 * attempt was carried out or was not. Before anything is taken in.
 */
export async function recover(folder: WatchedFolder): Promise<void> {
  for (const row of await begunChanges(folder.db.read, folder.row.key)) {
    const file = folder.fileAt(row.path)
    const holds = await hashOf(file).catch(() => null)
    await folder.atStep('recover')
    if (row.wantedSha256 === null ? holds !== null : holds !== row.wantedSha256) {
      await keepBeside(folder, row)
      await backToWaiting(folder, row)
      continue
    }
    const known = row.wantedSha256 === null ? null : { ...UNREAD, sha256: row.wantedSha256 }
    await noteWritten(folder, row, known)
  }
}
