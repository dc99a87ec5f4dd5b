import { database, db, type Tx } from '@/lib/db'
import { Prisma } from '@/lib/db/generated/sqlite/client'
import type { ActorType } from '@/lib/db/generated/sqlite/enums'

/** Statements that Prisma has no call for, or one that costs many times as much. */

export interface CountedRead {
  storeId: string
  memoryId: string
  versionId: string
  actorType: ActorType
  actorId: string
  sessionId: string
  day: Date
  count: number
  firstAt: Date
  lastAt: Date
}

/** Adds to counts of reads, or begins them: an upsert a row would be two statements each. */
export async function addReads(tx: Tx, reads: readonly CountedRead[]): Promise<void> {
  const enumType = database().kind === 'postgresql' ? Prisma.sql`::"ActorType"` : Prisma.empty
  const rows = reads.map(
    (read) => Prisma.sql`(${read.storeId}, ${read.memoryId}, ${read.versionId},
      ${read.actorType}${enumType}, ${read.actorId}, ${read.sessionId}, ${read.day}, ${read.count},
      ${read.lastAt}, ${read.firstAt})`,
  )
  await tx.$executeRaw`INSERT INTO "MemoryRead" ("storeId", "memoryId", "versionId", "actorType",
      "actorId", "sessionId", "day", "count", "lastAt", "firstAt")
    VALUES ${Prisma.join(rows)}
    ON CONFLICT ("versionId", "actorId", "sessionId", "day") DO UPDATE SET
      "count" = "MemoryRead"."count" + excluded."count", "lastAt" = excluded."lastAt",
      "firstAt" = coalesce("MemoryRead"."firstAt", "MemoryRead"."lastAt")`
}

/** A memory as the tree has it; `isRead`: 1 where somebody read its present text. */
export interface TreeRow {
  id: string
  path: string
  size: number
  sequence: number
  isRead: number
}

/**
 * Memories of a store by path, those after one or those with these ids: to ask for their reads apart costs
 * several times as much.
 */
export async function treeRows(
  storeId: string,
  which: { after: string } | { ids: readonly string[] },
  limit: number,
): Promise<TreeRow[]> {
  const those =
    'after' in which
      ? Prisma.sql`m."path" > ${which.after}`
      : Prisma.sql`m."path" IS NOT NULL AND m."id" IN (${Prisma.join([...which.ids])})`
  return db.$queryRaw<TreeRow[]>`SELECT m."id", m."path", m."size", m."sequence",
      CASE WHEN EXISTS (SELECT 1 FROM "MemoryRead" r WHERE r."versionId" = m."versionId")
        THEN 1 ELSE 0 END AS "isRead"
    FROM "Memory" m WHERE m."storeId" = ${storeId} AND ${those} ORDER BY m."path" LIMIT ${limit}`
}

/** Some versions: at most as many as one statement may look through. */
export const THOSE = {
  withIds: (ids: readonly string[]) => Prisma.sql`"id" IN (${Prisma.join([...ids])})`,
  ofStore: (storeId: string, { after, upTo }: { after: number; upTo: number }) =>
    Prisma.sql`"storeId" = ${storeId} AND "sequence" > ${after} AND "sequence" <= ${upTo}`,
  ofMemory: (memoryId: string, { after, upTo }: { after: number; upTo: number }) =>
    Prisma.sql`"memoryId" = ${memoryId} AND "sequence" > ${after} AND "sequence" <= ${upTo}`,
  standing: (storeId: string, path: { after: string; upTo: string; before: string }) =>
    Prisma.sql`"id" IN (SELECT "versionId" FROM "Memory" WHERE "storeId" = ${storeId}
      AND "path" > ${path.after} AND "path" <= ${path.upTo} AND "path" < ${path.before})`,
}

/**
 * Those of some versions that have a text in their path or content, by a pattern of LIKE with `\` as
 * its escape; letters of ASCII match in both cases. Deletions have none.
 */
export async function versionsLike(those: Prisma.Sql, pattern: string): Promise<string[]> {
  const like =
    database().kind === 'postgresql'
      ? Prisma.sql`COLLATE "C" ILIKE ${pattern}`
      : Prisma.sql`LIKE ${pattern} ESCAPE '\\'`
  const found = await db.$queryRaw<{ id: string }[]>`SELECT "id" FROM "Version"
    WHERE ${those} AND "operation" <> 'deleted' AND ("content" ${like} OR "path" ${like})`
  return found.map(({ id }) => id)
}

/**
 * Says of many versions until when they stood, in one statement: Prisma has an update a row, which
 * takes a plan of thousands three times as long.
 */
export async function closeVersions(
  tx: Tx,
  versions: readonly { id: string; until: number }[],
): Promise<void> {
  if (versions.length === 0) return
  const cases = versions.map(({ id, until }) => Prisma.sql`WHEN ${id} THEN ${until}`)
  const ids = versions.map(({ id }) => id)
  // PostgreSQL takes a parameter of CASE for text unless told.
  await tx.$executeRaw`UPDATE "Version" SET "untilSequence" =
    CAST(CASE "id" ${Prisma.join(cases, ' ')} END AS INTEGER) WHERE "id" IN (${Prisma.join(ids)})`
}
