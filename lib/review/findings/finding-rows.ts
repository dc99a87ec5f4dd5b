import type { WriteSql } from '@/lib/db/sql'
import { SCAN_RULES, type ScanRule, type ScanSeverity } from '@/lib/scan/rules'
import { newId } from '@/lib/text/prefixed-id'
import { LEVELS } from '../model/attention'
import type { Finding, MemoryFinding } from '../model/finding'
import type { FoundLines } from './carry-findings'
import type { FindingRow } from './sql/findings'
import { isKnown, putFinding } from './sql/placed-findings'

/** Rules that this version of the program knows; a row of another one is not told of. */
export const isRule = (rule: string): rule is ScanRule => rule in SCAN_RULES

export function findingOf(row: FindingRow): Finding | null {
  const { rule, otherId, actorType: type, actorId } = row
  if (!isRule(rule)) return null
  return {
    id: row.id,
    storeId: row.storeId,
    memoryId: row.memoryId,
    path: row.path,
    isDeleted: row.isDeleted === 1,
    rule,
    category: SCAN_RULES[rule].category,
    severity: severityOf(row.severity),
    versionId: row.versionId,
    range: {
      fromLine: row.fromLine,
      fromColumn: row.fromColumn,
      toLine: row.toLine,
      toColumn: row.toColumn,
    },
    otherLine: row.otherLine,
    other: otherId === null ? null : { memoryId: otherId, path: row.otherPath },
    status: row.status,
    isStanding: row.fixedSequence === null,
    reason: row.reason,
    decidedBy: type !== null && actorId !== null ? { type, id: actorId } : null,
    decidedAt: row.decidedAt,
    foundAt: row.foundAt,
    exceptedUntil: row.exceptedUntil,
    exceptionId: row.exceptionId,
  }
}

export const severityOf = (rank: number): ScanSeverity => {
  const level = LEVELS[rank]
  return level === undefined || level === 'none' ? 'low' : level
}

/** A finding that is to be stored. */
export interface NewFinding {
  id: string
  storeKey: number
  memoryKey: number
  found: MemoryFinding
  foundSequence: number
  /** the present place of its lines, and the version that they stand in */
  placed: FoundLines & { sequence: number }
  /** the version in which its lines were gone already */
  fixedSequence: number | null
}

export const newFindingId = () => newId('find')

/** Stores a finding, unless the same one is there. */
export async function insertFinding(tx: WriteSql, finding: NewFinding, now: number): Promise<void> {
  const { id, storeKey, memoryKey, found, foundSequence, placed, fixedSequence } = finding
  const row = {
    id,
    storeKey,
    memoryKey,
    rule: found.rule,
    severity: LEVELS.indexOf(found.severity),
    foundSequence,
    foundAt: now,
    ...placed,
    fromColumn: found.fromColumn,
    toColumn: found.toColumn,
    otherMemoryKey: found.otherMemoryKey ?? null,
    fixedSequence,
  }
  if (fixedSequence !== null) return putFinding(tx, { ...row, status: 'fixed' })
  if (!(await isKnown(tx, row))) await putFinding(tx, { ...row, status: 'open' })
}
