import { turn } from '@/lib/db'

/**
 * To be awaited between the steps of long work: lets everybody else in once it has gone on for a while. Rejects
 * with the signal's reason, for a caller that leaves.
 */
export async function pace(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await turn()
}
