import path from 'node:path'
import { db, write } from '@/lib/db'
import { isSound } from '@/lib/store/model/sound'
import { utf8Bytes } from '@/lib/text/content'
import { ancestorPaths } from '@/lib/text/memory-path'
import type { DiskPort } from './disk'
import type { Failure, Problem } from './model'
import type { Included } from './names'
import type { BaseRow, FolderStep } from './reconcile'
import { CONFLICT, CONFLICT_AHEAD, noteRows, type RowChange, rowOfFile } from './rows'
import { removeEmptied, respell, writeSafely } from './safe-file'
import type { DiskFile, Seen } from './scan'

/** What the store says is written into the folder: new names before old ones go. */

/** A file that was kept beside its place, until it is looked at again. */
export interface Kept {
  sha256: string
  /** ms since 1970 */
  until: number
}

export interface WritingBack {
  connectionId: string
  disk: DiskPort
  included: Included
  seen: Seen
  /** by their names on the disk */
  kept: Map<string, Kept>
  signal: AbortSignal
}

export interface WrittenBack {
  /** something was written, or is other than it was seen: look again */
  isAgain: boolean
  failures: Failure[]
}

const failed = ({ failures }: WrittenBack, path: string, problem: Problem, about = '') =>
  void failures.push({ path, problem, about })

type PutStep = Extract<FolderStep, { kind: 'put' }>

/** How long a former file stays beside its place, for programs that hold it open; milliseconds. */
export const KEPT_MS = 5_000

export async function writeBack(
  at: WritingBack,
  steps: readonly FolderStep[],
): Promise<WrittenBack> {
  const done: WrittenBack = { isAgain: false, failures: [] }
  for (const step of steps) {
    at.signal.throwIfAborted()
    if (step.kind === 'put') await put(at, step, done)
  }
  for (const step of steps) {
    at.signal.throwIfAborted()
    if (step.kind === 'remove') await removeFile(at, step.file, step.row, done)
  }
  return done
}

async function put(at: WritingBack, step: PutStep, done: WrittenBack): Promise<void> {
  const { head, file, from, row } = step
  const fail = (problem: Problem, about = '') => failed(done, head.path, problem, about)
  if (at.included.isPassedOver(head.path, 'file')) return fail('not_included')
  const name = file?.name ?? row?.name ?? nameFor(at.seen, head.path)
  if (!file) {
    const other = await answering(at, head.path, name)
    if (other && from && other.id === from.stat.id) return respellTo(at, step, name, done)
    if (other) return fail(other.name === null ? 'in_the_way' : 'same_name', other.name ?? '')
  }
  const text = await db.memory.findUnique({
    where: { id: head.memoryId },
    select: { versionId: true, content: true, sha256: true },
  })
  if (text?.content == null || text.versionId !== head.versionId) return void (done.isAgain = true)
  if (!isSound(text)) return fail('damaged')
  const wanted = utf8Bytes(text.content)
  const expected = file?.sha256 ?? null
  const written = await writeSafely(at.disk, head.path, { name, expected, wanted })
  if (written.kind === 'failed') return fail(written.problem)
  done.isAgain = true
  // Of a race the kept file tells, which the next look takes in.
  if (written.kind !== 'written' || !written.stat) return
  keep(at, written.kept, expected)
  // Somebody may have written in place since: it is read again.
  const fresh = { ...head, name, stamp: written.stat.id }
  const [, base] = row?.problem?.split(CONFLICT_AHEAD) ?? []
  const problem = base === undefined ? null : `${CONFLICT}${base}`
  await note(at, { row: rowOfFile(fresh, head.versionId, problem), was: null })
  if (from && step.old) await removeFile(at, from, step.old, done)
}

/** A rename that changes only case or form, where the disk takes both names for one. */
async function respellTo(
  at: WritingBack,
  { head, from, old }: PutStep,
  name: string,
  done: WrittenBack,
): Promise<void> {
  if (!from) return
  const written = await respell(at.disk, from.name, name)
  if (written.kind === 'failed') return failed(done, head.path, written.problem)
  done.isAgain = true
  const row = rowOfFile({ ...from, path: head.path, name }, old?.versionId ?? head.versionId)
  await note(at, { row, was: from.path })
}

/** Its row stays a while, by which a file that comes back, or was kept, is known. */
async function removeFile(
  at: WritingBack,
  file: DiskFile,
  row: BaseRow,
  done: WrittenBack,
): Promise<void> {
  const { name, sha256: expected } = file
  const written = await writeSafely(at.disk, file.path, { name, expected, wanted: null })
  if (written.kind === 'failed') return failed(done, file.path, written.problem)
  done.isAgain = true
  if (written.kind !== 'written') return
  keep(at, written.kept, expected)
  const { memoryId: _, ...last } = row
  await note(at, { row: { ...last, goneAt: new Date(), problem: null }, was: row.path })
  await removeEmptied(at.disk, name)
}

function keep({ kept }: WritingBack, name: string | null, sha256: string | null): void {
  if (name !== null && sha256 !== null) kept.set(name, { sha256, until: Date.now() + KEPT_MS })
}

const note = ({ connectionId }: WritingBack, change: RowChange) =>
  write((tx) => noteRows(tx, connectionId, [change]))

/** The name of a memory's file, in folders as the disk spells them. */
function nameFor({ folders }: Seen, memoryPath: string): string {
  const above = ancestorPaths(memoryPath).findLast((folder) => folders.has(folder))
  if (above === undefined) return memoryPath
  return `${folders.get(above)?.name ?? above}${memoryPath.slice(above.length)}`
}

/**
 * What the disk answers to a name that no list has: the file or folder that it takes for the same; `name`
 * null: something that is no memory. Null: nothing answers.
 */
async function answering(
  { disk, seen }: WritingBack,
  memoryPath: string,
  name: string,
): Promise<{ id: string; name: string | null } | null> {
  for (const folder of ancestorPaths(memoryPath)) {
    if (seen.folders.has(folder)) continue
    const found = await disk.lstat(nameFor(seen, folder))
    if (!found) return null
    const same = [...seen.folders.values()].find(({ id }) => id === found.id)
    return found.kind === 'folder' && !same ? null : { id: found.id, name: same?.name ?? null }
  }
  const found = await disk.lstat(name)
  if (!found) return null
  const same = [...seen.files.values()].find(({ stat }) => stat.id === found.id)
  return { id: found.id, name: same ? path.posix.basename(same.name) : null }
}
