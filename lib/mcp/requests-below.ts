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
 * What reviewers ask for in the memory that a command of the memory tool was about, to stand below
 * its answer; null: nothing.
 */
export async function requestsBelow(
  db: Database,
  { command, mounts, isError }: AnsweredCommand,
): Promise<string | null> {
  const memory = isError ? null : memoryOfCall(command, mounts)
  return memory && requestsInAnswer(db, memory)
}
