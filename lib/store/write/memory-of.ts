import { contentOf } from '../contents/content-of'
import type { StoredText } from '../contents/stored-content'
import type { Memory } from '../model/memory'
import type { LiveMemoryRow, MemoryRow } from './sql/heads'

export function isLive(row: MemoryRow): row is LiveMemoryRow {
  return row.path !== null && row.sha256 !== null && row.size !== null
}

/** A live memory, of its row. */
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
