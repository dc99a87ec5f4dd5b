import type { ChangeSignal } from '@/lib/db/change-signal'
import { wakeUpOn } from './wake-up'

/** Long work, and where its changes are told. */
export interface FollowWork<Work> {
  readonly changes: ChangeSignal
  /** of the store or session that it belongs to */
  readonly key: number
  /** a text that is another whenever there is news of it, null: it is gone; left out: each change is */
  readonly state?: () => Promise<string | null>
  /** null: it is gone */
  readonly read: () => Promise<Work | null>
  readonly signal: AbortSignal
}

/**
 * Long work as it is, again whenever there is news of it, and once it is over: the last. Ends then, when
 * it is gone, or when the signal is aborted.
 */
export async function* followWork<Work extends { readonly finishedAt: number | null }>({
  changes,
  key,
  state,
  read,
  signal,
}: FollowWork<Work>): AsyncGenerator<Work> {
  // Subscribed before the first read, so that nothing is missed between reading and waiting.
  const wakeUp = wakeUpOn(changes, key, signal)
  try {
    let told: string | null = null
    do {
      const now = state && (await state())
      if (now === null) return
      if (now !== undefined && now === told) continue
      told = now ?? null
      const work = await read()
      if (!work) return
      yield work
      if (work.finishedAt !== null) return
    } while (await wakeUp.next())
  } finally {
    wakeUp.end()
  }
}
