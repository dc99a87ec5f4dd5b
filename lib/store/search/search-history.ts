import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { containsFolded, findMatches, type Match } from '@/lib/text/matches'
import { turns } from '@/lib/turns'
import { type HistoryOf, historiesOf } from '../versions/histories'
import { findStore } from '../write/store-transaction'
import { isRollback } from '../undo/undo-rollbacks'
import { isQuarantined, quarantinedFor } from '../quarantine/quarantined'
import type { VersionRow } from '../versions/sql/version-rows'
import { versionOf } from '../versions/version-of'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { DamagedContent } from '../contents/stored-content'
import type { Audience } from '../model/audience'
import type { MemoryVersion } from '../model/memory-version'
import { candidateChanges, checkedQuery, MATCHES_PER_MEMORY } from './search-store'
import { historiesOfChanges, historyOf } from './sql/candidates'

export interface SearchHistoryInput {
  storeId: string
  /** as for `searchStore` */
  query: string
  /** only memories that contained it below this directory, without a trailing slash */
  directory?: string | undefined
  /** the most memories to return */
  limit: number
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** for a caller that leaves: aborts the search with the signal's reason */
  signal?: AbortSignal | undefined
}

/** A period in which a memory's content or path contained the text. */
export interface Appearance {
  /** the version that added it */
  from: MemoryVersion
  /** the version that wrote it: `from`, or if that is a rollback, the one whose text it brought back */
  writtenIn: MemoryVersion
  /** the version that removed it; null while it is still there */
  until: MemoryVersion | null
}

export interface HistoryHit {
  memoryId: string
  /** in chronological order */
  appearances: Appearance[]
  /** the newest version that contains the text, and its matches */
  newest: MemoryVersion
  matches: Match[]
}

export interface HistoryResult {
  hits: HistoryHit[]
  hasMore: boolean
  /** versions that are damaged, of memories that may have had the text, by id: they are read over */
  unreadable: string[]
}

/**
 * Finds when a text first appeared in each memory and when it disappeared, across all versions,
 * deleted memories included. Redacted versions contain nothing. Refuses like `searchStore`.
 */
export async function searchHistory(
  db: Database,
  input: SearchHistoryInput,
): Promise<HistoryResult> {
  const { storeId, directory, limit, signal } = input
  const folded = checkedQuery(input.query)
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const store = await findStore(sql, storeId)
  const quarantined = await quarantinedFor(sql, store, input.audience)
  const hits: HistoryHit[] = []
  const unreadable: string[] = []
  const seen = new Set<number>()
  for await (const sequences of candidateChanges(db, store.key, folded, null, signal)) {
    for (let from = 0; from < sequences.length; from += CONTENTS_PER_PAGE) {
      const memories = await memoriesOf(
        sql,
        store.key,
        sequences.slice(from, from + CONTENTS_PER_PAGE),
      )
      const unseen = memories.filter(({ key }) => !seen.has(key))
      for (const { key } of unseen) seen.add(key)
      const lives = new Map(unseen.map(({ key }) => [key, new Life(storeId, folded)]))
      for await (const version of historiesOf(sql, store.key, unseen, maybeYield)) {
        if (isQuarantined(quarantined, version.row)) continue
        if (version.content instanceof DamagedContent) unreadable.push(version.row.id)
        else lives.get(version.row.memoryKey)?.goOn(version.row, version.content)
      }
      for (const life of lives.values()) {
        const hit = life.hit()
        if (!hit || !isBelow(hit.newest.path, directory)) continue
        if (hits.length === limit) return { hits, hasMore: true, unreadable }
        hits.push(hit)
      }
    }
  }
  return { hits, hasMore: false, unreadable }
}

export interface TextLifeInput {
  storeId: string
  memoryId: string
  /** as for `searchStore` */
  query: string
  signal?: AbortSignal | undefined
}

/**
 * Returns when a text stood in one memory; null if it never did, or there is no such memory. Reads
 * every version of it. Refuses like `searchStore`.
 */
export async function textLife(
  db: Database,
  { storeId, memoryId, query, signal }: TextLifeInput,
): Promise<HistoryHit | null> {
  const folded = checkedQuery(query)
  const sql = db.bulk.until(signal)
  const store = await findStore(sql, storeId)
  const memory = await historyOf(sql, store.key, memoryId)
  if (!memory) return null
  const life = new Life(storeId, folded)
  for await (const version of historiesOf(sql, store.key, [memory], turns(signal))) {
    if (!(version.content instanceof DamagedContent)) life.goOn(version.row, version.content)
  }
  return life.hit()
}

function isBelow(path: string | null, directory: string | undefined): boolean {
  return !directory || (path?.startsWith(`${directory}/`) ?? false)
}

/** The memories of these changes, in their order. */
async function memoriesOf(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<HistoryOf[]> {
  const padded = [...sequences, ...Array<number>(CONTENTS_PER_PAGE - sequences.length).fill(0)]
  const rows = await historiesOfChanges(sql, storeKey, padded)
  return [...new Map(rows.map((row) => [row.key, row])).values()]
}

/** Tracks a text through a memory's versions, fed one after the other. */
class Life {
  private readonly appearances: Appearance[] = []
  private open: Appearance | null = null
  private newest: { row: VersionRow; content: string | null } | null = null

  constructor(
    private readonly storeId: string,
    private readonly folded: string,
  ) {}

  goOn(row: VersionRow, content: string | null): void {
    const isPresent = this.isIn(row, content)
    if (isPresent) this.newest = { row, content }
    if (isPresent && !this.open) {
      const from = this.versionOf(row)
      const before = isRollback(row.batchKind) ? this.appearances.at(-1) : undefined
      this.open = { from, writtenIn: before?.writtenIn ?? from, until: null }
      this.appearances.push(this.open)
    } else if (!isPresent && this.open) {
      this.open.until = this.versionOf(row)
      this.open = null
    }
  }

  hit(): HistoryHit | null {
    const { newest, appearances } = this
    if (!newest) return null
    const matches = findMatches(newest.content ?? '', this.folded, MATCHES_PER_MEMORY)
    const { memoryId } = newest.row
    return { memoryId, appearances, newest: this.versionOf(newest.row), matches }
  }

  private isIn(row: VersionRow, content: string | null): boolean {
    if (content === null) return false
    const isInPath = row.path !== null && containsFolded(row.path, this.folded)
    return isInPath || containsFolded(content, this.folded)
  }

  private versionOf(row: VersionRow): MemoryVersion {
    return versionOf(row, this.storeId, null)
  }
}
