import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { comparePaths } from '@/lib/text/memory-path'
import { memoriesAt, memoriesOfKeysAt } from '../time/sql/past'
import { isWithin, type PathSpan, type Quarantined } from '../quarantine/quarantined'
import type { LiveMemoryRow } from '../write/sql/heads'
import { rangeBelow } from './subtree'

/** An entry of a directory; a directory's path ends in a slash. */
export type Entry =
  | { path: string; memory: LiveMemoryRow }
  | { path: string; directory: { memoryCount: number | null; byteSize: number | null } }

/** A memory as it is counted in a directory. */
interface Counted {
  path: string
  size: number
}

export interface Children {
  /** a run of the directory's entries, as they are */
  entries: readonly Entry[]
  /** the directory, with a trailing slash */
  prefix: string
  span: PathSpan
}

/**
 * The entries of a directory as agents are served them: what is in quarantine gives way to what
 * stood before, and a directory in which nothing is left is not there.
 */
export function servedChildren(children: Children, quarantined: Quarantined): Entry[] {
  const now = [...quarantined.values()].flatMap((memory) => memory.now ?? [])
  const changed = exchanged(children, quarantined, now)
  return changed.filter(
    (entry) => !('directory' in entry) || (entry.directory.memoryCount ?? 1) > 0,
  )
}

/** The same as of a change, where directories are not counted: those that lost some are looked at. */
export async function servedChildrenAt(
  sql: Sql,
  children: Children,
  {
    storeKey,
    sequence,
    quarantined,
  }: { storeKey: number; sequence: number; quarantined: Quarantined },
): Promise<Entry[]> {
  const then: Counted[] = []
  for (const keys of chunked([...quarantined.keys()], KEYS_PER_QUERY)) {
    then.push(...(await memoriesOfKeysAt(sql, keys, sequence)))
  }
  const entries: Entry[] = []
  for (const entry of exchanged(children, quarantined, then)) {
    if ('memory' in entry || !then.some(({ path }) => path.startsWith(entry.path))) {
      entries.push(entry)
      continue
    }
    const directory = entry.path.slice(0, -1)
    const { from: after, to: before } = rangeBelow(directory)
    const range = { after, before, limit: quarantined.size + 1 }
    const below = await memoriesAt(sql, storeKey, range, sequence)
    const isServed = [...quarantined.values()].some(({ served }) =>
      served?.path.startsWith(entry.path),
    )
    if (isServed || below.some(({ key }) => !quarantined.has(key))) entries.push(entry)
  }
  return entries
}

const KEYS_PER_QUERY = 64

function exchanged(
  { entries, prefix, span }: Children,
  quarantined: Quarantined,
  gone: readonly Counted[],
): Entry[] {
  const byPath = new Map<string, Entry>()
  for (const entry of entries) {
    if ('directory' in entry) byPath.set(entry.path, entry)
    else if (!quarantined.has(entry.memory.key)) byPath.set(entry.path, entry)
  }
  for (const { path, size } of gone) {
    const directory = directoryIn(prefix, path)
    const entry = directory === null ? undefined : byPath.get(directory)
    if (directory !== null && entry && 'directory' in entry) {
      byPath.set(directory, counted(entry, -1, -size))
    }
  }
  for (const { served } of quarantined.values()) {
    if (!served?.path.startsWith(prefix)) continue
    const directory = directoryIn(prefix, served.path)
    const path = directory ?? served.path
    if (!isWithin(span, path)) continue
    const entry = byPath.get(path)
    if (directory === null) {
      if (!entry) byPath.set(path, { path, memory: served })
      continue
    }
    const before = entry && 'directory' in entry ? entry : NOTHING_IN(path)
    byPath.set(path, counted(before, 1, served.size))
  }
  return [...byPath.values()].sort((one, other) => comparePaths(one.path, other.path))
}

type DirectoryEntry = Extract<Entry, { directory: object }>

const NOTHING_IN = (path: string): DirectoryEntry => ({
  path,
  directory: { memoryCount: 0, byteSize: 0 },
})

function counted({ path, directory }: DirectoryEntry, memories: number, bytes: number): Entry {
  const { memoryCount, byteSize } = directory
  return {
    path,
    directory: {
      memoryCount: memoryCount === null ? null : memoryCount + memories,
      byteSize: byteSize === null ? null : byteSize + bytes,
    },
  }
}

/** The directory directly in another that a path is below, with its slash; null: none. */
function directoryIn(prefix: string, path: string): string | null {
  if (!path.startsWith(prefix)) return null
  const slash = path.indexOf('/', prefix.length)
  return slash < 0 ? null : path.slice(0, slash + 1)
}
