import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { ScanFinding } from '@/lib/scan/finding'
import { SCAN_RULES, type ScanCategory, type ScanRule, type ScanSeverity } from '@/lib/scan/rules'
import type { Audience } from '@/lib/store/model/audience'
import { chunked } from '@/lib/text/chunked'
import { rankOf, LEVELS, type Level } from '../model/attention'
import type { Finding, FindingGroup, FindingStatus } from '../model/finding'
import { POLICY_CATEGORIES, type PolicyCategory } from '../model/policy'
import { refuseReview } from '../model/review-problems'
import { findingOf, isRule } from './finding-rows'
import {
  findingById,
  findingsByIds,
  levelsOfMemories,
  listedFindings,
  openByRule,
  openByStore,
  standingOfFindings,
} from './sql/findings'

/** The position at which a page of findings ends. */
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
  /** all but those of it */
  exceptCategory?: ScanCategory | undefined
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
 * A page of a store's findings, the most severe first, then the newest. With `open`, those that an
 * exception covers are left out: nobody is to see them.
 */
export async function listFindings(db: Database, input: ListFindingsInput): Promise<FindingPage> {
  const { limit } = input
  const { severity } = input
  const rows = await listedFindings(db.bulk, {
    ...input,
    rules: rulesWanted(input),
    severity: severity && rankOf(severity),
    audience: input.audience,
    now: Date.now(),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    findings: page.flatMap((row) => findingOf(row) ?? []),
    next: rows.length > limit && last ? { severity: last.severity, key: last.key } : null,
  }
}

/** The rules whose findings are listed; null: all. */
function rulesWanted({ rule, category, exceptCategory }: ListFindingsInput): string[] | null {
  if (rule) return [rule]
  if (!category && !exceptCategory) return null
  return rulesOf((each) => (category ? each === category : each !== exceptCategory))
}

function rulesOf(isWanted: (category: ScanCategory) => boolean): string[] {
  return Object.entries(SCAN_RULES).flatMap(([name, facts]) =>
    isWanted(facts.category) ? name : [],
  )
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
  const row = await findingById(db.read, { storeId, findingId, audience, now: Date.now() })
  return (row && findingOf(row)) ?? refuseReview({ kind: 'finding_not_found', findingId })
}

const FINDINGS_PER_QUERY = 500

/** The findings with these ids, of any store; missing ones are left out. */
export async function findingsById(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Finding>> {
  const found = new Map<string, Finding>()
  for (let from = 0; from < ids.length; from += FINDINGS_PER_QUERY) {
    const part = ids.slice(from, from + FINDINGS_PER_QUERY)
    const rows = await findingsByIds(db.read, part, Date.now())
    for (const row of rows) {
      const finding = findingOf(row)
      if (finding) found.set(finding.id, finding)
    }
  }
  return found
}

/** The open findings of a store: nobody dismissed them, and no exception covers them. */
export interface OpenFindings {
  count: number
  /** of the gravest */
  level: Level
}

/**
 * The open findings of some stores, by the stores' ids, without what is only to be tidied; stores
 * without any are left out.
 */
export async function countOpenFindings(
  db: Database,
  storeIds: readonly string[],
): Promise<Map<string, OpenFindings>> {
  if (storeIds.length === 0) return new Map()
  const exceptRules = rulesOf((category) => category === 'hygiene')
  const rows = await openByStore(db.bulk, { storeIds, exceptRules, now: Date.now() })
  return new Map(rows.map(({ id, count, level }) => [id, { count, level: LEVELS[level] ?? 'low' }]))
}

/** Counts a store's open findings by rule; rules without any are left out. */
export async function countOpenByRule(
  db: Database,
  storeId: string,
): Promise<Map<ScanRule, number>> {
  const rows = await openByRule(db.bulk, storeId, Date.now())
  return new Map(rows.flatMap(({ rule, count }) => (isRule(rule) ? [[rule, count]] : [])))
}

const IDS_PER_STATEMENT = 500

/** The gravest level of what is open in each of these memories, by id; without those with nothing. */
export async function foundLevels(
  db: Database,
  memoryIds: readonly string[],
): Promise<Map<string, Level>> {
  const levels = new Map<string, Level>()
  for (const ids of chunked(memoryIds, IDS_PER_STATEMENT)) {
    const rows = await levelsOfMemories(db.read, ids, Date.now())
    for (const { id, level } of rows) levels.set(id, LEVELS[level] ?? 'low')
  }
  return levels
}

/** The category by which rules ask for a finding; null: none asks for it. */
export function categoryOf({ category }: Pick<ScanFinding, 'category'>): PolicyCategory | null {
  return POLICY_CATEGORIES.find((each) => each === category) ?? null
}

/**
 * The state of what was found in a changeset's memories: another text once lines of a finding are
 * gone, stand again, or were found. Both are noticed in the background, after the page was read.
 */
export async function findingsState(db: Database, changesetId: string): Promise<string> {
  const row = await standingOfFindings(db.read, changesetId)
  return Object.values(row ?? {}).join('.')
}
