import type { Prisma, ReadingClient } from '@/lib/db/models'
import type { Comment } from '../model/comment'

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
