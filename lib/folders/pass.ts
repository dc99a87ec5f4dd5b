import { write } from '@/lib/db'
import { isRefusal } from '@/lib/refusal'
import { diskCode, type DiskPort } from './disk'
import { type LeftOut, MAX_NAMED, type Report, reportSchema, type State } from './model'
import { toMemoryPath } from '@/lib/text/memory-path'
import { type Actor, actorOf, type Cause } from '@/lib/store/model/actor'
import type { Store } from '@/lib/store/model/model'
import { redactedIn, redactedTextsOf, withoutRedacted } from '@/lib/store/redact/known'
import { lookAtKept } from './kept'
import { type Included, included } from './names'
import { type BaseRow, type FolderStep, type Head, missedBy, reconcile } from './reconcile'
import { baseOf, CONFLICT, headsOf, rowsOfFolder } from './rows'
import { lookAt, readChanged, type ReadFolder, type Seen, TooManyFiles } from './scan'
import { takeIn } from './take-in'
import { type Kept, writeBack, type WrittenBack } from './write-back'

/** A folder as a pass works on it. */
export interface Folder {
  connection: ConnectionRow
  store: Store
  disk: DiskPort
  /** former files beside their places, which this process put there */
  kept: Map<string, Kept>
  /** whether a folder below it is the server's own */
  isOwnData: (name: string) => boolean
}

/** What a pass reads of a connection. */
export interface ConnectionRow {
  id: string
  include: readonly string[] | null
  isTwoWay: boolean
  acceptsDeletions: boolean
  seenSequence: number
  state: State
  report: Report
  /** the last pass that found something */
  passedAt: Date | null
  /** who connected it */
  actorType: Actor['type']
  actorId: string
}

export interface Passed {
  state: State
  /** something was done, or changed meanwhile: another pass tells more */
  isAgain: boolean
}

/** So many files that are gone in one pass, and this part of them, are more likely not mounted than deleted. */
const MISSED_FILES = 10
const MISSED_PART = 0.3

/**
 * Brings a folder and its store in step, as far as one look tells. What it decides is decided anew by the
 * next one, so it may be killed anywhere. Ends with the signal's reason.
 */
export async function runPass(folder: Folder, signal: AbortSignal): Promise<Passed> {
  const { connection, disk } = folder
  if (connection.state === 'files_missing' && !connection.acceptsDeletions) {
    if (!(await areBack(disk, connection.report.missing))) {
      return { state: 'files_missing', isAgain: false }
    }
  }
  const only = included(connection.include)
  try {
    const seen = await lookAt({ disk, included: only, isOwnData: folder.isOwnData, signal })
    return await bringInStep(folder, only, seen, signal)
  } catch (error) {
    const state = restingBy(error)
    if (state === null) throw error
    await noteState(connection, state, connection.report)
    return { state, isAgain: false }
  }
}

/** The state in which a folder rests after this; null: it is none of the folder's. */
function restingBy(error: unknown): State | null {
  if (error instanceof TooManyFiles) return 'too_many_files'
  if (isRefusal(error)) return error.code === 'store_archived' ? 'store_archived' : null
  const code = diskCode(error)
  if (code === null) return null
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'folder_missing' : 'folder_not_readable'
}

async function areBack(disk: DiskPort, names: readonly string[]): Promise<boolean> {
  for (const name of names) if (!(await disk.lstat(name).catch(() => null))) return false
  return true
}

async function bringInStep(
  folder: Folder,
  only: Included,
  seen: Seen,
  signal: AbortSignal,
): Promise<Passed> {
  const { connection, store, disk, kept } = folder
  const at = { connectionId: connection.id, store, disk, kept }
  const known = await rowsOfFolder(connection.id)
  const sides = async () => ({ rows: await baseOf(known), heads: await headsOf(store.id) })
  if (await lookAtKept(at, seen.own, sides)) return { state: 'ok', isAgain: true }
  const rowAt = new Map(known.flatMap((row) => (row.goneAt ? [] : [[row.path, row] as const])))
  await leaveRedacted(seen, rowAt, store.id)
  const read = await readChanged({ disk, signal }, seen, rowAt, store.limits.memoryBytes)
  const isUnchanged =
    store.lastSequence === connection.seenSequence &&
    connection.state === 'ok' &&
    read.unsettled.size === 0 &&
    read.files.size === rowAt.size &&
    read.known === rowAt.size
  if (isUnchanged) {
    await noteState(connection, 'ok', { ...connection.report, ...foundIn(seen) })
    return { state: 'ok', isAgain: false }
  }
  const { rows, heads } = await sides()
  const onDisk = { files: read.files, isUnknown: unknownIn(seen, read) }
  const steps = await reconcile(onDisk, rows, heads, Date.now())
  const missed = missedBy(steps)
  const isMuch = missed.length >= MISSED_FILES && missed.length >= MISSED_PART * rowAt.size
  if (isMuch && !connection.acceptsDeletions) {
    const missing = missed.map((path) => rowAt.get(path)?.name ?? path)
    await noteState(connection, 'files_missing', { ...connection.report, missing })
    return { state: 'files_missing', isAgain: false }
  }
  const isFirst = rows.length === 0 && heads.length === 0 && connection.passedAt === null
  const taken = await takeIn(isFirst ? { ...at, by: byPerson(connection) } : at, steps)
  const written = connection.isTwoWay
    ? await writeBack({ ...at, included: only, seen, signal }, steps)
    : { isAgain: false, failures: [] }
  const isAgain = taken.isAgain || written.isAgain || read.unsettled.size > 0
  const report = reportOf({ seen, rows, heads, steps, written, left: taken.left })
  const isDone = !isAgain && written.failures.length === 0
  // What stood there when its heads were read; the next pass sees what came since.
  const seenSequence = isDone ? store.lastSequence : connection.seenSequence
  await noteState(connection, 'ok', report, { seenSequence, acceptsDeletions: false })
  return { state: 'ok', isAgain }
}

/** What stands there when a person connects a folder is brought in by that person. */
const byPerson = (row: ConnectionRow): Cause => ({ actor: actorOf(row), isAgent: false })

/** A name that was redacted does not come back by a file, which is no memory and is listed without it. */
async function leaveRedacted(seen: Seen, rowAt: ReadonlyMap<string, unknown>, storeId: string) {
  const { files, left, passedOver } = seen
  const texts = await redactedTextsOf(storeId)
  for (const { path, stat } of [...files.values()].filter((file) => !rowAt.has(file.path))) {
    if (!(await redactedIn(texts, path))) continue
    files.delete(path)
    left.push({ path, size: stat.size, reason: 'redacted', about: '' })
  }
  for (const each of left.slice(0, MAX_NAMED)) each.path = await withoutRedacted(texts, each.path)
  passedOver.names = await Promise.all(passedOver.names.map((each) => withoutRedacted(texts, each)))
}

/** What is listed and no memory hides what stood there before: its memory is left alone. */
function unknownIn(seen: Seen, read: ReadFolder): (path: string) => boolean {
  const hidden = [...seen.unread, ...seen.left.map(({ path }) => toMemoryPath(path))]
  const unknown = new Set([...hidden, ...read.unsettled])
  return (path) => {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      if (unknown.has(at)) return true
    }
    return false
  }
}

const foundIn = ({ files, passedOver, left }: Seen) => ({
  files: files.size,
  bytes: [...files.values()].reduce((sum, { stat }) => sum + stat.size, 0),
  passedOver,
  leftCount: left.length,
  left: left.slice(0, MAX_NAMED),
})

interface Found {
  seen: Seen
  rows: readonly BaseRow[]
  heads: readonly Head[]
  steps: readonly FolderStep[]
  written: WrittenBack
  left: readonly LeftOut[]
}

function reportOf({ seen, rows, heads, steps, written, left }: Found): Report {
  const waiting = steps.flatMap((step) => {
    if (step.kind === 'put') return step.head.path
    return step.kind === 'remove' ? step.file.path : []
  })
  const isHead = new Set(heads.map(({ versionId }) => versionId))
  const conflicts = rows.filter(
    ({ problem, versionId }) => problem?.startsWith(CONFLICT) && isHead.has(versionId),
  )
  return reportSchema.parse({
    ...foundIn({ ...seen, left: [...seen.left, ...left] }),
    notOnDisk: { count: waiting.length, paths: waiting.slice(0, MAX_NAMED) },
    failures: written.failures.slice(0, MAX_NAMED),
    conflicts: conflicts.slice(0, MAX_NAMED).map(({ path }) => path),
  })
}

/** Notes how a folder is, if that is not how it was; after its first look always, also of an empty one. */
export async function noteState(
  connection: ConnectionRow,
  state: State,
  report: Report,
  more: { seenSequence?: number; acceptsDeletions?: boolean } = {},
): Promise<void> {
  const same =
    connection.passedAt !== null &&
    connection.state === state &&
    JSON.stringify(connection.report) === JSON.stringify(report) &&
    (more.seenSequence ?? connection.seenSequence) === connection.seenSequence &&
    (more.acceptsDeletions ?? connection.acceptsDeletions) === connection.acceptsDeletions
  if (same) return
  const data = { state, report, passedAt: new Date(), ...more }
  await write((tx) => tx.connection.updateMany({ where: { id: connection.id }, data }))
}
