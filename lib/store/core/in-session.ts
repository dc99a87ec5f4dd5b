import type { Sql, SqlValue } from '@/lib/db/sql'

/** A condition on versions `v`. */
export interface VersionCondition {
  condition: string
  params: SqlValue[]
}

/**
 * What a version must be to belong to a session: it names it, or it was found out later that the
 * session wrote it (`attributions`). The second costs nothing where there is no such version.
 */
export async function inSession(
  sql: Pick<Sql, 'get'>,
  sessionId: string,
): Promise<VersionCondition> {
  const late = await sql.get(
    'SELECT 1 AS one FROM attributions WHERE session_id = ? AND is_late = 1 LIMIT 1',
    [sessionId],
  )
  if (late === undefined) return { condition: 'v.session_id = ?', params: [sessionId] }
  return {
    condition: `(v.session_id = ? OR EXISTS (SELECT 1 FROM attributions late
      WHERE late.store_key = v.store_key AND late.sequence = v.sequence AND late.session_id = ?
        AND late.is_late = 1))`,
    params: [sessionId, sessionId],
  }
}
