import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { turns } from '@/lib/turns'
import { memoryById } from '../write/sql/heads'
import { findStore } from '../write/store-transaction'
import { memoriesAt } from '../time/sql/past'
import { quarantinedFor, withServed } from '../quarantine/quarantined'
import { isLive, memoryOf } from '../write/memory-of'
import type { LiveMemoryRow } from '../write/sql/heads'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import {
  DamagedContent,
  readContents,
  readStoredText,
  storedText,
} from '../contents/stored-content'
import { memoriesBetween } from './sql/listed-memories'
import { rangeBelow } from '../tree/subtree'
import type { Audience } from '../model/audience'
import type { Memory } from '../model/memory'
import { sequenceAt } from '../time/store-moment'
import type { Moment } from '../model/moment'

export interface AllMemoriesInput {
  storeId: string
  /** at this moment instead of now */
  at?: Moment | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** told the memories whose content is damaged, which are left out */
  onDamaged?: ((memory: Memory) => void) | undefined
  /** aborts it with the signal's reason */
  signal?: AbortSignal | undefined
}

/**
 * Every memory of a store with its content, in byte order of paths, read as it is consumed and
 * without making others wait. A memory changed meanwhile is yielded in its state at that time.
 * Refuses `store_not_found`, also midway.
 */
export async function* allMemories(
  db: Database,
  { storeId, at, audience, onDamaged, signal }: AllMemoriesInput,
): AsyncGenerator<Memory & { content: string }> {
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const store = await findStore(sql, storeId)
  const then = at ? await sequenceAt(sql, store.key, at) : null
  const quarantined = await quarantinedFor(sql, store, audience, { upTo: then })
  for (let after = rangeBelow('').from; ;) {
    const page = await pageAfter(sql, store.key, after, then)
    const last = page.length < CONTENTS_PER_PAGE ? undefined : page.at(-1)
    const rows = withServed(quarantined, page, { after, upTo: last?.path })
    const heads = rows.map((row) => row.headSequence)
    const contents = await readContents(sql, store.key, heads, maybeYield)
    // If the store was deleted meanwhile, the rest is missing, and ending normally would hide that.
    await findStore(sql, storeId)
    for (const row of rows) {
      const content = storedText(contents.get(row.headSequence))
      if (content instanceof DamagedContent) onDamaged?.(memoryOf(row, storeId, content))
      else if (content !== null) yield { ...memoryOf(row, storeId, null), content }
      else if (then === null && !quarantined?.has(row.key))
        yield* asItIsNow(sql, store.key, storeId, row)
      await maybeYield()
    }
    if (!last) return
    after = last.path
  }
}

/** Covers a memory whose version was emptied between two queries: the redaction gave it a new one. */
async function* asItIsNow(
  sql: Sql,
  storeKey: number,
  storeId: string,
  { id: memoryId }: LiveMemoryRow,
): AsyncGenerator<Memory & { content: string }> {
  const row = await memoryById(sql, storeKey, memoryId)
  if (!row || !isLive(row)) return
  const content = await readStoredText(sql, storeKey, row.headSequence)
  if (typeof content === 'string') yield { ...memoryOf(row, storeId, null), content }
}

function pageAfter(
  sql: Sql,
  storeKey: number,
  after: string,
  then: number | null,
): Promise<LiveMemoryRow[]> {
  const { to } = rangeBelow('')
  if (then !== null) {
    return memoriesAt(sql, storeKey, { after, before: to, limit: CONTENTS_PER_PAGE }, then)
  }
  return memoriesBetween(sql, storeKey, { after, before: to, limit: CONTENTS_PER_PAGE })
}
