import type { Database } from '@/lib/db/database'
import type { SqlValue, Sql } from '@/lib/db/sql'
import type { ScanFinding } from '@/lib/scan/finding'
import { SCAN_RULES, type ScanCategory, type ScanRule, type ScanSeverity } from '@/lib/scan/rules'
import type { Audience } from '@/lib/store/model/audience'
import { chunked } from '@/lib/text/chunked'
import { rankOf, LEVELS, type Level } from '../model/attention'
import type { Finding, FindingGroup, FindingStatus } from '../model/finding'
import { POLICY_CATEGORIES, type PolicyCategory } from '../model/policy'
import { refuseReview } from '../model/review-problems'
import { LAST_PATH } from '../policy/store-stops'
import { findingOf, type FindingRow, SELECT_FINDINGS, servedTo } from './finding-rows'

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

export interface GetFindingInput {
  storeId: string
  findingId: string
  /** agents are told nothing of what is in quarantine; people if left out */
  audience?: Audience | undefined
}

/** A finding of a store. Refuses `finding_not_found`. */
export async function getFinding(
  db: { read: Sql },
  { storeId, findingId, audience }: GetFindingInput,
): Promise<Finding> {
  const row = await db.read.get<FindingRow>(
    `${SELECT_FINDINGS} AND f.id = ? AND s.id = ?${servedTo(audience)}`,
    [Date.now(), findingId, storeId],
  )
  return (row && findingOf(row)) ?? refuseReview({ kind: 'finding_not_found', findingId })
}

const FINDINGS_PER_QUERY = 500

/** Those of these findings that are there, by their ids; of any store. */
export async function findingsById(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Finding>> {
  const found = new Map<string, Finding>()
  for (let from = 0; from < ids.length; from += FINDINGS_PER_QUERY) {
    const part = ids.slice(from, from + FINDINGS_PER_QUERY)
    const rows = await db.read.all<FindingRow>(
      `${SELECT_FINDINGS} AND f.id IN (${part.map(() => '?').join(', ')})`,
      [Date.now(), ...part],
    )
    for (const row of rows) {
      const finding = findingOf(row)
      if (finding) found.set(finding.id, finding)
    }
  }
  return found
}

/** What is open in a store: nobody dismissed it, and no exception covers it. */
export interface OpenFindings {
  count: number
  /** of the gravest */
  level: Level
}

interface Row {
  id: string
  count: number
  level: number
}

/** The open findings of some stores, by the stores' ids; those without any are left out. */
export async function countOpenFindings(
  db: Database,
  storeIds: readonly string[],
): Promise<Map<string, OpenFindings>> {
  if (storeIds.length === 0) return new Map()
  const rows = await db.bulk.all<Row>(
    `SELECT s.id, count(*) AS count, max(f.severity) AS level
     FROM memory_stores s CROSS JOIN findings f CROSS JOIN memories m
     WHERE s.id IN (${storeIds.map(() => '?').join(', ')}) AND s.deleted_at IS NULL
       AND f.store_key = s.key AND f.status = 'open' AND m.key = f.memory_key
       AND NOT EXISTS (SELECT 1 FROM finding_exceptions e WHERE e.store_key = f.store_key
         AND e.rule = f.rule AND e.path = m.path AND e.ends_at > ?)
     GROUP BY s.id`,
    [...storeIds, Date.now()],
  )
  return new Map(
    rows.map(({ id, count, level }) => [
      id,
      { count: Number(count), level: LEVELS[level] ?? 'low' },
    ]),
  )
}

const IDS_PER_STATEMENT = 500

/** The gravest level of what is open in each of these memories, by id; without those with nothing. */
export async function foundLevels(
  db: Database,
  memoryIds: readonly string[],
): Promise<Map<string, Level>> {
  const levels = new Map<string, Level>()
  for (const ids of chunked(memoryIds, IDS_PER_STATEMENT)) {
    const rows = await db.read.all<{ id: string; level: number }>(
      `SELECT m.id, max(f.severity) AS level FROM memories m CROSS JOIN findings f
       WHERE m.id IN (${ids.map(() => '?').join(', ')}) AND f.memory_key = m.key
         AND f.status = 'open' AND NOT EXISTS (SELECT 1 FROM finding_exceptions e
           WHERE e.store_key = f.store_key AND e.rule = f.rule AND e.path = m.path
             AND e.ends_at > ?)
       GROUP BY m.id`,
      [...ids, Date.now()],
    )
    for (const { id, level } of rows) levels.set(id, LEVELS[level] ?? 'low')
  }
  return levels
}

/** The category by which rules ask for a finding; null: none asks for it. */
export function categoryOf({ category }: Pick<ScanFinding, 'category'>): PolicyCategory | null {
  return POLICY_CATEGORIES.find((each) => each === category) ?? null
}
