import { setTimeout as sleep } from 'node:timers/promises'
import { withLease } from '@/lib/db/lease'
import { isOfCall, settleAlone } from '@/lib/held/decide'
import { type HeldWrite, overdueHeld } from '@/lib/held/held-writes'
import { causeOf, log } from '@/lib/log'
import { isRefusal } from '@/lib/refusal'
import { SERVER } from '@/lib/store/model/actor'
import { lapse } from './send'

/** Writes that a rule holds and nobody decided about in time. */

const EACH_MS = 60_000

/** Denies them, now and each minute until the signal aborts; one process does. */
export async function lapseHeld(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await withLease('lapse', () => lapseOverdue(new Date())).catch((error: unknown) =>
      log.warn('held writes could not be looked after', causeOf(error)),
    )
    await sleep(EACH_MS, null, { signal, ref: false }).catch(() => {})
  }
}

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
