import { db, write } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { pagesOf, rowsOf } from '@/lib/db/many'
import { HELD_WORDS } from '@/lib/held/told'
import { withdraw } from '@/lib/held/held-writes'
import { unlessRefused } from '@/lib/refusal'
import {
  forgetsBeforeRewriting,
  forgetsOnRedaction,
  type RowToRewrite,
} from '@/lib/store/redact/forget'
import { notRun } from './call'
import { changeSession, leaseOf, type SessionChange, viewOf } from './log'
import { waitingCalls } from './next-step'
import { seizeRun } from './run'
import { brokenOff } from './stopped'

/**
 * What a redaction does to sessions: nothing that was read before it is sent, stored or written after it. A
 * person goes on with them, from the log as it is then.
 */

forgetsOnRedaction('runs of sessions', async (storeIds) => {
  const running = await db.session.findMany({
    where: {
      status: 'running',
      ...(storeIds && { stores: { some: { storeId: { in: [...storeIds] } } } }),
    },
    select: { id: true },
  })
  for (const { id } of running) {
    await stopped(id)
    await seizeRun(id)
  }
})

/** One that was deleted meanwhile has nothing left. */
const stopped = (id: string) =>
  unlessRefused(changeSession(id, stopForRedaction, { whenArchived: 'allow' }))

/** Whoever runs it has lost it: what they store or write from now on is refused. */
async function stopForRedaction(c: SessionChange): Promise<void> {
  const { tx, session } = c
  const wasWaiting = session.stopReason?.type === 'requires_action'
  if (session.status !== 'running' && !wasWaiting) return
  await tx.lease.deleteMany({ where: { name: leaseOf(session.id) } })
  await withdraw(c, { sessionId: session.id })
  const view = await viewOf(session.id, tx)
  c.append(
    ...waitingCalls(view).map((call) => notRun(call, HELD_WORDS.withdrawn)),
    ...brokenOff(view, { kind: 'redacted', message: '' }),
  )
}

forgetsBeforeRewriting('waiting writes, hashes of requests', async (rows) => {
  const held = idsIn(rows, 'HeldWrite')
  const waiting = await rowsOf(held, (some) =>
    db.heldWrite.findMany({
      where: { id: { in: some }, state: 'waiting' },
      select: { id: true, sessionId: true },
    }),
  )
  for (const { id, sessionId } of waiting) {
    if (sessionId === null) await write((tx) => withdraw({ tx, now: new Date() }, { id }))
    else await stopped(sessionId)
  }
  const events = await rowsOf(idsIn(rows, 'SessionEvent'), (some) =>
    db.sessionEvent.findMany({ where: { id: { in: some } }, select: { sessionId: true } }),
  )
  const touched = [...idsIn(rows, 'Session'), ...idsIn(rows, 'SessionStore')]
  const sessions = new Set([...touched, ...events.map(({ sessionId }) => sessionId)])
  for (const sessionId of sessions) await forgetHashes(sessionId)
})

const idsIn = (rows: readonly RowToRewrite[], table: string) =>
  rows.flatMap((row) => (row.table === table ? row.id : []))

const EVENTS_A_TURN = 100

/** Takes the hashes of what was sent and shown out of a log. */
async function forgetHashes(sessionId: string): Promise<void> {
  const pages = pagesOf<{ id: string; sequence: number; body: unknown }>(
    EVENTS_A_TURN,
    (last, take) =>
      db.sessionEvent.findMany({
        where: {
          sessionId,
          type: { in: ['span.model_request_end', 'user.tool_confirmation'] },
          sequence: { gt: last?.sequence ?? 0 },
        },
        select: { id: true, sequence: true, body: true },
        orderBy: { sequence: 'asc' },
        take,
      }),
  )
  for await (const page of pages) {
    await write(async (tx) => {
      for (const { id, body } of page) {
        const { content_sha256: _, ...rest } = body as Record<string, unknown>
        const without = 'request' in rest ? { ...rest, request: null } : rest
        await tx.sessionEvent.update({
          where: { id },
          data: { body: without as Prisma.InputJsonObject },
          select: { id: true },
        })
      }
    })
  }
}
