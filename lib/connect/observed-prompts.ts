import type { Database } from '@/lib/db/database'

/**
 * What these observed sessions were asked first, by id; those of which it is not known, or not
 * kept, have none.
 */
export async function observedPrompts(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const rows = await db.read.all<{ id: string; first_prompt: string }>(
    `SELECT id, first_prompt FROM observed_sessions
     WHERE first_prompt <> '' AND id IN (?${', ?'.repeat(asked.length - 1)})`,
    asked,
  )
  return new Map(rows.map(({ id, first_prompt }) => [id, first_prompt]))
}
