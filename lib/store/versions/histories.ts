import type { Sql } from '@/lib/db/sql'
import type { VersionRow } from './sql/version-rows'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { readContents, type StoredText, storedText } from '../contents/stored-content'
import { MAX_MEMORIES, versionsOfMemories, versionsOfMemoryAfter } from './sql/histories'

/** A memory whose versions to read. */
export interface HistoryOf {
  key: number
  versionCount: number
}

interface VersionWithText {
  row: VersionRow
  /** null: none, because deleted or redacted */
  content: StoredText | null
}

/** About how many versions a statement returns; a memory with more is read in pages. */
const PAGE = 4 * CONTENTS_PER_PAGE

/**
 * Every version of some memories with its content: memory after memory in the given order, each
 * from its first version. Many small histories are read together, a long one page by page.
 */
export async function* historiesOf(
  sql: Sql,
  storeKey: number,
  memories: readonly HistoryOf[],
  maybeYield: () => Promise<void>,
): AsyncGenerator<VersionWithText> {
  for (const group of inGroups(memories)) {
    for await (const rows of rowPages(sql, group)) {
      for (let from = 0; from < rows.length; from += CONTENTS_PER_PAGE) {
        const some = rows.slice(from, from + CONTENTS_PER_PAGE)
        const sequences = some.map((row) => row.sequence)
        const contents = await readContents(sql, storeKey, sequences, maybeYield)
        for (const row of some) {
          yield { row, content: storedText(contents.get(row.sequence)) }
          await maybeYield()
        }
      }
    }
  }
}

function* inGroups(memories: readonly HistoryOf[]): Generator<readonly HistoryOf[]> {
  let group: HistoryOf[] = []
  let versions = 0
  for (const memory of memories) {
    if (
      group.length === MAX_MEMORIES ||
      (group.length > 0 && versions + memory.versionCount > PAGE)
    ) {
      yield group
      group = []
      versions = 0
    }
    group.push(memory)
    versions += memory.versionCount
  }
  if (group.length > 0) yield group
}

async function* rowPages(sql: Sql, group: readonly HistoryOf[]): AsyncGenerator<VersionRow[]> {
  const [first, ...others] = group
  if (!first) return
  if (others.length > 0) {
    yield await rowsOfSeveral(sql, group)
    return
  }
  for (let after = 0; ;) {
    const rows = await versionsOfMemoryAfter(sql, { memoryKey: first.key, after, limit: PAGE })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.sequence
  }
}

async function rowsOfSeveral(sql: Sql, group: readonly HistoryOf[]): Promise<VersionRow[]> {
  const keys = group.map(({ key }) => key)
  const rows = await versionsOfMemories(sql, keys)
  const byMemory = new Map<number, VersionRow[]>(keys.map((key) => [key, []]))
  for (const row of rows) byMemory.get(row.memoryKey)?.push(row)
  return [...byMemory.values()].flat()
}
