import { type CountedRequest, countRequest } from '@/lib/agent/core/count-request'
import type { Database } from '@/lib/db/database'

/** Counts what a request held of memory, as at its end. */
export async function countCosts(
  db: Database,
  { sessionId, ...request }: Omit<CountedRequest, 'sessionKey'> & { sessionId: string },
): Promise<void> {
  await db.write(async (tx) => {
    const asked = 'SELECT key FROM sessions WHERE id = ?'
    const row = await tx.get<{ key: number }>(asked, [sessionId])
    if (!row) throw new Error('there is no such session')
    await countRequest(tx, { ...request, sessionKey: row.key })
  })
}
