import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { leaseHolder } from '@/lib/lease'
import { wakeUpOn } from '@/lib/live/wake-up'
import type { OutsidePlace } from '@/lib/store/model/redaction-receipt'
import { type OutsideInput, searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { isInReach } from '@/lib/transfer/disk-reach'
import { openRegularFile } from '@/lib/transfer/open-on-disk'
import { countBytes } from '@/lib/text/occurrences'
import { turns } from '@/lib/turns'
import { projectsBeside } from './core/attribute'
import { CONNECTION_LEASE } from './core/connection-lease'
import { allConnections, type ConnectionRow } from './sql/connections'
import { dueChanges, hasUnfinished } from './sql/outbox'
import { diskCode } from './core/read-file'
import { transcriptFiles } from './core/transcript-files'
import { watchedPaths } from './core/watched-paths'
import { walkFolder } from './core/walk-folder'
import { besideFiles } from './core/write-file'
import type { UnwatchedReason } from './model/connection'
import { watchReach } from './watch-reach'

/** Places that are named, of each folder. */
const MAX_NAMED = 50

const SLICE_BYTES = 1024 * 1024

/** Timeout for a process at work to carry a redaction out in a folder; milliseconds. */
const CARRIED_OUT_MS = 10_000

/**
 * Has redactions look beside the database: in the files of watched folders, and in the transcripts of
 * their agents. Where a folder goes both ways, the files are looked at once they were written, so far
 * as that is soon. Git repositories in which such folders lie are named; their objects are not looked
 * into.
 */
export function searchWatchedFolders(): void {
  searchOutsideBy('folders', search)
}

async function search(db: Database, input: OutsideInput): Promise<OutsidePlace[]> {
  const connections = (await allConnections(db.read)).filter(
    ({ storeId }) => input.storeIds === null || input.storeIds.includes(storeId),
  )
  const found: OutsidePlace[] = []
  const projects = new Set<string>()
  for (const row of connections) {
    await carriedOut(db, row, input.signal)
    found.push(...(await inFiles(db, row, input)))
    const repository = await repositoryOf(row.location)
    if (repository !== null) found.push({ kind: 'git', path: repository, found: null })
    const beside = projectsBeside(row)
    if (beside !== null) projects.add(beside)
  }
  for (const each of projects) found.push(...(await inTranscripts(each, input)))
  return found
}

/** Resolves when what waits for a folder was carried out there; or nobody is at it, or it takes long. */
async function carriedOut(db: Database, row: ConnectionRow, signal: AbortSignal): Promise<void> {
  if (row.direction === 'read' || row.state !== 'ok') return
  if ((await leaseHolder(db.read, CONNECTION_LEASE, row.id)) === null) return
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CARRIED_OUT_MS)])
  const wakeUp = wakeUpOn(db.changes, row.storeKey, limited)
  try {
    while (await hasUnfinished(db.read, row.key)) {
      if (!(await wakeUp.next())) return
    }
  } finally {
    wakeUp.end()
  }
}

/** Reasons for which a file cannot be a memory although it can be looked into. */
const LOOKED_INTO = new Set<UnwatchedReason>(['conflict_copy', 'bad_name'])

async function inFiles(
  db: Database,
  row: ConnectionRow,
  input: OutsideInput,
): Promise<OutsidePlace[]> {
  const maybeYield = turns(input.signal)
  const { location } = row
  const reach = await watchReach()
  const walk = { root: location, reach, maybeYield, isWatched: watchedPaths(row) }
  const walked = await walkFolder(walk).catch(() => null)
  if (!walked) return [{ kind: 'file', path: location, found: null }]
  const unwatched = walked.unwatched.filter(({ reason }) => LOOKED_INTO.has(reason))
  const files = [...walked.files.keys(), ...walked.own, ...unwatched.map(({ path: at }) => at)]
  const due = await dueFiles(db, row)
  const found = await countedIn(files, (name) => path.join(location, name), input.texts, maybeYield)
  const unread = walked.unread.slice(0, MAX_NAMED).map((name) => ({ name, found: null }))
  return [...found, ...unread].map((each) => ({
    kind: due.has(each.name) ? 'due_file' : 'file',
    path: path.join(location, each.name),
    found: each.found,
  }))
}

/** Files of a folder that are still to be written, or to be removed: by the paths of memories. */
async function dueFiles(db: Database, { key }: ConnectionRow): Promise<Set<string>> {
  const due = new Set<string>()
  for (const { path: memoryPath, state, token } of await dueChanges(db.read, key)) {
    if (state !== 'settling') due.add(memoryPath)
    if (token === null) continue
    const { fresh, backup } = besideFiles(memoryPath, token)
    due.add(fresh).add(backup)
  }
  return due
}

async function inTranscripts(projects: string, input: OutsideInput): Promise<OutsidePlace[]> {
  if (!isInReach(projects, await watchReach())) return []
  const maybeYield = turns(input.signal)
  // In a transcript a text stands as JSON has it.
  const texts = input.texts.flatMap((text) => [
    ...new Set([text, JSON.stringify(text).slice(1, -1)]),
  ])
  const files = await transcriptFiles(projects, maybeYield)
  const found = await countedIn(files, (file) => file, texts, maybeYield)
  return found.map((each) => ({ kind: 'transcript', path: each.name, found: each.found }))
}

/** A file in which the texts stand; `found` null: it could not be read. */
interface Counted {
  name: string
  found: number | null
}

async function countedIn(
  names: readonly string[],
  fileAt: (name: string) => string,
  texts: readonly string[],
  maybeYield: () => Promise<void>,
): Promise<Counted[]> {
  const needles = texts.map((text) => Buffer.from(text))
  const places: Counted[] = []
  for (const name of names) {
    const found = await countIn(fileAt(name), needles, maybeYield)
    if (found !== 0) places.push({ name, found })
    if (places.length >= MAX_NAMED) break
  }
  return places
}

/**
 * Counts these bytes in a file, also across the edges of what is read at once; null: it could not
 * be read.
 */
async function countIn(
  file: string,
  needles: readonly Buffer[],
  maybeYield: () => Promise<void>,
): Promise<number | null> {
  const handle = await openRegularFile(file).catch(diskCode)
  if (handle === null || typeof handle === 'string') return handle === 'ENOENT' ? 0 : null
  const longest = Math.max(0, ...needles.map(({ length }) => length - 1))
  let found = 0
  let rest: Buffer = Buffer.of()
  try {
    for (;;) {
      const slice = Buffer.allocUnsafe(SLICE_BYTES)
      const { bytesRead } = await handle.read(slice, 0, SLICE_BYTES, null)
      if (bytesRead === 0) return found
      const window = Buffer.concat([rest, slice.subarray(0, bytesRead)])
      for (const needle of needles) {
        // What ends in the part that was searched before was counted then.
        const from = Math.max(0, rest.length - needle.length + 1)
        found += countBytes(window, needle, from)
      }
      rest = Buffer.from(window.subarray(Math.max(0, window.length - longest)))
      await maybeYield()
    }
  } catch {
    return found === 0 ? null : found
  } finally {
    await handle.close()
  }
}

/** The git repository in which a folder lies, as far as may be looked; null: none. */
async function repositoryOf(location: string): Promise<string | null> {
  const reach = await watchReach()
  for (let at = location; isInReach(at, reach); at = path.dirname(at)) {
    if (await lstat(path.join(at, '.git')).catch(() => null)) return at
    if (at === path.dirname(at)) break
  }
  return null
}
