import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { keysOfIds } from './sql/keys'

const IDS_PER_QUERY = 500

/** The keys of memories of any store, live or deleted, by their ids; one that is unknown is missing. */
export async function keysOfMemories(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const keys = new Map<string, number>()
  for (const part of chunked(ids, IDS_PER_QUERY)) {
    for (const { id, key } of await keysOfIds(sql, part)) keys.set(id, key)
  }
  return keys
}
