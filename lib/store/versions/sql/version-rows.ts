import { columns, type RowOf } from '@/lib/db/columns'
import type { BatchKind } from '../../model/memory-version'

/** Versions as most questions select them: three rows by key beside each. */

const VERSION = columns('v', 'memoryVersion', [
  'sequence',
  'id',
  'memoryKey',
  'ordinal',
  'operation',
  'nodeKey',
  'sha256',
  'size',
  'createdAt',
  'untilSequence',
  'actorType',
  'actorId',
  'sessionId',
  'toolUseId',
  'client',
  'redactedAt',
  'redactedByType',
  'redactedById',
  'rewrittenAt',
  'rewrittenByType',
  'rewrittenById',
  'changesetKey',
])

export type VersionRow = RowOf<typeof VERSION> & {
  memoryId: string
  path: string | null
  batchId: string | null
  batchKind: BatchKind | null
  batchMessage: string | null
  batchReference: string | null
}

/** Selects `VersionRow`s; the caller adds WHERE and ORDER over `v`. */
export const SELECT_VERSIONS = `SELECT ${VERSION.list}, m.id AS "memoryId", n.path,
    b.id AS "batchId", b.kind AS "batchKind", b.message AS "batchMessage",
    b.reference AS "batchReference"
  FROM memory_versions v
  JOIN memories m ON m.key = v.memory_key
  LEFT JOIN path_nodes n ON n.key = v.node_key
  LEFT JOIN batches b ON b.key = v.batch_key`
