import { turn } from '@/lib/db'

/** To be awaited between the steps of long work; rejects with the signal's reason, for a caller that leaves. */
export const pacing = (signal?: AbortSignal) => async (): Promise<void> => {
  signal?.throwIfAborted()
  await turn()
}
