import { database, db, type Tx } from '@/lib/db'
import { Prisma } from '@/lib/db/generated/sqlite/client'

/** Statements that Prisma has no call for. */

export interface CountedRead {
  storeId: string
  memoryId: string
  versionId: string
  actorType: string
  actorId: string
  sessionId: string
  day: Date
  count: number
  lastAt: Date
}

/** Adds to counts of reads, or begins them: an upsert a row would be two statements each. */
export async function addReads(tx: Tx, reads: readonly CountedRead[]): Promise<void> {
  const enumType = database().kind === 'postgresql' ? Prisma.sql`::"ActorType"` : Prisma.empty
  const rows = reads.map(
    (read) => Prisma.sql`(${read.storeId}, ${read.memoryId}, ${read.versionId},
      ${read.actorType}${enumType}, ${read.actorId}, ${read.sessionId}, ${read.day}, ${read.count},
      ${read.lastAt})`,
  )
  await tx.$executeRaw`INSERT INTO "MemoryRead" ("storeId", "memoryId", "versionId", "actorType",
      "actorId", "sessionId", "day", "count", "lastAt")
    VALUES ${Prisma.join(rows)}
    ON CONFLICT ("versionId", "actorId", "sessionId", "day") DO UPDATE SET
      "count" = "MemoryRead"."count" + excluded."count", "lastAt" = excluded."lastAt"`
}

/**
 * Which of these versions have a text in their path or content, by a pattern of LIKE with `\` as its
 * escape; letters of ASCII match in both cases.
 */
export async function versionsLike(ids: readonly string[], pattern: string): Promise<Set<string>> {
  const like =
    database().kind === 'postgresql'
      ? Prisma.sql`COLLATE "C" ILIKE ${pattern}`
      : Prisma.sql`LIKE ${pattern} ESCAPE '\\'`
  const found = await db.$queryRaw<{ id: string }[]>`SELECT "id" FROM "Version"
    WHERE "id" IN (${Prisma.join([...ids])}) AND ("content" ${like} OR "path" ${like})`
  return new Set(found.map(({ id }) => id))
}
