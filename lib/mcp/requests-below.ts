import { requestsInAnswer } from '@/lib/context/requests-in-answer'
import type { Database } from '@/lib/db/database'
import { memoryOfCall } from '@/lib/memory-tool/memory-of-call'
import type { Mount } from '@/lib/memory-tool/mount'

export interface AnsweredCommand {
  /** as the model sent it */
  command: unknown
  /** the stores that it could reach */
  mounts: readonly Mount[]
  isError: boolean
}

/**
 * Words the reviewers' requests about the memory that a command of the memory tool targeted, to
 * stand below its answer; null if there are none.
 */
export async function requestsBelow(
  db: Database,
  { command, mounts, isError }: AnsweredCommand,
): Promise<string | null> {
  const memory = isError ? null : memoryOfCall(command, mounts)
  return memory && requestsInAnswer(db, memory)
}
