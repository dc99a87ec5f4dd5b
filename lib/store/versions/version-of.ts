import { contentOf } from '../contents/content-of'
import type { StoredText } from '../contents/stored-content'
import type { Actor } from '../model/actor'
import type { MemoryVersion } from '../model/memory-version'
import type { VersionRow } from './sql/version-rows'

/** A version, of its row. */
export function versionOf(
  row: VersionRow,
  storeId: string,
  content: StoredText | null,
): MemoryVersion {
  return {
    id: row.id,
    storeId,
    memoryId: row.memoryId,
    sequence: row.sequence,
    ordinal: row.ordinal,
    operation: row.operation,
    path: row.path,
    ...contentOf(content),
    sha256: row.sha256,
    size: row.size,
    createdAt: row.createdAt,
    createdBy: { type: row.actorType, id: row.actorId },
    sessionId: row.sessionId,
    toolUseId: row.toolUseId,
    client: row.client,
    batch:
      row.batchId !== null && row.batchKind !== null
        ? {
            id: row.batchId,
            kind: row.batchKind,
            message: row.batchMessage,
            reference: row.batchReference,
          }
        : null,
    redactedAt: row.redactedAt,
    redactedBy: actorOf(row.redactedByType, row.redactedById),
    rewrittenAt: row.rewrittenAt,
    rewrittenBy: actorOf(row.rewrittenByType, row.rewrittenById),
  }
}

function actorOf(type: Actor['type'] | null, id: string | null): Actor | null {
  return type !== null && id !== null ? { type, id } : null
}
