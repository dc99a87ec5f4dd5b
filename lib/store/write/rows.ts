import { DamagedContent, type StoredText } from '../contents/stored-content'
import type { Actor } from '../model/actor'
import { IMPORTED, IMPORTER_IDS } from '../model/author-of'
import type { Memory } from '../model/memory'
import type { MemoryStore } from '../model/memory-store'
import type { BatchKind, MemoryVersion, Operation } from '../model/memory-version'
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

/** A row of `memories`; path, hash and size are null for a deleted memory. */
export interface MemoryRow {
  key: number
  id: string
  path: string | null
  head_sequence: number
  head_version_id: string
  sha256: string | null
  size: number | null
  created_at: number
  updated_at: number
  version_count: number
}

export type LiveMemoryRow = MemoryRow & { path: string; sha256: string; size: number }

export const MEMORY_COLUMNS = `m.key, m.id, m.path, m.head_sequence, m.head_version_id, m.sha256, m.size,
  m.created_at, m.updated_at, m.version_count`

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
    versionId: row.head_version_id,
    sequence: row.head_sequence,
    path: row.path,
    ...contentOf(content),
    sha256: row.sha256,
    size: row.size,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export interface VersionRow {
  sequence: number
  id: string
  memory_key: number
  memory_id: string
  ordinal: number
  operation: Operation
  node_key: number | null
  path: string | null
  sha256: string | null
  size: number | null
  created_at: number
  until_sequence: number | null
  actor_type: Actor['type']
  actor_id: string
  session_id: string | null
  tool_use_id: string | null
  client: string | null
  batch_id: string | null
  batch_kind: BatchKind | null
  batch_message: string | null
  batch_reference: string | null
  redacted_at: number | null
  redacted_by_type: Actor['type'] | null
  redacted_by_id: string | null
  rewritten_at: number | null
  rewritten_by_type: Actor['type'] | null
  rewritten_by_id: string | null
}

/** Selects `VersionRow`s; the caller adds WHERE and ORDER over `v`. */
export const SELECT_VERSIONS = `SELECT v.sequence, v.id, v.memory_key, m.id AS memory_id, v.ordinal,
    v.operation, v.node_key, n.path, v.sha256, v.size, v.created_at, v.until_sequence, v.actor_type,
    v.actor_id, v.session_id, v.tool_use_id, v.client, b.id AS batch_id, b.kind AS batch_kind,
    b.message AS batch_message, b.reference AS batch_reference, v.redacted_at, v.redacted_by_type,
    v.redacted_by_id, v.rewritten_at, v.rewritten_by_type, v.rewritten_by_id
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
    memoryId: row.memory_id,
    sequence: row.sequence,
    ordinal: row.ordinal,
    operation: row.operation,
    path: row.path,
    ...contentOf(content),
    sha256: row.sha256,
    size: row.size,
    createdAt: row.created_at,
    createdBy: { type: row.actor_type, id: row.actor_id },
    sessionId: row.session_id,
    toolUseId: row.tool_use_id,
    client: row.client,
    batch:
      row.batch_id !== null && row.batch_kind !== null
        ? {
            id: row.batch_id,
            kind: row.batch_kind,
            message: row.batch_message,
            reference: row.batch_reference,
          }
        : null,
    redactedAt: row.redacted_at,
    redactedBy: actorOf(row.redacted_by_type, row.redacted_by_id),
    rewrittenAt: row.rewritten_at,
    rewrittenBy: actorOf(row.rewritten_by_type, row.rewritten_by_id),
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
