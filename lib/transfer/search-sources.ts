import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { OutsidePlace } from '@/lib/store/model/redaction-receipt'
import { type OutsideInput, searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { seedLocations } from '@/lib/store/seeding/seeds'
import { type DiskReach, isInReach, resolvedReach, serverReach } from './disk-reach'
import { filesBelow } from './folder-source'
import { findRepository, type Repository } from './git/find-repository'
import { gitSource } from './git-source'
import { SourceError } from './source'

/** Places that are named, of each source. */
const MAX_NAMED = 50

/** A redaction looks into the histories of its sources for so long, all together. */
const HISTORIES_TIMEOUT_MS = 30_000

/**
 * Has redactions look into the folders that stores were seeded from, and into the histories of those
 * in git repositories: seeding from them again would bring the text back. An archive, what the server
 * may not read, and a history that is too long to look into are only named.
 */
export function searchSources(): void {
  searchOutsideBy('sources', search)
}

async function search(db: Database, input: OutsideInput): Promise<OutsidePlace[]> {
  const reach = await resolvedReach(serverReach())
  const found: OutsidePlace[] = []
  const patience = AbortSignal.timeout(HISTORIES_TIMEOUT_MS)
  for (const location of await seedLocations(db, input.storeIds)) {
    found.push(...(await inSource(location, reach, input)))
    found.push(...(await inHistory(location, reach, input, patience)))
  }
  return found
}

async function inSource(
  location: string,
  reach: DiskReach,
  { texts, signal }: OutsideInput,
): Promise<OutsidePlace[]> {
  const place = (at: string, count: number | null): OutsidePlace => ({
    kind: 'source',
    path: at,
    found: count,
  })
  const real = await realpath(location).catch(() => null)
  if (real === null) return []
  const isLookedInto = isInReach(real, reach) && (await stat(real)).isDirectory()
  if (!isLookedInto) return [place(location, null)]
  const needles = texts.map((text) => Buffer.from(text))
  const found: OutsidePlace[] = []
  try {
    for await (const change of filesBelow(real, reach, signal)) {
      if (change.op !== 'write') continue
      const count = needles.reduce((sum, needle) => sum + occurrences(change.bytes, needle), 0)
      if (count > 0) found.push(place(path.join(real, change.path), count))
      if (found.length === MAX_NAMED) break
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    found.push(place(real, null))
  }
  return found
}

/** The repository that a source lies in, if its commits hold the texts, or may. */
async function inHistory(
  location: string,
  reach: DiskReach,
  { texts, signal }: OutsideInput,
  patience: AbortSignal,
): Promise<OutsidePlace[]> {
  const real = await realpath(location).catch(() => null)
  if (real === null || !isInReach(real, reach) || !(await stat(real)).isDirectory()) return []
  const limited = AbortSignal.any([signal, patience])
  const needles = texts.map((text) => Buffer.from(text))
  const counted = { count: 0 }
  let repository: Repository | null = null
  const place = (found: number | null): OutsidePlace[] => [
    { kind: 'git', path: repository?.root ?? real, found },
  ]
  try {
    repository = await findRepository(real, reach, limited)
    if (repository === null) return []
    await countInHistory({ folder: real, reach, needles, signal: limited }, counted)
    return counted.count > 0 ? place(counted.count) : []
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SourceError) && !patience.aborted) throw error
    return place(counted.count > 0 ? counted.count : null)
  }
}

/** Counts what seeding from the history would bring: contents, paths and messages. */
async function countInHistory(
  history: { folder: string; reach: DiskReach; needles: readonly Buffer[]; signal: AbortSignal },
  counted: { count: number },
): Promise<void> {
  const { folder, reach, needles, signal } = history
  const source = await gitSource(folder, { reach, withUncommitted: false }, signal)
  if (source === null) return
  const count = (bytes: Buffer) => {
    for (const needle of needles) counted.count += occurrences(bytes, needle)
  }
  for await (const { message, changes } of source.moments(signal)) {
    if (message !== null) count(Buffer.from(message))
    for (const change of changes) {
      count(Buffer.from(change.path))
      if ('bytes' in change && change.bytes !== null) count(change.bytes)
    }
  }
}

function occurrences(bytes: Buffer, needle: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) count++
  return count
}
