import type { WriteSql } from '@/lib/db/sql'
import type { Cause } from '@/lib/store/model/actor'
import { StoreError, type StoreProblem } from '@/lib/store/model/problems'
import {
  type RedactedTexts,
  redactedTextsOf,
  withoutRedactedTexts,
} from '@/lib/store/redaction/redacted-texts'
import { type FileStep, type TakenIn, takeInFiles } from '@/lib/store/memories/take-in-files'
import { groupedBy } from '@/lib/text/grouped-by'
import type { UnwatchedReason } from '../model/connection'
import { noteAgreed, noteGone, noteSame } from '../sql/agreed-files'
import { queueChange } from '../sql/queued'
import { newestRedacted } from '../sql/stores'
import { causeBy, type Happened, noteWriter, writersOf } from './attribute'
import { type FileStat, isSameStat } from './file-stat'
import { areDeleted, isThere } from './are-deleted'
import { type FileRead, readWatchedFile } from './read-file'
import { isOnlyRedaction, completeQueued } from './complete-queued'
import type { Writer } from './transcripts'
import { liesIn, type Walked } from './walk-folder'
import {
  fileOf,
  type KnownFile,
  requireLease,
  type WatchedFolder,
  writeHeld,
} from './watched-folder'

/** Files written in one transaction. */
const FILES_AT_ONCE = 64
const BYTES_AT_ONCE = 1024 * 1024

/** A file that was read, and what is to be written for it. */
interface Read {
  path: string
  file: KnownFile
  content: string
  /** the content without what was redacted in the store: what the memory is to hold */
  kept: string
  /** the path that it had before */
  from: string | null
  /** when it was found; milliseconds since 1970 */
  foundAt: number
}

export interface TakeInResult {
  /**
   * the folder went, or many of its files at once, and nobody said that they were deleted: none of them
   * was taken in; null: nothing is missed
   */
  missing: 'folder_missing' | 'files_missing' | null
  /**
   * so many files came or went where was looked that they may have moved from or to where was not: none
   * of them was taken in
   */
  isPart: boolean
  /** something cannot be a memory */
  hasUnwatched: boolean
  /** something was written or deleted */
  hasNews: boolean
}

/** So many files, and so large a part of all, do not go at once by chance. */
const SUSPICIOUS_FILES = 10
const SUSPICIOUS_PART = 0.3

/**
 * Takes in what a look at the folder found: what changed on the disk becomes versions of the store.
 * `isWhole`: the look was at all of the folder; else at these paths and what lies below them.
 */
export async function takeIn(
  folder: WatchedFolder,
  walked: Walked,
  looked: 'all' | readonly string[],
): Promise<TakeInResult> {
  const foundAt = Date.now()
  const gone = await goneFiles(folder, walked, looked)
  if (looked !== 'all' && (await isPartOfMove(folder, walked, gone))) {
    return { missing: null, isPart: true, hasUnwatched: false, hasNews: true }
  }
  const former = formerPaths(gone)
  let together: Read[] = []
  let bytes = 0
  let written = 0
  const flush = async () => {
    const reads = together
    together = []
    bytes = 0
    if (reads.length > 0) written += await write(folder, reads)
  }
  for (const [path, stat] of walked.files) {
    await folder.maybeYield()
    if (isUnchanged(folder, path, stat)) continue
    const read = await readFile(folder, path)
    if (read?.kind !== 'text') continue
    const { content, sha256 } = read
    const file: KnownFile = { ...read.stat, sha256 }
    const from = folder.known.has(path) ? null : former(file)
    together.push({ path, file, content, kept: content, from, foundAt })
    bytes += stat.size
    if (together.length >= FILES_AT_ONCE || bytes >= BYTES_AT_ONCE) await flush()
  }
  const isSuspicious =
    gone.size >= SUSPICIOUS_FILES && gone.size >= folder.known.size * SUSPICIOUS_PART
  await flush()
  const missing = gone.size === 0 ? null : await missingOf(folder, gone, isSuspicious)
  if (missing === null) await removeGone(folder, [...gone.keys()], foundAt)
  const hasUnwatched = [...folder.refused.keys()].some((path) => walked.files.has(path))
  return { missing, isPart: false, hasUnwatched, hasNews: written + gone.size > 0 }
}

/** What is missed that nobody says was deleted; null: the files were. */
async function missingOf(
  folder: WatchedFolder,
  gone: ReadonlyMap<string, KnownFile>,
  isSuspicious: boolean,
): Promise<TakeInResult['missing']> {
  if (!(await isThere(folder))) return 'folder_missing'
  if (isSuspicious && folder.row.acceptsDeletions === 0) return 'files_missing'
  return (await areDeleted(folder, gone)) ? null : 'files_missing'
}

/** Watching tells of a folder that moved in parts: a file is known again where both are looked at. */
async function isPartOfMove(
  { known, maybeYield }: WatchedFolder,
  { files }: Walked,
  gone: ReadonlyMap<string, KnownFile>,
): Promise<boolean> {
  if (gone.size >= SUSPICIOUS_FILES) return true
  let fresh = 0
  for (const path of files.keys()) {
    await maybeYield()
    if (!known.has(path)) fresh++
    if (fresh >= SUSPICIOUS_FILES) return true
  }
  return false
}

/** What is known and was not found where was looked. */
async function goneFiles(
  { known, maybeYield }: WatchedFolder,
  { files, unread }: Walked,
  looked: 'all' | readonly string[],
): Promise<Map<string, KnownFile>> {
  const gone = new Map<string, KnownFile>()
  const isUnread = liesIn(unread)
  const isLooked = looked === 'all' ? () => true : liesIn(looked)
  for (const [path, file] of known) {
    await maybeYield()
    if (!files.has(path) && !isUnread(path) && isLooked(path)) gone.set(path, file)
  }
  return gone
}

function isUnchanged({ known, refused }: WatchedFolder, path: string, stat: FileStat): boolean {
  const before = known.get(path)
  if (before && isSameStat(before, stat)) return true
  const refusal = refused.get(path)
  return refusal?.stat != null && !refusal.isByStore && isSameStat(refusal.stat, stat)
}

/**
 * Finds the path that a new file had: of the same file, or of one with the same content. Each is found
 * once, and counts as gone no more.
 */
function formerPaths(gone: Map<string, KnownFile>): (file: KnownFile) => string | null {
  const byId = new Map<string, string[]>()
  const byContent = new Map<string, string[]>()
  for (const [path, { fileId, sha256 }] of gone) {
    byId.set(fileId, [...(byId.get(fileId) ?? []), path])
    byContent.set(sha256, [...(byContent.get(sha256) ?? []), path])
  }
  return ({ fileId, sha256 }) => {
    const candidates = [...(byId.get(fileId) ?? []), ...(byContent.get(sha256) ?? [])]
    const former = candidates.find((path) => gone.has(path)) ?? null
    if (former !== null) gone.delete(former)
    return former
  }
}

async function readFile(folder: WatchedFolder, path: string): Promise<FileRead | null> {
  const read = await readWatchedFile(fileOf(folder, path), folder.mostBytes, folder.maybeYield)
  folder.refused.delete(path)
  if (read.kind === 'moving') folder.again.add(path)
  if (read.kind === 'unwatched') refuse(folder, path, read.reason, read.stat)
  return read
}

function refuse(
  { refused }: WatchedFolder,
  path: string,
  reason: UnwatchedReason,
  stat: FileStat | null,
  isByStore = false,
): void {
  refused.set(path, { path, size: stat?.size ?? null, reason, stat, isByStore })
}

/**
 * Writes what was read; what the store refuses is left out, and listed. Returns how many were other
 * than they are known.
 */
async function write(folder: WatchedFolder, reads: readonly Read[]): Promise<number> {
  const changed: Read[] = []
  const same: Read[] = []
  for (const read of reads) {
    const isSame = folder.known.get(read.path)?.sha256 === read.file.sha256
    ;(isSame ? same : changed).push(read)
  }
  if (same.length > 0) await noteTimes(folder, same)
  if (changed.length === 0) return 0
  const writers = await writersOf(folder, changed.map(happenedTo))
  for (const group of byCall(changed, writers)) await writeGroup(folder, group)
  return changed.length
}

/** What one call did, or nobody that is known. */
interface ByOne<Item> {
  writer: Writer | null
  items: Item[]
}

function byCall<Item>(items: readonly Item[], writers: readonly (Writer | null)[]): ByOne<Item>[] {
  const groups = groupedBy(
    items.map((item, index) => ({ item, writer: writers[index] ?? null })),
    ({ writer }) => (writer ? `${writer.session.outerId} ${writer.call?.toolUseId ?? ''}` : ''),
  )
  return [...groups.values()].map((group) => ({
    writer: group[0]?.writer ?? null,
    items: group.map(({ item }) => item),
  }))
}

/** Of a file that has just been changed only its own time is known (`fileStat`). */
const happenedTo = ({ path, content, from, foundAt, file }: Read): Happened => ({
  path,
  written: { content, changedAt: file.changedAt === 0 ? file.modifiedAt : file.changedAt },
  from,
  foundAt,
})

async function writeGroup(folder: WatchedFolder, group: ByOne<Read>): Promise<void> {
  const by = { writer: group.writer, cause: await causeBy(folder, group.writer) }
  try {
    await writeTogether(folder, group.items, by)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    for (const read of group.items) await writeAlone(folder, read, by)
  }
}

/**
 * A redaction reaches the store before the folder, and folders that are only read not at all: what
 * comes from there is written without it. Runs again if another one began meanwhile.
 */
async function writeTogether(folder: WatchedFolder, reads: readonly Read[], by: By): Promise<void> {
  for (;;) {
    const redacted = await redactedTextsOf(folder.db.read, folder.row.storeKey)
    const kept: Read[] = []
    for (const read of reads) {
      kept.push({ ...read, kept: await withoutRedactedTexts(redacted, read.content) })
    }
    try {
      return await writeKept(folder, kept, by, redacted)
    } catch (error) {
      if (!(error instanceof RedactedMeanwhileError)) throw error
    }
  }
}

class RedactedMeanwhileError extends Error {
  override readonly name = 'RedactedMeanwhileError'
}

async function requireNewest(
  tx: WriteSql,
  { row }: WatchedFolder,
  { newest }: RedactedTexts,
): Promise<void> {
  if ((await newestRedacted(tx, row.storeKey)) !== newest) throw new RedactedMeanwhileError()
}

interface By {
  writer: Writer | null
  cause: Cause
}

/** Only the times of these changed. */
async function noteTimes(folder: WatchedFolder, reads: readonly Read[]): Promise<void> {
  await writeHeld(folder, async (tx) => {
    for (const { path, file } of reads) {
      await noteSame(tx, folder.row, { path, file })
    }
  })
  for (const { path, file } of reads) folder.known.set(path, file)
}

async function writeAlone(folder: WatchedFolder, read: Read, by: By): Promise<void> {
  try {
    await writeTogether(folder, [read], by)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    refuse(folder, read.path, reasonOf(error.problem), read.file, true)
  }
}

function reasonOf(problem: StoreProblem): UnwatchedReason {
  if (problem.kind === 'content_too_large') return 'too_large'
  if (problem.kind === 'limit_reached') return 'store_full'
  if (problem.kind === 'path_conflict') return 'overlaps'
  if (problem.kind === 'invalid_input') return 'bad_name'
  throw new StoreError(problem)
}

async function writeKept(
  folder: WatchedFolder,
  reads: readonly Read[],
  by: By,
  redacted: RedactedTexts,
): Promise<void> {
  const byPath = new Map(reads.map((read) => [read.path, read]))
  await takeInSteps(
    folder,
    reads.map(({ path, kept: content, from }) =>
      from === null ? { op: 'write', path, content } : { op: 'rename', from, path, content },
    ),
    by.cause,
    async (tx, taken) => {
      await requireNewest(tx, folder, redacted)
      for (const { path, sequence, isNew } of taken) {
        const read = byPath.get(path)
        if (!read) continue
        await noteAgreed(tx, folder.row, { path, file: read.file, sequence })
        if (read.from !== null) await noteGone(tx, folder.row, read.from)
        if (isNew) await noteWriter(tx, folder, { ...happenedTo(read), sequence }, by)
      }
    },
    {
      hasRedactions: redacted.newest > 0,
      holdsRedacted: (path) => {
        const read = byPath.get(path)
        return read !== undefined && read.kept !== read.content
      },
    },
  )
  for (const { path, file, from } of reads) {
    folder.known.set(path, file)
    if (from !== null) folder.known.delete(from)
  }
}

/** Deletes the memories whose files are gone. */
async function removeGone(
  folder: WatchedFolder,
  paths: readonly string[],
  foundAt: number,
): Promise<void> {
  for (let from = 0; from < paths.length; from += FILES_AT_ONCE) {
    const gone = paths
      .slice(from, from + FILES_AT_ONCE)
      .map((path): Happened => ({ path, written: null, from: null, foundAt }))
    const writers = await writersOf(folder, gone)
    for (const group of byCall(gone, writers)) await removeGroup(folder, group)
    await folder.maybeYield()
  }
}

async function removeGroup(folder: WatchedFolder, group: ByOne<Happened>): Promise<void> {
  const by = { writer: group.writer, cause: await causeBy(folder, group.writer) }
  const byPath = new Map(group.items.map((each) => [each.path, each]))
  await takeInSteps(
    folder,
    group.items.map(({ path }) => ({ op: 'delete', path })),
    by.cause,
    async (tx, taken) => {
      for (const { path, sequence, isNew } of taken) {
        const each = byPath.get(path)
        await noteGone(tx, folder.row, path)
        if (each && isNew) await noteWriter(tx, folder, { ...each, sequence }, by)
      }
    },
  )
  for (const { path } of group.items) folder.known.delete(path)
}

/** Of files that are taken in together. */
interface Redacted {
  /** whether anything was redacted in the store while it had the folder */
  hasRedactions: boolean
  /** whether the file at a path still holds some of it */
  holdsRedacted: (path: string) => boolean
}

const NOTHING_REDACTED: Redacted = { hasRedactions: false, holdsRedacted: () => false }

async function takeInSteps(
  folder: WatchedFolder,
  steps: readonly FileStep[],
  cause: Cause,
  note: (tx: WriteSql, taken: readonly TakenIn[]) => Promise<void>,
  { hasRedactions, holdsRedacted }: Redacted = NOTHING_REDACTED,
): Promise<void> {
  const { db, lease, row, batches } = folder
  const writer = `${cause.sessionId ?? ''} ${cause.toolUseId ?? ''}`
  await folder.atStep('take in')
  const batchKey = await takeInFiles(db, {
    storeId: row.storeId,
    steps,
    cause,
    batchKey: batches.get(writer) ?? null,
    within: async (tx, taken) => {
      await requireLease(tx, lease)
      await note(tx, taken)
      for (const [index, { path, isNew, sequence }] of taken.entries()) {
        const step = steps[index]
        const isOvertaken = isNew && !(hasRedactions && (await isOnlyRedaction(tx, folder, path)))
        await completeQueued(tx, folder, path, isOvertaken)
        if (step?.op === 'rename') await completeQueued(tx, folder, step.from, isNew)
        const isTwoWay = row.direction === 'two_way'
        if (isTwoWay && holdsRedacted(path)) {
          await queueChange(tx, row, { path, sequence, now: Date.now() })
        }
      }
    },
  })
  if (batchKey !== null) batches.set(writer, batchKey)
  await folder.atStep('taken in')
}
