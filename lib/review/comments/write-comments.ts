import type { Database } from '@/lib/db/database'
import type { Prisma } from '@/lib/db/models'
import type { WriteSql } from '@/lib/db/sql'
import { type ChangesetChange, changesetChanges } from '@/lib/store/changes/changeset-changes'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions/read-versions'
import type { LineRange } from '@/lib/text/line-range'
import { countLines } from '@/lib/text/lines'
import { newId } from '@/lib/text/prefixed-id'
import { getChangeset } from '../changesets/list-changesets'
import { recountChangeset } from '@/lib/store/events/recount-changeset'
import type { Disposition, CommentStatus } from '../model/comment'
import { parseHunkId } from '../model/hunk'
import { refuseReview } from '../model/review-problems'
import type { ChangeSide } from './changeset-comments'
import { followLines } from './place-comments'
import { lockComment } from './sql/lock-comment'
import { versionsFollowed } from './sql/changeset-comments'

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

export interface UpdateCommentInput {
  commentId: string
  by: Actor
  status?: CommentStatus | undefined
  disposition?: Disposition | undefined
  /** a reply to add */
  reply?: string | undefined
  /** the new text of the comment itself, or of the reply `remarkId` */
  text?: string | undefined
  remarkId?: string | undefined
}

/**
 * Answers, edits, resolves or reopens a comment. What changes what it asks for asks anew: agents are
 * told again, and an answer that was there no longer counts. Refuses `comment_not_found`,
 * `remark_not_found`, `remark_by_other`, and `store_archived` for new texts.
 */
export async function updateComment(db: Database, input: UpdateCommentInput): Promise<void> {
  const { commentId, status, disposition, reply, text, remarkId, by } = input
  await db.write(async (tx) => {
    const comment = await openComment(tx, commentId)
    if (reply !== undefined || text !== undefined) refuseArchived(comment)
    const now = Date.now()
    if (text !== undefined) {
      const { key } = await ownRemark(tx, comment, { remarkId, by })
      await tx.prisma.commentRemark.update({ where: { key }, data: { text, editedAt: now } })
    }
    if (reply !== undefined) {
      const { key: commentKey, storeKey } = comment
      await insertRemark(tx, { commentKey, storeKey, text: reply, by, now })
    }
    const isAskedAnew =
      text !== undefined || reply !== undefined || disposition !== undefined || status === 'open'
    await tx.prisma.comment.update({
      where: { key: comment.key },
      data: { disposition, status, ...(isAskedAnew && askedAgain(comment)) },
    })
    await closeComment(tx, comment)
  })
}

function askedAgain({ store }: OpenedComment) {
  return {
    revision: { increment: 1 },
    askedSequence: store.lastSequence,
    answeredSequence: null,
  }
}

export interface RemoveCommentInput {
  commentId: string
  /** a reply; left out: the whole comment */
  remarkId?: string | undefined
  by: Actor
}

/**
 * Deletes the own comment, with the own replies to it, or one own reply. Refuses
 * `comment_not_found`, `remark_not_found`, `remark_by_other`, `comment_has_replies`.
 */
export async function removeComment(db: Database, input: RemoveCommentInput): Promise<void> {
  const { commentId, remarkId, by } = input
  await db.write(async (tx) => {
    const comment = await openComment(tx, commentId)
    const remark = await ownRemark(tx, comment, { remarkId, by })
    if (!remark.isFirst) {
      await tx.prisma.commentRemark.deleteMany({ where: { key: remark.key } })
      await closeComment(tx, comment)
      return
    }
    if (remark.others > 0) refuseReview({ kind: 'comment_has_replies', commentId })
    await tx.prisma.commentRemark.deleteMany({ where: { commentKey: comment.key } })
    await tx.prisma.comment.deleteMany({ where: { key: comment.key } })
    await closeComment(tx, comment)
  })
}

export interface CommentOnHunkInput {
  changesetId: string
  /** as it was shown; it may have changed since */
  hunkId: string
  /** the side that the lines are of */
  side: ChangeSide
  lines: LineRange
  text: string
  disposition: Disposition
  by: Actor
}

/**
 * Comments on lines as a changeset's page shows them: on what the agent wrote, or on what it
 * removed. Returns the comment's id. Refuses `changeset_not_found`, `hunk_not_found`,
 * `lines_not_there`, and as `addComment`.
 */
export async function commentOnHunk(db: Database, input: CommentOnHunkInput): Promise<string> {
  const { changesetId, hunkId, text, disposition, by } = input
  const { storeId } = await getChangeset(db, changesetId)
  const change = await changeOf(db, { storeId, changesetId, hunkId })
  const found = await versionLines(db, storeId, change, input)
  return addComment(db, { storeId, changesetId, ...found, text, disposition, by })
}

/** The changeset's change of the hunk's memory, up to the version that was shown. */
async function changeOf(
  db: Database,
  { storeId, changesetId, hunkId }: { storeId: string; changesetId: string; hunkId: string },
): Promise<ChangesetChange> {
  const name = parseHunkId(hunkId)
  const memory =
    name &&
    (await db.prisma.memory.findFirst({
      where: { id: name.memoryId, store: { id: storeId } },
      select: { key: true },
    }))
  if (!name || !memory) return refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
  const memories = [{ memoryKey: memory.key, until: name.through }]
  const [change] = await changesetChanges(db, { storeId, changesetId, memories })
  return change ?? refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
}

/** The version that has the lines, and where in it. */
async function versionLines(
  db: Database,
  storeId: string,
  change: ChangesetChange,
  { side, lines }: { side: ChangeSide; lines: LineRange },
): Promise<{ versionId: string; lines: LineRange }> {
  const written = change.versionIds.at(-1) ?? ''
  if (side === 'after') return { versionId: written, lines }
  const text = change.before?.content ?? ''
  for (const versionId of await versionsBefore(db, change.versionIds)) {
    const { content } = await getVersion(db, { storeId, versionId })
    const found = content === null ? null : (await followLines(text, content))(lines)
    if (found) return { versionId, lines: found }
  }
  return refuseReview({ kind: 'lines_not_there', versionId: written, lineCount: 0 })
}

/** Looks at the predecessors of at most this many of a changeset's versions of a memory. */
const MAX_VERSIONS = 50

/** The versions that the changeset's own ones followed, the oldest first: what these removed. */
async function versionsBefore(db: Database, ownIds: readonly string[]): Promise<string[]> {
  const rows = await versionsFollowed(db.read, ownIds.slice(0, MAX_VERSIONS))
  return rows.map(({ id }) => id)
}

/** Adds a text to a comment: its own, or a reply. */
async function insertRemark(
  tx: WriteSql,
  remark: { commentKey: number; storeKey: number; text: string; by: Actor; now: number },
): Promise<void> {
  const { by, now: createdAt, ...rest } = remark
  const id = newId('remark', createdAt)
  await tx.prisma.commentRemark.create({
    data: { ...rest, id, actorType: by.type, actorId: by.id, createdAt },
  })
}

/** A comment that a transaction changes, with its store. */
export type OpenedComment = Prisma.CommentGetPayload<{ include: { store: true } }>

/** Locks a comment. Refuses `comment_not_found`. */
async function openComment(tx: WriteSql, commentId: string): Promise<OpenedComment> {
  await lockComment(tx, commentId)
  const comment = await tx.prisma.comment.findFirst({
    where: { id: commentId, store: { deletedAt: null } },
    include: { store: true },
  })
  return comment ?? refuseReview({ kind: 'comment_not_found', commentId })
}

/** Counts anew what the comment's changeset waits for, and tells whoever shows it. */
async function closeComment(tx: WriteSql, comment: OpenedComment): Promise<void> {
  if (comment.changesetKey !== null) await recountChangeset(tx, comment.changesetKey, [])
  tx.touch(comment.storeKey)
}

/** Refuses to write in an archived store; comments there can still be resolved and removed. */
function refuseArchived({ store }: OpenedComment): void {
  if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId: store.id })
}

/**
 * The comment's own text, or a reply, as the one who wrote it may change it; with how many others
 * there are. Refuses `remark_not_found`, `remark_by_other`.
 */
async function ownRemark(
  tx: WriteSql,
  comment: OpenedComment,
  { remarkId, by }: { remarkId: string | undefined; by: Actor },
): Promise<{ key: number; isFirst: boolean; others: number }> {
  const remarks = await tx.prisma.commentRemark.findMany({
    where: { commentKey: comment.key },
    orderBy: { key: 'asc' },
  })
  const commentId = comment.id
  const [first] = remarks
  const remark = remarkId === undefined ? first : remarks.find(({ id }) => id === remarkId)
  if (!remark)
    return refuseReview({ kind: 'remark_not_found', commentId, remarkId: remarkId ?? '' })
  const isOthers = ({ actorType, actorId }: typeof remark) =>
    actorType !== by.type || actorId !== by.id
  if (isOthers(remark)) refuseReview({ kind: 'remark_by_other', commentId })
  const others = remarks.filter(isOthers)
  return { key: remark.key, isFirst: remark === first, others: others.length }
}
