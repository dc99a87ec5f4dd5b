import { columns, type RowOf } from '@/lib/db/columns'
import { DamagedContent, type StoredText } from '../contents/stored-content'
import type { Actor } from '../model/actor'
import { IMPORTED, IMPORTER_IDS } from '../model/author-of'
import type { Memory } from '../model/memory'
import type { MemoryStore } from '../model/memory-store'
import type { BatchKind, MemoryVersion } from '../model/memory-version'
import { storedMetadata } from '../model/store-fields'
import { parseStoreSettings } from '../model/store-settings'
import type { StoreRow } from '../stores/sql/stores'

/** Rows as this folder's statements select them, and their mapping to domain types. */

export function storeOf(row: StoreRow): MemoryStore {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    metadata: storedMetadata(row.metadata),
    settings: parseStoreSettings(row.settings),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    archivedAt: row.archivedAt,
    lastSequence: row.lastSequence,
    lastChangedAt: row.lastChangedAt || null,
    memoryCount: row.memoryCount,
    byteSize: row.byteSize,
    versionCount: row.versionCount,
  }
}

const MEMORY = columns('m', 'memory', [
  'key',
  'id',
  'path',
  'headSequence',
  'headVersionId',
  'sha256',
  'size',
  'createdAt',
  'updatedAt',
  'versionCount',
])

/** A row of `memories`; path, hash and size are null for a deleted memory. */
export type MemoryRow = RowOf<typeof MEMORY>

export type LiveMemoryRow = MemoryRow & { path: string; sha256: string; size: number }

export const MEMORY_COLUMNS = MEMORY.list

export function isLive(row: MemoryRow): row is LiveMemoryRow {
  return row.path !== null && row.sha256 !== null && row.size !== null
}

/** A damaged content is left out, and told. */
function contentOf(content: StoredText | null): { content: string | null; isDamaged?: true } {
  return content instanceof DamagedContent ? { content: null, isDamaged: true } : { content }
}

export function memoryOf(row: LiveMemoryRow, storeId: string, content: StoredText | null): Memory {
  return {
    id: row.id,
    storeId,
    versionId: row.headVersionId,
    sequence: row.headSequence,
    path: row.path,
    ...contentOf(content),
    sha256: row.sha256,
    size: row.size,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

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

/**
 * Whether whoever wrote a version `v` only took it over, from a source that names no author
 * (`authorOf`). Costs a look by key, of those of a batch.
 */
const IS_TAKEN_OVER = `v.batch_key IS NOT NULL
  AND (v.actor_type <> 'user' OR v.actor_id IN (${IMPORTER_IDS.map((id) => `'${id}'`).join(', ')}))
  AND EXISTS (SELECT 1 FROM batches taken WHERE taken.key = v.batch_key
    AND taken.kind IN ('seed', 'history'))`

const authorColumn = (author: string, actor: string) =>
  `CASE WHEN ${IS_TAKEN_OVER} THEN '${author}' ELSE ${actor} END`

/** The type and the id of the author of a version `v`, as pages name them (`authorOf`). */
export const AUTHOR_TYPE = authorColumn(IMPORTED.type, 'v.actor_type')
export const AUTHOR_ID = authorColumn(IMPORTED.id, 'v.actor_id')
