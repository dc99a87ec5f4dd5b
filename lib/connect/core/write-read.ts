import type { WriteSql } from '@/lib/db/sql'
import { StoreError, type StoreProblem } from '@/lib/store/model/problems'
import {
  type RedactedTexts,
  redactedTextsOf,
  withoutRedactedTexts,
} from '@/lib/store/redaction/redacted-texts'
import type { UnwatchedReason } from '../model/connection'
import { noteAgreed, noteGone, noteSame } from '../sql/agreed-files'
import { newestRedacted } from '../sql/stores'
import { causeBy, type Happened, noteWriter, writersOf } from './attribute'
import type { ReadFile } from './read-changed'
import { type By, byCall, type ByOne, takeInSteps } from './take-in-steps'
import type { WatchedFolder } from './watched-folder'

/** A file that was read, and what is to be written for it. */
interface KeptFile extends ReadFile {
  /** the content without what was redacted in the store: what the memory is to hold */
  kept: string
}

/**
 * Writes what was read; what the store refuses is left out, and listed. Returns how many were other
 * than they are known.
 */
export async function writeRead(
  folder: WatchedFolder,
  reads: readonly ReadFile[],
): Promise<number> {
  const changed: ReadFile[] = []
  const same: ReadFile[] = []
  for (const read of reads) {
    const isSame = folder.files.sha256At(read.path) === read.file.sha256
    ;(isSame ? same : changed).push(read)
  }
  if (same.length > 0) await noteTimes(folder, same)
  if (changed.length === 0) return 0
  const writers = await writersOf(folder, changed.map(happenedTo))
  for (const group of byCall(changed, writers)) await writeGroup(folder, group)
  return changed.length
}

/** Only the times of these changed. */
async function noteTimes(folder: WatchedFolder, reads: readonly ReadFile[]): Promise<void> {
  await folder.write(async (tx) => {
    for (const { path, file } of reads) await noteSame(tx, folder.row, { path, file })
  })
  for (const { path, file } of reads) folder.files.agree(path, file)
}

/** Of a file that has just been changed only its own time is known (`fileStat`). */
const happenedTo = ({ path, content, from, foundAt, file }: ReadFile): Happened => ({
  path,
  written: { content, changedAt: file.changedAt === 0 ? file.modifiedAt : file.changedAt },
  from,
  foundAt,
})

async function writeGroup(folder: WatchedFolder, group: ByOne<ReadFile>): Promise<void> {
  const by = { writer: group.writer, cause: await causeBy(folder, group.writer) }
  try {
    await writeTogether(folder, group.items, by)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    for (const read of group.items) await writeAlone(folder, read, by)
  }
}

async function writeAlone(folder: WatchedFolder, read: ReadFile, by: By): Promise<void> {
  try {
    await writeTogether(folder, [read], by)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const reason = reasonOf(error.problem)
    folder.files.refuse(read.path, { reason, stat: read.file, isByStore: true })
  }
}

function reasonOf(problem: StoreProblem): UnwatchedReason {
  if (problem.kind === 'content_too_large') return 'too_large'
  if (problem.kind === 'limit_reached') return 'store_full'
  if (problem.kind === 'path_conflict') return 'overlaps'
  if (problem.kind === 'invalid_input') return 'bad_name'
  throw new StoreError(problem)
}

/**
 * A redaction reaches the store before the folder, and folders that are only read not at all: what
 * comes from there is written without it. Runs again if another one began meanwhile.
 */
async function writeTogether(
  folder: WatchedFolder,
  reads: readonly ReadFile[],
  by: By,
): Promise<void> {
  for (;;) {
    const redacted = await redactedTextsOf(folder.db.read, folder.row.storeKey)
    const kept: KeptFile[] = []
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

async function writeKept(
  folder: WatchedFolder,
  files: readonly KeptFile[],
  by: By,
  redacted: RedactedTexts,
): Promise<void> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  await takeInSteps(
    folder,
    files.map(({ path, kept: content, from }) =>
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
  for (const { path, file, from } of files) {
    folder.files.agree(path, file)
    if (from !== null) folder.files.agree(from, null)
  }
}
