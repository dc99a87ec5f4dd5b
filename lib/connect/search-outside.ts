import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { OutsidePlace } from '@/lib/store/model/redaction-receipt'
import { type OutsideInput, searchOutsideBy } from '@/lib/store/outside-search'
import { isInReach } from '@/lib/transfer/disk-reach'
import { openRegularFile } from '@/lib/transfer/open-on-disk'
import { turns } from '@/lib/turns'
import { projectsBeside } from './core/attribute'
import { type ConnectionRow, SELECT_CONNECTIONS } from './core/connection-row'
import { transcriptFiles } from './core/transcript-files'
import { watchedPaths } from './core/watched-paths'
import { walkFolder } from './core/walk-folder'
import { watchReach } from './watch-reach'

/** Places that are named, of each folder. */
const MOST_NAMED = 50

const SLICE_BYTES = 1024 * 1024

/**
 * Has redactions look beside the database: in the files of watched folders that are only read or rest,
 * and in the transcripts of their agents. Git repositories in which such folders lie are named; their
 * objects are not looked into.
 */
export function searchWatchedFolders(): void {
  searchOutsideBy('folders', search)
}

async function search(db: Database, input: OutsideInput): Promise<OutsidePlace[]> {
  const rows = await db.read.all<ConnectionRow>(SELECT_CONNECTIONS)
  const connections = rows.filter(
    ({ store_id }) => input.storeIds === null || input.storeIds.includes(store_id),
  )
  const found: OutsidePlace[] = []
  const projects = new Set<string>()
  for (const row of connections) {
    const isCarriedOut = row.direction === 'two_way' && row.state === 'ok'
    if (!isCarriedOut) found.push(...(await inFiles(row, input)))
    const repository = await repositoryOf(row.location)
    if (repository !== null) found.push({ kind: 'git', path: repository, found: null })
    const beside = projectsBeside(row)
    if (beside !== null) projects.add(beside)
  }
  for (const each of projects) found.push(...(await inTranscripts(each, input)))
  return found
}

async function inFiles(row: ConnectionRow, input: OutsideInput): Promise<OutsidePlace[]> {
  const giveWay = turns(input.signal)
  const { location } = row
  const reach = await watchReach()
  const walk = { root: location, reach, giveWay, isWatched: watchedPaths(row) }
  const walked = await walkFolder(walk).catch(() => null)
  if (!walked) return [{ kind: 'file', path: location, found: null }]
  const files = [...walked.files.keys()].map((name) => path.join(location, name))
  return countedIn('file', files, input.texts, giveWay)
}

async function inTranscripts(projects: string, input: OutsideInput): Promise<OutsidePlace[]> {
  if (!isInReach(projects, await watchReach())) return []
  const giveWay = turns(input.signal)
  // In a transcript a text stands as JSON has it.
  const texts = input.texts.flatMap((text) => [
    ...new Set([text, JSON.stringify(text).slice(1, -1)]),
  ])
  return countedIn('transcript', await transcriptFiles(projects, giveWay), texts, giveWay)
}

async function countedIn(
  kind: 'file' | 'transcript',
  files: readonly string[],
  texts: readonly string[],
  giveWay: () => Promise<void>,
): Promise<OutsidePlace[]> {
  const needles = texts.map((text) => Buffer.from(text))
  const places: OutsidePlace[] = []
  for (const file of files) {
    const found = await countIn(file, needles, giveWay)
    if (found > 0) places.push({ kind, path: file, found })
    if (places.length >= MOST_NAMED) break
  }
  return places
}

/** How often these bytes stand in a file, also across the edges of what is read at once. */
async function countIn(
  file: string,
  needles: readonly Buffer[],
  giveWay: () => Promise<void>,
): Promise<number> {
  const handle = await openRegularFile(file).catch(() => null)
  if (!handle) return 0
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
        for (let at = window.indexOf(needle, from); at >= 0; at = window.indexOf(needle, at + 1)) {
          found++
        }
      }
      rest = Buffer.from(window.subarray(Math.max(0, window.length - longest)))
      await giveWay()
    }
  } catch {
    return found
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
