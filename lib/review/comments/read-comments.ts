import type { Database } from '@/lib/db/database'
import type { Prisma, ReadingClient } from '@/lib/db/models'
import type { Audience } from '@/lib/store/model/audience'
import { getVersion } from '@/lib/store/versions/read-versions'
import { groupedBy } from '@/lib/text/grouped-by'
import type { LineRange } from '@/lib/text/line-range'
import { splitLines } from '@/lib/text/lines'
import { turns } from '@/lib/turns'
import type { Comment, CommentStatus, Disposition } from '../model/comment'
import { refuseReview } from '../model/review-problems'

/** Narrows the list of a store's comments; an omitted field does not narrow it. */
export interface CommentFilter {
  memoryId?: string | undefined
  status?: CommentStatus | undefined
  disposition?: Disposition | undefined
  /** agents are not shown those on memories in quarantine */
  audience?: Audience | undefined
}

export interface CommentPage {
  comments: Comment[]
  /** what to pass as `after` for the next page; null at the end */
  next: number | null
}

/** A page of a store's comments, oldest first. */
export async function listComments(
  db: Database,
  input: CommentFilter & { storeId: string; limit: number; after?: number | undefined },
): Promise<CommentPage> {
  const { storeId, memoryId, status, disposition, audience, after, limit } = input
  const wanted = {
    store: { id: storeId },
    memory: { id: memoryId, ...(audience === 'agents' && { quarantine: null }) },
    status,
    disposition,
    key: { gt: after },
  }
  const found = await selectComments(db.prisma, wanted, limit + 1)
  const comments = found.slice(0, limit)
  const last = comments.at(-1)
  return { comments, next: found.length > limit && last ? last.key : null }
}

/** A comment. Refuses `comment_not_found`. */
export async function getComment(db: Database, commentId: string): Promise<Comment> {
  const [comment] = await selectComments(db.prisma, { id: commentId })
  return comment ?? refuseReview({ kind: 'comment_not_found', commentId })
}

const ID = { select: { id: true } } as const

/** With what it is shown with. */
const WITH_ALL = {
  include: {
    store: ID,
    memory: { select: { id: true, path: true } },
    version: ID,
    answeredBy: ID,
    changeset: ID,
    remarks: { orderBy: { key: 'asc' } },
  },
} as const

/** Comments of stores that were not deleted, the oldest first. */
export async function selectComments(
  prisma: ReadingClient,
  wanted: Prisma.CommentWhereInput,
  limit?: number,
): Promise<Comment[]> {
  const rows = await prisma.comment.findMany({
    where: { AND: [{ store: { deletedAt: null } }, wanted] },
    orderBy: { key: 'asc' },
    take: limit,
    ...WITH_ALL,
  })
  return rows.map((row) => ({
    key: row.key,
    id: row.id,
    storeId: row.store.id,
    memoryId: row.memory.id,
    path: row.memory.path,
    versionId: row.version.id,
    lines: { from: row.fromLine, to: row.toLine },
    changesetId: row.changeset?.id ?? null,
    disposition: row.disposition,
    status: row.status,
    answeredBy: row.answeredBy?.id ?? null,
    by: { type: row.actorType, id: row.actorId },
    createdAt: row.createdAt,
    remarks: row.remarks.map(({ id, text, actorType, actorId, createdAt, editedAt }) => ({
      id,
      text,
      by: { type: actorType, id: actorId },
      at: createdAt,
      editedAt,
    })),
  }))
}

/** The version and lines that a comment was made on. */
export type CommentedLines = Pick<Comment, 'id' | 'storeId' | 'memoryId' | 'versionId' | 'lines'>

/** Comments on one version. */
export interface CommentOrigin<C extends CommentedLines> {
  /** of the version; null once it is redacted: then only what was said is left */
  text: string | null
  comments: readonly C[]
}

/** Comments by the version that they are about, one version after another. */
export async function* commentOrigins<C extends CommentedLines>(
  db: Database,
  comments: readonly C[],
  signal?: AbortSignal,
): AsyncGenerator<CommentOrigin<C>> {
  const maybeYield = turns(signal)
  for (const [versionId, ofVersion] of groupedBy(comments, (each) => each.versionId)) {
    const version = { storeId: ofVersion[0]?.storeId ?? '', versionId }
    const { content, redactedAt } = await getVersion(db, version)
    yield { text: redactedAt === null ? content : null, comments: ofVersion }
    await maybeYield()
  }
}

/** Longest quotation of lines that are gone, in UTF-16 units. */
const MAX_SHOWN = 2000

/** Lines of a text, to be shown where they are gone. */
export function quotedLines(text: string, { from, to }: LineRange): string {
  const lines = splitLines(text)
    .slice(from - 1, to)
    .join('\n')
  return lines.length > MAX_SHOWN ? `${lines.slice(0, MAX_SHOWN)}…` : lines
}
