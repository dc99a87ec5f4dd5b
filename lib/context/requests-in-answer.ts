import type { Database } from '@/lib/db/database'
import { fixRequestsOn } from '@/lib/review/comments/fix-requests'
import { reminderText } from './reminder'
import { MAX_REQUESTS, requestWords } from './request-words'

export interface MemoryInAnswer {
  storeId: string
  /** of the memory, in its store, once the call is done */
  path: string
  /** stands before the store's paths where the caller names them */
  root: string
  /** whether the call wrote it: a request whose lines it changed is not told again */
  isWritten: boolean
}

/**
 * Words the reviewers' requests about a memory, to stand below the answer to a call on it, marked
 * as people's requests; null if there are none. For callers that are told nothing between their
 * calls: they are told with each call, until an agent changed these lines or a person resolved the
 * request.
 */
export async function requestsInAnswer(
  db: Database,
  { storeId, path, root, isWritten }: MemoryInAnswer,
): Promise<string | null> {
  const requests = await fixRequestsOn(db, { storeId, path, limit: MAX_REQUESTS })
  const standing = requests.filter(({ lines }) => lines !== null || !isWritten)
  const text = standing.map((each) => requestWords(each, root)).join('\n')
  return reminderText([{ kind: 'requests', text }])
}
