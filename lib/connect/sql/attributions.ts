import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * Writers of versions: noted with a version by the process at work on its folder, or by an agent's
 * hook.
 */

const ATTRIBUTION = columns('a', 'attribution', [
  'storeKey',
  'sequence',
  'confidence',
  'source',
  'sessionId',
  'toolUseId',
  'tool',
  'model',
  'calledAt',
  'notedAt',
  'isLate',
  'prompt',
  'said',
])

export type AttributionRow = RowOf<typeof ATTRIBUTION>

/** Returns whether it was noted: a call that is known stays, one of the same session is added. */
export async function putAttribution(tx: WriteSql, row: AttributionRow): Promise<boolean> {
  const noted = await tx.get(
    `INSERT INTO attributions (store_key, sequence, confidence, source, session_id, tool_use_id,
       tool, model, called_at, noted_at, is_late, prompt, said)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (store_key, sequence) DO UPDATE SET confidence = excluded.confidence,
       source = excluded.source, tool_use_id = excluded.tool_use_id, tool = excluded.tool,
       model = excluded.model, called_at = excluded.called_at, noted_at = excluded.noted_at,
       prompt = excluded.prompt, said = excluded.said
     WHERE attributions.tool_use_id IS NULL AND excluded.tool_use_id IS NOT NULL
       AND attributions.session_id = excluded.session_id
     RETURNING sequence`,
    [
      row.storeKey,
      row.sequence,
      row.confidence,
      row.source,
      row.sessionId,
      row.toolUseId,
      row.tool,
      row.model,
      row.calledAt,
      row.notedAt,
      row.isLate,
      row.prompt,
      row.said,
    ],
  )
  return noted !== undefined
}

const CONFIDENCE = columns('a', 'attribution', ['confidence'])

export function confidenceOf(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<RowOf<typeof CONFIDENCE> | undefined> {
  return sql.get<RowOf<typeof CONFIDENCE>>(
    `SELECT ${CONFIDENCE.list} FROM attributions a WHERE a.store_key = ? AND a.sequence = ?`,
    [storeKey, sequence],
  )
}
