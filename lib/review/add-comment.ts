import type { Database } from '@/lib/db/database'
import { getVersion } from '@/lib/store/get-version'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import type { LineRange } from '@/lib/text/line-range'
import { countLines } from '@/lib/text/lines'
import { newId } from '@/lib/text/prefixed-id'
import { insertRemark } from './core/insert-remark'
import { recountChangeset } from './core/recount-changeset'
import type { Disposition } from './model/comment'
import { refuseReview } from './model/review-problems'

export interface AddCommentInput {
  storeId: string
  versionId: string
  /** of that version */
  lines: LineRange
  text: string
  disposition: Disposition
  /** in whose review it belongs; left out: that of the version, if an agent wrote it */
  changesetId?: string | undefined
  by: Actor
}

/**
 * Comments on lines of a version; returns the comment's id. Refuses `store_not_found`,
 * `store_archived`, `version_not_found`, `version_redacted`, `lines_not_there`.
 */
export async function addComment(db: Database, input: AddCommentInput): Promise<string> {
  const { storeId, versionId, lines, by } = input
  const version = await getVersion(db, { storeId, versionId })
  if (version.redactedAt !== null) refuse({ kind: 'version_redacted', versionId })
  const lineCount = countLines(version.content ?? '')
  if (lines.from > lines.to || lines.to > lineCount) {
    refuseReview({ kind: 'lines_not_there', versionId, lineCount })
  }
  return db.write(async (tx) => {
    const store = await tx.get<{ key: number; last_sequence: number; archived_at: number | null }>(
      'SELECT key, last_sequence, archived_at FROM memory_stores WHERE id = ? AND deleted_at IS NULL',
      [storeId],
    )
    if (!store) return refuse({ kind: 'store_not_found', storeId })
    if (store.archived_at !== null) refuse({ kind: 'store_archived', storeId })
    const written = await tx.get<{ memory_key: number; changeset_key: number | null }>(
      'SELECT memory_key, changeset_key FROM memory_versions WHERE store_key = ? AND sequence = ?',
      [store.key, version.sequence],
    )
    if (!written) return refuse({ kind: 'version_not_found', storeId, versionId })
    const named = await tx.get<{ key: number }>(
      'SELECT key FROM changesets WHERE id = ? AND store_key = ?',
      [input.changesetId ?? null, store.key],
    )
    const changesetKey = named?.key ?? written.changeset_key
    const now = Date.now()
    const id = newId('cmnt', now)
    const row = await tx.get<{ key: number }>(
      `INSERT INTO comments (id, store_key, memory_key, version_sequence, from_line, to_line,
         changeset_key, disposition, asked_sequence, actor_type, actor_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
      [
        id,
        store.key,
        written.memory_key,
        version.sequence,
        lines.from,
        lines.to,
        changesetKey,
        input.disposition,
        store.last_sequence,
        by.type,
        by.id,
        now,
      ],
    )
    if (!row) throw new Error('an inserted comment has no key')
    const { text } = input
    await insertRemark(tx, { commentKey: row.key, storeKey: store.key, text, by, now })
    if (changesetKey !== null) await recountChangeset(tx, changesetKey, [])
    tx.touch(store.key)
    return id
  })
}
