import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { OutsidePlace } from '@/lib/store/model/redaction-receipt'
import { type OutsideInput, searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { seedLocations } from '@/lib/store/seeding/seeds'
import { countBytes } from '@/lib/text/occurrences'
import { type DiskReach, isInReach, resolvedReach, serverReach } from './disk-reach'
import { filesBelow } from './folder-source'
import { findRepository, type Repository } from './git/find-repository'
import { gitSource } from './git-source'
import { SourceError } from './source'

/** Places that are named, of each source. */
const MAX_NAMED = 50

/** Timeout for looking into the histories of all sources together. */
const HISTORIES_TIMEOUT_MS = 30_000

/**
 * Makes redactions look into the folders that stores were seeded from, and into the histories of
 * those in git repositories: seeding from them again would bring the text back. An archive, what
 * the server may not read, and a history that is too long to look into are only named.
 */
export function searchSources(): void {
  searchOutsideBy('sources', searchFolders)
}

async function searchFolders(db: Database, input: OutsideInput): Promise<OutsidePlace[]> {
  const search: SourceSearch = {
    reach: await resolvedReach(serverReach()),
    needles: input.texts.map((text) => Buffer.from(text)),
    signal: input.signal,
    timeout: AbortSignal.timeout(HISTORIES_TIMEOUT_MS),
  }
  const found: OutsidePlace[] = []
  for (const location of await seedLocations(db, input.storeIds)) {
    const real = await realpath(location).catch(() => null)
    if (real === null) continue
    if (!isInReach(real, search.reach) || !(await stat(real)).isDirectory()) {
      found.push(place(location, null))
      continue
    }
    found.push(...(await inFiles(real, search)), ...(await inHistory(real, search)))
  }
  return found
}

/** The texts of a search, and its limits. */
interface SourceSearch {
  reach: DiskReach
  needles: readonly Buffer[]
  signal: AbortSignal
  /** of all histories together */
  timeout: AbortSignal
}

const place = (path: string, found: number | null): OutsidePlace => ({
  kind: 'source',
  path,
  found,
})

async function inFiles(
  real: string,
  { reach, needles, signal }: SourceSearch,
): Promise<OutsidePlace[]> {
  const found: OutsidePlace[] = []
  try {
    for await (const change of filesBelow(real, reach, signal)) {
      if (change.op !== 'write') continue
      const count = countAll(change.bytes, needles)
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
  real: string,
  { reach, needles, signal, timeout }: SourceSearch,
): Promise<OutsidePlace[]> {
  const limited = AbortSignal.any([signal, timeout])
  const counted = { count: 0 }
  let repository: Repository | null = null
  const inRepository = (found: number | null): OutsidePlace[] => [
    { kind: 'git', path: repository?.root ?? real, found },
  ]
  try {
    repository = await findRepository(real, reach, limited)
    if (repository === null) return []
    await countInHistory({ folder: real, reach, needles, signal: limited }, counted)
    return counted.count > 0 ? inRepository(counted.count) : []
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SourceError) && !timeout.aborted) throw error
    return inRepository(counted.count > 0 ? counted.count : null)
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
    counted.count += countAll(bytes, needles)
  }
  for await (const { message, changes } of source.moments(signal)) {
    if (message !== null) count(Buffer.from(message))
    for (const change of changes) {
      count(Buffer.from(change.path))
      if ('bytes' in change && change.bytes !== null) count(change.bytes)
    }
  }
}

const countAll = (bytes: Buffer, needles: readonly Buffer[]) =>
  needles.reduce((sum, needle) => sum + countBytes(bytes, needle), 0)
