import type { Database } from '@/lib/db/database'

/**
 * A conversation in another program, so far as it wrote or read in watched folders. Times in ms
 * since 1970.
 */
export interface ObservedSession {
  id: string
  /** by which its own program knows it */
  outerId: string
  clientVersion: string
  /** the folder that it works in; '': unknown */
  project: string
  /** '': unknown */
  model: string
  lastAt: number
  /** what it was asked first; '': not known, or not kept (TRANSCRIPTS) */
  firstPrompt: string
  /** versions that it wrote; 0: it only read */
  changeCount: number
  /** the newest of its changes to be reviewed; null: there is none */
  changesetId: string | null
  storeName: string
}

interface Row {
  id: string
  outer_id: string
  client_version: string
  project: string
  first_prompt: string
  model: string | null
  last_at: number
  change_count: number
  changeset_id: string | null
  store_name: string
}

/** Also of what was found out later to be a session's; a continuation names it. */
const NEWEST_CHANGESET = `SELECT c.id FROM attributions b
  JOIN memory_versions v ON v.store_key = b.store_key AND v.sequence = b.sequence
  JOIN changesets c ON c.key = v.changeset_key
  WHERE b.session_id`

/** The observed sessions that wrote last. */
export async function listObservedSessions(
  db: Database,
  { limit }: { limit: number },
): Promise<ObservedSession[]> {
  const rows = await db.read.all<Row>(
    `SELECT o.id, o.outer_id, o.client_version, o.project, o.first_prompt, o.last_at,
       max(a.model) AS model, count(a.sequence) AS change_count,
       coalesce(max(s.name), max(r.name)) AS store_name,
       (${NEWEST_CHANGESET} = o.id ORDER BY c.key DESC LIMIT 1) AS changeset_id
     FROM (SELECT * FROM observed_sessions ORDER BY last_at DESC LIMIT ?) o
     LEFT JOIN attributions a ON a.session_id = o.id AND a.store_key IN (
       SELECT key FROM memory_stores WHERE deleted_at IS NULL)
     LEFT JOIN memory_stores s ON s.key = a.store_key
     LEFT JOIN memory_stores r ON r.key = o.read_store_key AND r.deleted_at IS NULL
     WHERE s.key IS NOT NULL OR r.key IS NOT NULL
     GROUP BY o.key, o.id, o.outer_id, o.client_version, o.project, o.first_prompt, o.last_at
     ORDER BY o.last_at DESC`,
    [limit],
  )
  return rows.map((row) => ({
    id: row.id,
    outerId: row.outer_id,
    clientVersion: row.client_version,
    project: row.project,
    firstPrompt: row.first_prompt,
    model: row.model ?? '',
    lastAt: row.last_at,
    changeCount: row.change_count,
    changesetId: row.changeset_id,
    storeName: row.store_name,
  }))
}

/** The newest changes to be reviewed of an observed session; null: it is none, or changed nothing. */
export async function changesetOfObserved(db: Database, sessionId: string): Promise<string | null> {
  const row = await db.read.get<{ id: string }>(
    `${NEWEST_CHANGESET} = ? ORDER BY c.key DESC LIMIT 1`,
    [sessionId],
  )
  return row?.id ?? null
}
