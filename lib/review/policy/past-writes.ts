import type { BulkSql } from '@/lib/db/sql'
import { SCAN_RULES, type ScanSeverity } from '@/lib/scan/rules'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { type JudgedWrite, agentsOfSessions } from './evaluate-policy'
import type { Reason } from '../model/attention'
import type { ExaminedHunk } from '../model/changeset'
import { impliedFindings, PastRules } from './past-rules'
import { chunked } from '@/lib/text/chunked'
import { storedHunks } from '../changesets/stored-hunks'
import { categoryOf } from '../findings/read-findings'
import type { FactFinding, WriteFacts } from '../model/policy'
import { severityOf } from '../findings/finding-rows'
import {
  type PastWriteRow,
  rejectedMemories,
  severitiesOf,
  versionsBefore,
} from './sql/past-writes'

/** A write of an agent in the past, as a policy judges it. */
export interface PastWrite extends JudgedWrite {
  sequence: number
  memoryId: string
  changesetId: string | null
  /** by what its agent is judged */
  agent: string
  /** milliseconds since 1970 */
  at: number
  facts: PastFacts
  /** at least what was found and masked, so that its text does not tell of it */
  masked: readonly FactFinding[]
  /** set if people rejected something of it, or of what its changeset did to the memory before */
  rejection: Rejection | null
}

/** The facts that are known today about a write in the past. */
export interface PastFacts extends WriteFacts {
  /** whether a redaction took some of what it wrote, or of what stood before, and was found there */
  isRedacted: boolean
}

export interface Rejection {
  /** names the changeset and the memory */
  key: string
  lines: { addedLines: number; removedLines: number; lostLines: number }
}

const ROWS_PER_PAGE = 4_000

/**
 * Yields agents' writes in a store since a time, the newest first, a page of versions at a time.
 */
export async function* pastWrites(
  sql: BulkSql,
  { storeKey, since }: { storeKey: number; since: number },
): AsyncGenerator<PastWrite[]> {
  const rejected = await rejectedSince(sql, storeKey, since)
  const agents = new Map<string, string>()
  const rules = new PastRules(sql, storeKey)
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await versionsBefore(sql, { storeKey, before, limit: ROWS_PER_PAGE })
    const recent = rows.filter((row) => row.createdAt >= since)
    const written = recent.filter((row) => row.isAgents === 1)
    const unknown = written.flatMap(({ actorType, actorId }) =>
      actorType === 'session' && !agents.has(actorId) ? [actorId] : [],
    )
    for (const [id, agent] of await agentsOfSessions(sql, [...new Set(unknown)])) {
      agents.set(id, agent)
    }
    const looked = written.map((row) => ({ row, hunks: hunksOfRow(row) }))
    const severities = await severitiesIn(
      sql,
      looked.flatMap(({ hunks }) => hunks),
    )
    const writes: PastWrite[] = []
    for (const { row, hunks } of looked) {
      const { maskedBy, maskedRevision: revision } = row
      writes.push({
        ...pastWrite(row, agents, rejected),
        facts: factsOf(row, hunks, severities),
        masked: revision === null ? [] : impliedFindings(await rules.find(revision, maskedBy)),
      })
    }
    yield writes
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_PAGE || recent.length < rows.length) return
    before = last.sequence
  }
}

const keyOf = (row: { changesetKey: number | null; memoryKey: number }) =>
  `${row.changesetKey} ${row.memoryKey}`

async function rejectedSince(
  sql: BulkSql,
  storeKey: number,
  since: number,
): Promise<ReadonlySet<string>> {
  const rows = await rejectedMemories(sql, storeKey, since)
  return new Set(rows.map(keyOf))
}

function pastWrite(
  row: PastWriteRow,
  agents: ReadonlyMap<string, string>,
  rejected: ReadonlySet<string>,
): Omit<PastWrite, 'facts' | 'masked'> {
  const agent = agents.get(row.actorId) ?? row.actorId
  const isRenamed = row.formerPath !== null && row.formerPath !== row.path
  const paths = [...(isRenamed ? [row.formerPath] : []), row.path].filter((path) => path !== null)
  const operation: ChangeKind = isRenamed ? 'renamed' : row.operation
  const key = keyOf(row)
  return {
    sequence: row.sequence,
    versionId: row.id,
    memoryId: row.memoryId,
    changesetId: row.changesetId,
    paths,
    operation,
    agents: [agent, row.actorId],
    agent,
    bytes: row.size ?? 0,
    at: row.createdAt,
    rejection: rejected.has(key)
      ? {
          key,
          lines: {
            addedLines: row.addedLines ?? 0,
            removedLines: row.removedLines ?? 0,
            lostLines: row.lostLines ?? 0,
          },
        }
      : null,
  }
}

const hunksOfRow = ({ hunks }: PastWriteRow) => (hunks === null ? [] : storedHunks(hunks))

/**
 * The severity of each finding where it was found, by id: a rule's own severity is only the usual
 * one.
 */
async function severitiesIn(
  sql: BulkSql,
  hunks: readonly ExaminedHunk[],
): Promise<ReadonlyMap<string, ScanSeverity>> {
  const ids = hunks.flatMap(({ findings }) => findings.map(({ id }) => id))
  const severities = new Map<string, ScanSeverity>()
  for (const part of chunked(ids, IDS_PER_QUERY)) {
    const rows = await severitiesOf(sql, part)
    for (const { id, severity } of rows) severities.set(id, severityOf(severity))
  }
  return severities
}

const IDS_PER_QUERY = 500

function factsOf(
  row: PastWriteRow,
  hunks: readonly ExaminedHunk[],
  severities: ReadonlyMap<string, ScanSeverity>,
): PastFacts {
  const isRedacted = row.isRedacted === 1
  if (row.isThrough === 0) {
    return { lostLines: isRedacted ? null : 0, findings: [], isScanned: !isRedacted, isRedacted }
  }
  const isUnscanned = hunks.some(({ reasons }) => reasons.includes('unscanned'))
  return {
    lostLines: row.lostLines ?? 0,
    findings: hunks.flatMap(({ reasons, findings }) => [
      ...collapses(reasons),
      ...findings.flatMap(({ id, rule }): FactFinding[] => {
        const usual = SCAN_RULES[rule]
        const category = categoryOf(usual)
        if (category === null) return []
        return [{ category, severity: severities.get(id) ?? usual.severity, rule }]
      }),
    ]),
    isScanned: !isUnscanned && !isRedacted,
    isRedacted,
  }
}

function collapses(reasons: readonly Reason[]): FactFinding[] {
  const found: FactFinding[] = []
  if (reasons.includes('emptied'))
    found.push({ category: 'collapse', severity: 'critical', rule: null })
  if (reasons.includes('collapse'))
    found.push({ category: 'collapse', severity: 'high', rule: null })
  return found
}
