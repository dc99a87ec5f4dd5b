import { db } from '@/lib/db'
import { withLease } from '@/lib/db/lease'
import { isOfCall, settleAlone } from '@/lib/held/decide'
import { type HeldWrite, overdueHeld } from '@/lib/held/held-writes'
import { again } from '@/lib/jobs/jobs'
import { unlessRefused } from '@/lib/refusal'
import { SERVER } from '@/lib/store/model/actor'
import type { StopReason } from './event'
import { changeSession, type SessionChange, viewOf } from './log'
import { wake } from './run'
import { lapse } from './send'
import { brokenOff } from './stopped'

/** Sessions whose server was killed: they say so, and a person goes on with them. */

/** Whoever has just begun a run takes its lease a moment later; milliseconds. */
const QUIET_MS = 2_000

/** Looks for them now, and again and again until the signal aborts. */
export const resumeSessions = again('sessions could not be looked after', 10_000, () =>
  recoverSessions(new Date(Date.now() - QUIET_MS)),
)

/** Those that nobody runs: a run that was killed is told as such, messages that wait get their run. */
export async function recoverSessions(quietSince: Date): Promise<void> {
  const rows = await db.session.findMany({
    where: {
      // What was written later than now was before a clock was set back.
      NOT: { updatedAt: { gt: quietSince, lte: new Date() } },
      OR: [{ status: 'running' }, { NOT: { queue: { equals: [] } } }],
    },
    select: { id: true, status: true, stopReason: true },
  })
  for (const { id, status, stopReason } of rows) {
    if (status === 'running') await restarted(id)
    else if (!STAYS.has((stopReason as StopReason | null)?.type ?? '')) wake(id)
  }
}

/** After these a person comes first. */
const STAYS: ReadonlySet<string> = new Set(['requires_action', 'retries_exhausted'])

async function restarted(id: string): Promise<void> {
  const breakOff = async (c: SessionChange) => {
    if (c.session.status !== 'running' || c.runner !== 'free') return
    const fault = { kind: 'restarted', message: '' } as const
    c.append(...brokenOff(await viewOf(id, c.tx), fault))
  }
  // Somebody may have deleted it meanwhile.
  await unlessRefused(changeSession(id, breakOff, { whenArchived: 'allow' }))
}

/** Writes that a rule holds and nobody decided about in time. */

/** Denies them, now and each minute until the signal aborts; one process does. */
export const lapseHeld = again('held writes could not be looked after', 60_000, () =>
  withLease('lapse', () => lapseOverdue(new Date())),
)

export async function lapseOverdue(now: Date): Promise<void> {
  for (const held of await overdueHeld(now)) {
    // Somebody may have decided meanwhile, or its store or session is gone.
    await unlessRefused(lapsed(held))
  }
}

async function lapsed(held: HeldWrite): Promise<void> {
  if (isOfCall(held)) return lapse(held)
  return settleAlone(held, { state: 'lapsed', by: SERVER })
}
