import type { WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'

/** Adds a text to a comment: its own, or a reply. */
export async function insertRemark(
  tx: WriteSql,
  remark: { commentKey: number; storeKey: number; text: string; by: Actor; now: number },
): Promise<void> {
  const { by, now: createdAt, ...rest } = remark
  const id = newId('remark', createdAt)
  await tx.prisma.commentRemark.create({
    data: { ...rest, id, actorType: by.type, actorId: by.id, createdAt },
  })
}
