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
    const { prisma } = tx
    const store = await prisma.memoryStore.findFirst({ where: { id: storeId, deletedAt: null } })
    if (!store) return refuse({ kind: 'store_not_found', storeId })
    if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId })
    const { key: storeKey } = store
    const written = await prisma.memoryVersion.findFirst({
      where: { storeKey, sequence: version.sequence },
    })
    if (!written) return refuse({ kind: 'version_not_found', storeId, versionId })
    const named = await prisma.changeset.findFirst({
      where: { id: input.changesetId ?? '', storeKey },
    })
    const changesetKey = named?.key ?? written.changesetKey
    const now = Date.now()
    const id = newId('cmnt', now)
    const { key: commentKey } = await prisma.comment.create({
      data: {
        id,
        storeKey,
        memoryKey: written.memoryKey,
        versionSequence: version.sequence,
        fromLine: lines.from,
        toLine: lines.to,
        changesetKey,
        disposition: input.disposition,
        askedSequence: store.lastSequence,
        actorType: by.type,
        actorId: by.id,
        createdAt: now,
      },
    })
    await insertRemark(tx, { commentKey, storeKey, text: input.text, by, now })
    if (changesetKey !== null) await recountChangeset(tx, changesetKey, [])
    tx.touch(storeKey)
    return id
  })
}
