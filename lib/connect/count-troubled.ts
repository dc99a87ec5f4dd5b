import type { Database } from '@/lib/db/database'

/** How many watched folders need a person: they stopped, or something of them is to be decided. */
export function countTroubled(db: Database): Promise<number> {
  return db.prisma.connection.count({
    where: {
      store: { deletedAt: null },
      OR: [{ state: 'problem' }, { outbox: { some: { state: { in: ['conflict', 'failed'] } } } }],
    },
  })
}
