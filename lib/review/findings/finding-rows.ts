import type { Sql, WriteSql } from '@/lib/db/sql'
import { SCAN_RULES, type ScanRule, type ScanSeverity } from '@/lib/scan/rules'
import type { Actor } from '@/lib/store/model/actor'
import type { Audience } from '@/lib/store/model/audience'
import { newId } from '@/lib/text/prefixed-id'
import { LEVELS } from '../model/attention'
import type { Finding, FindingStatus, MemoryFinding } from '../model/finding'
import type { FoundLines } from './carry-findings'
import { IS_DELETED, LAST_PATH } from '../policy/store-stops'

/** Where a finding is, and what became of it, as stored. */
export interface PlacedRow extends FoundLines {
  key: number
  id: string
  rule: string
  sequence: number
  from_column: number
  to_column: number
  status: FindingStatus
  fixed_sequence: number | null
}

export const PLACED_COLUMNS = `f.key, f.id, f.rule, f.sequence, f.from_line, f.from_column, f.to_line,
  f.to_column, f.other_line, f.status, f.fixed_sequence`

/** A finding with the names of what it is about. */
export interface FindingRow extends PlacedRow {
  store_id: string
  memory_id: string
  path: string | null
  is_deleted: number
  severity: number
  version_id: string
  other_id: string | null
  other_path: string | null
  reason: string | null
  actor_type: Actor['type'] | null
  actor_id: string | null
  decided_at: number | null
  found_at: number
  excepted_until: number | null
  exception_id: string | null
}

/**
 * Selects `FindingRow`s; the caller adds AND and ORDER over `f`, `m` and `e`. Its one parameter is
 * the time, in milliseconds since 1970.
 */
export const SELECT_FINDINGS = `SELECT ${PLACED_COLUMNS}, s.id AS store_id, m.id AS memory_id,
    ${LAST_PATH} AS path, ${IS_DELETED} AS is_deleted, f.severity, v.id AS version_id, o.id AS other_id, o.path AS other_path, f.reason, f.actor_type,
    f.actor_id, f.decided_at, f.found_at, e.ends_at AS excepted_until,
    e.id AS exception_id
  FROM findings f
  JOIN memory_stores s ON s.key = f.store_key
  JOIN memories m ON m.key = f.memory_key
  JOIN memory_versions v ON v.store_key = f.store_key AND v.sequence = f.sequence
  LEFT JOIN memories o ON o.key = f.other_memory_key
  LEFT JOIN finding_exceptions e
    ON e.store_key = f.store_key AND e.rule = f.rule AND e.path = m.path AND e.ends_at > ?
  WHERE s.deleted_at IS NULL`

/** What narrows them to what an audience may know of: no agent is told of a memory in quarantine. */
export function servedTo(audience: Audience | undefined): string {
  if (audience !== 'agents') return ''
  return ' AND NOT EXISTS (SELECT 1 FROM quarantines q WHERE q.memory_key = f.memory_key)'
}

/** Rules that this version of the program knows; a row of another one is not told of. */
const isRule = (rule: string): rule is ScanRule => rule in SCAN_RULES

export function findingOf(row: FindingRow): Finding | null {
  const { rule, other_id: otherId, actor_type: type, actor_id: actorId } = row
  if (!isRule(rule)) return null
  return {
    id: row.id,
    storeId: row.store_id,
    memoryId: row.memory_id,
    path: row.path,
    isDeleted: row.is_deleted === 1,
    rule,
    category: SCAN_RULES[rule].category,
    severity: severityOf(row.severity),
    versionId: row.version_id,
    range: {
      fromLine: row.from_line,
      fromColumn: row.from_column,
      toLine: row.to_line,
      toColumn: row.to_column,
    },
    otherLine: row.other_line,
    other: otherId === null ? null : { memoryId: otherId, path: row.other_path },
    status: row.status,
    isStanding: row.fixed_sequence === null,
    reason: row.reason,
    decidedBy: type !== null && actorId !== null ? { type, id: actorId } : null,
    decidedAt: row.decided_at,
    foundAt: row.found_at,
    exceptedUntil: row.excepted_until,
    exceptionId: row.exception_id,
  }
}

export const severityOf = (rank: number): ScanSeverity => {
  const level = LEVELS[rank]
  return level === undefined || level === 'none' ? 'low' : level
}

/** All findings of a memory, also those whose lines are gone. */
export async function placedFindings(sql: Sql, memoryKey: number): Promise<PlacedRow[]> {
  return sql.all<PlacedRow>(
    `SELECT ${PLACED_COLUMNS} FROM findings f WHERE f.memory_key = ? ORDER BY f.key`,
    [memoryKey],
  )
}

/** A finding that is to be stored. */
export interface NewFinding {
  id: string
  storeKey: number
  memoryKey: number
  found: MemoryFinding
  foundSequence: number
  /** where it stands by now */
  placed: FoundLines & { sequence: number }
  /** the version in which its lines were gone already */
  fixedSequence: number | null
}

export const newFindingId = () => newId('find')

/** Stores a finding, unless the same one is there. */
export async function insertFinding(tx: WriteSql, finding: NewFinding, now: number): Promise<void> {
  const { id, storeKey, memoryKey, found, foundSequence, placed, fixedSequence } = finding
  const { rule, fromColumn, toColumn } = found
  const known = await tx.get(
    `SELECT 1 FROM findings WHERE memory_key = ? AND rule = ? AND sequence = ? AND from_line = ?
       AND from_column = ? AND to_line = ? AND to_column = ? AND fixed_sequence IS NULL`,
    [memoryKey, rule, placed.sequence, placed.from_line, fromColumn, placed.to_line, toColumn],
  )
  if (known && fixedSequence === null) return
  await tx.run(
    `INSERT INTO findings (id, store_key, memory_key, rule, severity, found_sequence, found_at,
       sequence, from_line, from_column, to_line, to_column, other_line, other_memory_key, status,
       fixed_sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      id,
      storeKey,
      memoryKey,
      found.rule,
      LEVELS.indexOf(found.severity),
      foundSequence,
      now,
      placed.sequence,
      placed.from_line,
      found.fromColumn,
      placed.to_line,
      found.toColumn,
      placed.other_line,
      found.otherMemoryKey ?? null,
      fixedSequence === null ? 'open' : 'fixed',
      fixedSequence,
    ],
  )
}
