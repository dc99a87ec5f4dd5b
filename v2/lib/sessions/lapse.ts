import { withLease } from '@/lib/db/lease'
import { isOfCall, settleAlone } from '@/lib/held/decide'
import { type HeldWrite, overdueHeld } from '@/lib/held/held-writes'
import { again } from '@/lib/jobs/again'
import { isRefusal } from '@/lib/refusal'
import { SERVER } from '@/lib/store/model/actor'
import { lapse } from './send'

/** Writes that a rule holds and nobody decided about in time. */

/** Denies them, now and each minute until the signal aborts; one process does. */
export const lapseHeld = again('held writes could not be looked after', 60_000, () =>
  withLease('lapse', () => lapseOverdue(new Date())),
)

export async function lapseOverdue(now: Date): Promise<void> {
  for (const held of await overdueHeld(now)) {
    await lapsed(held).catch((error: unknown) => {
      // Somebody decided meanwhile, or its store or session is gone.
      if (!isRefusal(error)) throw error
    })
  }
}

async function lapsed(held: HeldWrite): Promise<void> {
  if (isOfCall(held)) return lapse(held)
  return settleAlone(held, { state: 'lapsed', by: SERVER })
}
