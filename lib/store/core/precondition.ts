import type { LiveMemoryRow } from './rows'
import { refuse } from '../model/problems'

/** What the caller believes the memory holds: the lower-case hex SHA-256 of its content. */
export interface Precondition {
  contentSha256: string
}

/** Refuses if the memory holds something else than the caller believes. */
export function checkPrecondition(
  memory: LiveMemoryRow,
  storeId: string,
  precondition: Precondition | undefined,
): void {
  if (!precondition || precondition.contentSha256 === memory.sha256) return
  refuse({ kind: 'precondition_failed', storeId, memoryId: memory.id, path: memory.path })
}
