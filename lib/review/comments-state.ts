import type { Database } from '@/lib/db/database'

/** Changes with everything that is said in a changeset's review, and stays as it is otherwise. */
export async function commentsState(db: Database, changesetId: string): Promise<string> {
  const row = await db.read.get<Record<string, number | null>>(
    `SELECT count(*) AS comments, sum(c.revision) AS revisions,
       sum(CASE WHEN c.status = 'open' THEN 1 ELSE 0 END) AS open,
       sum(c.answered_sequence) AS answered,
       sum((SELECT count(*) FROM comment_remarks r WHERE r.comment_key = c.key)) AS remarks
     FROM changesets g CROSS JOIN comments c WHERE g.id = ? AND c.changeset_key = g.key`,
    [changesetId],
  )
  return Object.values(row ?? {}).join('.')
}
