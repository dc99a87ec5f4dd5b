import { db, write } from '@/lib/db'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { cutAnswers } from './asking'

/** What a redaction does to searches and runs: nothing that was read before it is stored after it. */

forgetsOnRedaction('searches for causes and runs of tests', async (storeIds) => {
  const of = storeIds && { in: [...storeIds] }
  const sessions = await db.sessionStore.findMany({
    where: of ? { storeId: of } : {},
    select: { sessionId: true },
  })
  const among = { in: sessions.map(({ sessionId }) => sessionId) }
  const running = await db.job.findMany({
    where: {
      kind: { in: ['cause', 'test'] },
      state: 'running',
      ...(of && { OR: [{ storeId: of }, { sessionId: among }] }),
    },
    select: { id: true },
  })
  for (const { id } of running) await takeAway(id)
})

/** Whoever runs it stores no answer any more: it is looked at with each. */
async function takeAway(id: string): Promise<void> {
  const stopAskedAt = new Date()
  const ended = { state: 'stopped', stopAskedAt, finishedAt: stopAskedAt }
  await write((tx) => tx.job.updateMany({ where: { id, state: 'running' }, data: ended }))
  cutAnswers(id)
}
