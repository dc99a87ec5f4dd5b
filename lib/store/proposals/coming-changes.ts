import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { turns } from '@/lib/turns'
import { MEMORIES_PER_QUERY } from '../contents/memory-chains'
import { memoriesByKey } from '../contents/sql/memory-chains'
import { DamagedContent, readContents, storedText } from '../contents/stored-content'
import { memoriesAtPaths } from '../memories/sql/paths'
import type { MemorySummary, MemoryText } from '../model/memory-change'
import { type Quarantined, type QuarantinedMemory, quarantinedFor } from '../quarantine/quarantined'
import type { StoreRow } from '../stores/sql/stores'
import { isLive } from '../write/memory-of'
import type { LiveMemoryRow } from '../write/sql/heads'
import { findStore } from '../write/store-transaction'
import type { ProposedChange } from './propose-changes'
import type { StoreStanding } from './writing-at'

/** A memory as agents would be served it. */
export interface ComingText extends MemorySummary {
  content: string
}

/** A text that no version holds yet. */
export function comingText({ path, content }: MemoryText): ComingText {
  const bytes = utf8Bytes(content)
  return { path, content, sha256: sha256Hex(bytes), size: bytes.length }
}

/** A change of a memory, without the version that would say so: none is written yet. */
export interface ComingChange {
  memoryId: string
  /** the path at which it stands now; null: at none */
  before: string | null
  /** null: it would stand nowhere */
  after: ComingText | null
}

/** The changes that a verb would make of what agents are served, and on which state of the store. */
export interface ComingChanges extends StoreStanding {
  changes: readonly ComingChange[]
}

/**
 * The changes that proposed ones would make of what agents are served of a store. `propose`: computes
 * them, after it was looked on which state. Refuses `store_not_found`.
 */
export async function comingChanges(
  db: Database,
  storeId: string,
  propose: () => Promise<readonly ProposedChange[]>,
): Promise<ComingChanges> {
  const store = await findStore(db.read, storeId)
  const proposed = (await propose()).filter((change) => change.storeId === storeId)
  const changes = await servedChanges(db.read, store, { heads: netChanges(proposed) }, turns())
  return { storeId, sequence: store.lastSequence, changes }
}

/** One change a memory, however often it is written. */
function netChanges(proposed: readonly ProposedChange[]): ComingChange[] {
  const net = new Map<string, ComingChange>()
  for (const { memoryId, before, after } of proposed) {
    const first = net.get(memoryId)
    const from = first ? first.before : (before?.path ?? null)
    net.set(memoryId, { memoryId, before: from, after: after && comingText(after) })
  }
  return [...net.values()]
}

export interface ComingHeads {
  /** what a verb would write, one change a memory */
  heads: readonly ComingChange[]
  /** the keys of memories that it would release from quarantine; left out: none */
  released?: ReadonlySet<number> | undefined
}

/**
 * The changes of what agents are served by what a verb would write and release: of a memory that stays
 * in quarantine nothing, of one that it releases all that was held back. For `maybeYield` see
 * lib/turns.
 */
export async function servedChanges(
  sql: Sql,
  store: StoreRow,
  { heads, released = new Set() }: ComingHeads,
  maybeYield: () => Promise<void>,
): Promise<readonly ComingChange[]> {
  const quarantined = await quarantinedFor(sql, store, 'agents')
  if (!quarantined) return heads
  const byId = new Map([...quarantined.values()].map((memory) => [memory.memoryId, memory]))
  const written = new Set(heads.map(({ memoryId }) => memoryId))
  const isReleased = ({ key }: QuarantinedMemory) => released.has(key)
  const covered = await coveredPaths(sql, store, { quarantined, released })
  const changes = heads.flatMap((head): ComingChange[] => {
    const memory = byId.get(head.memoryId)
    if (!memory) return [head]
    return isReleased(memory) ? releasedAs(memory, head.after, covered) : []
  })
  const unwritten = [...quarantined.values()].filter(
    (memory) => isReleased(memory) && !written.has(memory.memoryId),
  )
  const now = await liveRows(sql, unwritten)
  const texts = await textsOf(sql, store, [...now.values()], maybeYield)
  for (const memory of unwritten) {
    const row = now.get(memory.key)
    const after = (row && texts.get(row.headSequence)) ?? null
    changes.push(...releasedAs(memory, after, covered))
  }
  const staying = [...quarantined.values()].filter((memory) => !isReleased(memory))
  return [...changes, ...(await uncovered(sql, store, { changes, staying }, maybeYield))]
}

/** Nothing: agents were served the same all along. `covered`: see `coveredPaths`. */
function releasedAs(
  { memoryId, served: shown }: QuarantinedMemory,
  after: ComingText | null,
  covered: ReadonlySet<string>,
): ComingChange[] {
  const served = shown && !covered.has(shown.path) ? shown : null
  const isSame = served?.path === after?.path && served?.sha256 === after?.sha256
  return isSame ? [] : [{ memoryId, before: served?.path ?? null, after }]
}

/**
 * The places of released memories as they were, at which agents are served another by now: one that is not
 * in quarantine stands there.
 */
async function coveredPaths(
  sql: Sql,
  store: StoreRow,
  { quarantined, released }: { quarantined: Quarantined; released: ReadonlySet<number> },
): Promise<Set<string>> {
  const paths = [...quarantined.values()].flatMap(({ key, served }) =>
    served && released.has(key) ? served.path : [],
  )
  const covered = new Set<string>()
  for (const some of chunked(paths, MEMORIES_PER_QUERY)) {
    for (const { key, path } of await memoriesAtPaths(sql, store.key, some)) {
      if (path !== null && !quarantined.has(key)) covered.add(path)
    }
  }
  return covered
}

/** The texts that agents are served of quarantined memories, where what stood in their place leaves. */
async function uncovered(
  sql: Sql,
  store: StoreRow,
  { changes, staying }: { changes: readonly ComingChange[]; staying: QuarantinedMemory[] },
  maybeYield: () => Promise<void>,
): Promise<ComingChange[]> {
  const taken = new Set(changes.flatMap(({ after }) => after?.path ?? []))
  const left = new Set(changes.flatMap(({ before }) => before ?? []))
  const found = staying.flatMap(({ memoryId, served }) =>
    served && left.has(served.path) && !taken.has(served.path) ? [{ memoryId, served }] : [],
  )
  const rows = found.map(({ served }) => served)
  const texts = await textsOf(sql, store, rows, maybeYield)
  return found.map(({ memoryId, served }) => ({
    memoryId,
    before: null,
    after: texts.get(served.headSequence) ?? null,
  }))
}

async function liveRows(
  sql: Sql,
  memories: readonly QuarantinedMemory[],
): Promise<Map<number, LiveMemoryRow>> {
  const found = new Map<number, LiveMemoryRow>()
  const keys = memories.map(({ key }) => key)
  for (const some of chunked(keys, MEMORIES_PER_QUERY)) {
    for (const row of await memoriesByKey(sql, some)) if (isLive(row)) found.set(row.key, row)
  }
  return found
}

/** By sequence; one that cannot be read is left out, as it is where agents read. */
async function textsOf(
  sql: Sql,
  store: StoreRow,
  rows: readonly LiveMemoryRow[],
  maybeYield: () => Promise<void>,
): Promise<Map<number, ComingText>> {
  const heads = rows.map(({ headSequence }) => headSequence)
  const contents = await readContents(sql, store.key, heads, maybeYield)
  const texts = new Map<number, ComingText>()
  for (const { headSequence, path, sha256, size } of rows) {
    const content = storedText(contents.get(headSequence))
    if (content === null || content instanceof DamagedContent) continue
    texts.set(headSequence, { path, sha256, size, content })
  }
  return texts
}
