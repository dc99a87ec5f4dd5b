import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { foldedPath } from '@/lib/text/folded-path'
import { numberedLength } from '@/lib/text/lines'
import { previewLine } from '@/lib/text/preview-line'
import type { LiveMemoryRow } from '../write/sql/heads'
import { findStore } from '../write/store-transaction'
import { readStoredText } from '../contents/stored-content'
import { PINNED_PATHS } from '../model/pinned-paths'
import { parseStoreSettings } from '../model/store-settings'
import { flushReadsToShow } from './reads'
import { memoriesAtRoot, mostOftenReadFirst } from './sql/habits'

/** The memory that agents read first. */
export interface FirstRead {
  memoryId: string
  path: string
  size: number
  versionCount: number
  changedAt: number
  /** what tells that it is read first: how many of the sessions that read the store, or its name */
  evidence: { kind: 'reads'; sessions: number; ofSessions: number } | { kind: 'name' }
  /** its first line that says something; null: it has none, is too large to look at, or damaged */
  line: string | null
  /** how many of its characters one read leaves out, with the numbers of lines; null: not known */
  leftOut: number | null
}

/**
 * Names by which agents begin to read, the first that is there; what is written all the time is not
 * pinned. As with what is pinned, in whatever case.
 */
const FIRST_PATHS = [...new Set(['/MEMORY.md', '/status.md', ...PINNED_PATHS])]

const FOLDED = FIRST_PATHS.map(foldedPath)

/** Minimum number of sessions: what a single one reads first is chance. */
const MIN_SESSIONS = 2

/** Counts of reads that are looked at, the latest; they tell what is read first now. */
const MAX_READS = 20_000

const LARGEST_SHOWN = 1024 * 1024

/**
 * The memory that most sessions since a time read first, or else one with a name that is read
 * first; null if nothing tells. Costs the latest reads since then, 20,000 at most, by the index of
 * their times, else the names at the root, and one content, on a connection for long reads. Refuses
 * `store_not_found`.
 */
export async function firstRead(
  db: Database,
  input: { storeId: string; since: number; signal?: AbortSignal | undefined },
): Promise<FirstRead | null> {
  await flushReadsToShow(db)
  const sql = db.bulk.until(input.signal)
  const store = await findStore(sql, input.storeId)
  const found =
    (await mostOftenFirst(sql, store.key, input.since)) ?? (await firstByName(sql, store.key))
  if (!found) return null
  const { memory, evidence } = found
  const stored =
    memory.size <= LARGEST_SHOWN ? await readStoredText(sql, store.key, memory.headSequence) : null
  const content = typeof stored === 'string' ? stored : null
  const { maxViewChars } = parseStoreSettings(store.settings)
  return {
    memoryId: memory.id,
    path: memory.path,
    size: memory.size,
    versionCount: memory.versionCount,
    changedAt: memory.updatedAt,
    evidence,
    line: content === null ? null : previewLine(content),
    leftOut: content === null ? null : Math.max(0, numberedLength(content) - maxViewChars),
  }
}

interface Found {
  memory: LiveMemoryRow
  evidence: FirstRead['evidence']
}

async function mostOftenFirst(sql: Sql, storeKey: number, since: number): Promise<Found | null> {
  const row = await mostOftenReadFirst(sql, { storeKey, since, maxReads: MAX_READS })
  if (!row || row.sessions < MIN_SESSIONS) return null
  const { sessions, ofSessions, ...memory } = row
  return { memory, evidence: { kind: 'reads', sessions, ofSessions } }
}

async function firstByName(sql: Sql, storeKey: number): Promise<Found | null> {
  const rows = await memoriesAtRoot(sql, storeKey, FOLDED)
  const [memory] = FOLDED.flatMap((path) => rows.find((row) => foldedPath(row.path) === path) ?? [])
  return memory ? { memory, evidence: { kind: 'name' } } : null
}
