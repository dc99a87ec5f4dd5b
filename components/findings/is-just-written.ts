import type { MemoryStore } from '@/lib/store/model/memory-store'

/** What was written longer ago has been scanned, and what was found is followed; milliseconds. */
const SCANNED_WITHIN_MS = 2_000

/** Whether more may be learnt of a store's last change before its page, read now, listens. */
export function isJustWritten(
  { lastChangedAt }: Pick<MemoryStore, 'lastChangedAt'>,
  now: number,
): boolean {
  return lastChangedAt !== null && now - lastChangedAt < SCANNED_WITHIN_MS
}
