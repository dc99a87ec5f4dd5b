import type { ReadingClient } from '@/lib/db/models'
import type { ListedMoment } from '../model/named-moment'
import type { StoreRow } from './rows'

/** The named moments of a store, the latest first. */
export async function namedMomentsOf(
  prisma: ReadingClient,
  store: Pick<StoreRow, 'key' | 'last_sequence'>,
): Promise<ListedMoment[]> {
  const moments = await prisma.namedMoment.findMany({
    where: { storeKey: store.key },
    orderBy: { sequence: 'desc' },
    include: { event: { select: { createdAt: true } } },
  })
  return moments.map(({ sequence, name, event, actorType, actorId }) => ({
    sequence,
    name,
    at: event?.createdAt ?? null,
    namedBy: { type: actorType, id: actorId },
    changesSince: Math.max(0, store.last_sequence - sequence),
  }))
}
