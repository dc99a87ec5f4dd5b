import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { SCAN_RULES, type ScanCategory, type ScanRule, type ScanSeverity } from '@/lib/scan/rules'
import type { Audience } from '@/lib/store/model/audience'
import { findingOf, type FindingRow, SELECT_FINDINGS, servedTo } from './core/finding-rows'
import { LAST_PATH } from './core/last-path'
import { rankOf } from './model/attention'
import type { Finding, FindingGroup, FindingStatus } from './model/finding'

/** Where a page of findings ends. */
export interface FindingPosition {
  severity: number
  key: number
}

export interface ListFindingsInput {
  storeId: string
  limit: number
  /** left out: all; `open` leaves out what is excepted at its path */
  status?: FindingStatus | undefined
  group?: FindingGroup | undefined
  /** those of memories at paths that begin so; a deleted one is where it was */
  pathPrefix?: string | undefined
  category?: ScanCategory | undefined
  rule?: ScanRule | undefined
  severity?: ScanSeverity | undefined
  memoryId?: string | undefined
  after?: FindingPosition | undefined
  /** agents are told nothing of what is in quarantine; people if left out */
  audience?: Audience | undefined
}

export interface FindingPage {
  findings: Finding[]
  /** what to pass as `after` for the next page; null at the end */
  next: FindingPosition | null
}

/**
 * A page of a store's findings, the most severe first, then the newest. With `open` those that an
 * exception covers are left out: nobody is to be told of them.
 */
export async function listFindings(db: Database, input: ListFindingsInput): Promise<FindingPage> {
  const { limit } = input
  const conditions = conditionsOf(input)
  const where = conditions.map(({ sql }) => ` AND ${sql}`).join('') + servedTo(input.audience)
  const rows = await db.bulk.all<FindingRow>(
    `${SELECT_FINDINGS} AND f.store_key = (SELECT key FROM memory_stores WHERE id = ?)${where}
     ORDER BY f.severity DESC, f.key DESC LIMIT ?`,
    [Date.now(), input.storeId, ...conditions.flatMap(({ values }) => values), limit + 1],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    findings: page.flatMap((row) => findingOf(row) ?? []),
    next: rows.length > limit && last ? { severity: last.severity, key: last.key } : null,
  }
}

interface Condition {
  sql: string
  values: SqlValue[]
}

const rulesOf = (category: ScanCategory): string[] =>
  Object.entries(SCAN_RULES).flatMap(([rule, facts]) => (facts.category === category ? rule : []))

const GROUPS: Record<FindingGroup, string> = {
  open: `f.status = 'open' AND e.key IS NULL`,
  dismissed: `(f.status IN ('false_positive', 'accepted_risk')
    OR (f.status = 'open' AND e.key IS NOT NULL))`,
  fixed: `f.status = 'fixed'`,
}

function conditionsOf({ after, ...from }: ListFindingsInput): Condition[] {
  const all: Condition[] = []
  if (from.status) all.push({ sql: 'f.status = ?', values: [from.status] })
  if (from.status === 'open') all.push({ sql: 'e.key IS NULL', values: [] })
  if (from.group) all.push({ sql: GROUPS[from.group], values: [] })
  if (from.pathPrefix) {
    all.push({
      sql: `substr(${LAST_PATH}, 1, length(?)) = ?`,
      values: [from.pathPrefix, from.pathPrefix],
    })
  }
  const rules = from.rule ? [from.rule] : from.category ? rulesOf(from.category) : null
  if (rules) all.push({ sql: `f.rule IN (${rules.map(() => '?').join(', ')})`, values: rules })
  if (from.severity) all.push({ sql: 'f.severity = ?', values: [rankOf(from.severity)] })
  if (from.memoryId) all.push({ sql: 'm.id = ?', values: [from.memoryId] })
  if (after) {
    all.push({
      sql: '(f.severity < ? OR (f.severity = ? AND f.key < ?))',
      values: [after.severity, after.severity, after.key],
    })
  }
  return all
}
