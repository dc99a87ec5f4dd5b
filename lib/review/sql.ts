import { db } from '@/lib/db'
import { Prisma } from '@/lib/db/generated/sqlite/client'

/** A memory with a mark. */
export interface MarkedRow {
  id: string
  storeId: string
  /** the version that a person has seen; null: from before its first */
  base: number | null
  last: number
  head: number
  versionId: string
  /** null: it is deleted */
  path: string | null
  sha256: string | null
  size: number | null
  /** where it was at the base, and how large; null: it was not there */
  was: string | null
  wasSize: number | null
  /** from what people left; only texts tell where they wrote, too, or stamps alone may differ */
  differs: 'yes' | 'no' | 'unsure'
}

/**
 * All marked memories, of these stores or of all, the newest first: Prisma has no join to the version that
 * a number names, and asking for each base costs ten times as much.
 */
export async function markedRows(storeIds?: readonly string[]): Promise<MarkedRow[]> {
  const among = Prisma.sql`AND m."storeId" IN (${Prisma.join(['', ...(storeIds ?? [])])})`
  return db.$queryRaw<MarkedRow[]>`SELECT m."id", m."storeId", m."reviewedSequence" AS "base",
      m."toReview" AS "last", m."sequence" AS "head", m."versionId", m."path", m."sha256",
      m."size", b."path" AS "was", b."size" AS "wasSize",
      CASE WHEN EXISTS (SELECT 1 FROM "Version" v WHERE v."memoryId" = m."id"
          AND v."sequence" > COALESCE(m."reviewedSequence", 0) AND v."side" <> 'agent') THEN 'unsure'
        WHEN m."path" IS NULL AND (b."id" IS NULL OR b."operation" = 'deleted') THEN 'no'
        WHEN m."path" = b."path" AND m."sha256" = b."sha256" THEN 'no'
        WHEN m."path" = b."path" AND ABS(m."size" - b."size") <= 30 THEN 'unsure'
        ELSE 'yes' END AS "differs"
    FROM "Memory" m JOIN "Store" s ON s."id" = m."storeId"
    LEFT JOIN "Version" b ON b."storeId" = m."storeId" AND b."sequence" = m."reviewedSequence"
    WHERE m."toReview" IS NOT NULL AND s."deletedAt" IS NULL ${storeIds ? among : Prisma.empty}
    ORDER BY m."toReviewAt" DESC, m."id" DESC`
}
