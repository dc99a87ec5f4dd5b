import { Prisma } from '@/lib/db/generated/sqlite/client'
import type { Tx } from '@/lib/db'

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
