import type { Sql } from '@/lib/db/sql'
import { SCAN_RULES, type ScanSeverity } from '@/lib/scan/rules'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { type JudgedWrite, agentsOfSessions } from './evaluate-policy'
import type { Reason } from '../model/attention'
import type { ExaminedHunk } from '../model/changeset'
import { chunked } from '@/lib/text/chunked'
import { categoryOf } from '../findings/read-findings'
import type { FactFinding, WriteFacts } from '../model/policy'
import { severityOf } from '../findings/finding-rows'

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
  /** set if people rejected something of it, or of what its changeset did to the memory before */
  rejection: Rejection | null
}

/** What is known by now of a write in the past. */
export interface PastFacts extends WriteFacts {
  /** whether a redaction took some of what it wrote, or of what stood before, and was found there */
  isRedacted: boolean
}

export interface Rejection {
  /** names the changeset and the memory */
  key: string
  lines: { addedLines: number; removedLines: number; lostLines: number }
}

interface Row {
  sequence: number
  id: string
  memory_id: string
  changeset_id: string | null
  operation: 'created' | 'modified' | 'deleted'
  path: string | null
  former_path: string | null
  size: number | null
  created_at: number
  actor_type: string
  actor_id: string
  changeset_key: number | null
  memory_key: number
  added_lines: number | null
  removed_lines: number | null
  lost_lines: number | null
  /** 1 if an agent wrote it */
  is_agents: number
  is_through: number
  /** 1 if a redaction took its text, or some of it */
  is_redacted: number
  hunks: string | null
}

const ROWS_PER_PAGE = 4_000

/** What agents wrote in a store since a time, the newest first, a page of versions at a time. */
export async function* pastWrites(
  sql: Sql,
  { storeKey, since }: { storeKey: number; since: number },
): AsyncGenerator<PastWrite[]> {
  const rejected = await rejectedSince(sql, storeKey, since)
  const agents = new Map<string, string>()
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await pageBefore(sql, storeKey, before)
    const recent = rows.filter((row) => row.created_at >= since)
    const written = recent.filter((row) => row.is_agents === 1)
    const unknown = written.flatMap(({ actor_type, actor_id }) =>
      actor_type === 'session' && !agents.has(actor_id) ? [actor_id] : [],
    )
    for (const [id, agent] of await agentsOfSessions(sql, [...new Set(unknown)])) {
      agents.set(id, agent)
    }
    const looked = written.map((row) => ({ row, hunks: hunksOfRow(row) }))
    const severities = await severitiesIn(
      sql,
      looked.flatMap(({ hunks }) => hunks),
    )
    yield looked.map(({ row, hunks }) => ({
      ...pastWrite(row, agents, rejected),
      facts: factsOf(row, hunks, severities),
    }))
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_PAGE || recent.length < rows.length) return
    before = last.sequence
  }
}

async function pageBefore(sql: Sql, storeKey: number, before: number): Promise<Row[]> {
  return sql.all(
    `SELECT v.sequence, v.id, m.id AS memory_id, g.id AS changeset_id, v.operation, v.size,
       v.created_at, v.actor_type, v.actor_id, v.changeset_key, v.memory_key, n.path,
       CASE WHEN v.operation = 'modified' THEN (SELECT f.path FROM memory_versions p
         JOIN path_nodes f ON f.key = p.node_key WHERE p.memory_key = v.memory_key
           AND p.sequence < v.sequence ORDER BY p.sequence DESC LIMIT 1) END AS former_path,
       CASE WHEN v.changeset_key IS NOT NULL THEN 1
         WHEN v.actor_type IN ('session', 'api_key') AND EXISTS (SELECT 1 FROM policy_outcomes o
           WHERE o.store_key = v.store_key AND o.version_sequence = v.sequence) THEN 1
         ELSE 0 END AS is_agents,
       e.added_lines, e.removed_lines, e.lost_lines,
       CASE WHEN e.through_sequence = v.sequence THEN 1 ELSE 0 END AS is_through,
       CASE WHEN v.redacted_at IS NOT NULL OR v.rewritten_at IS NOT NULL THEN 1 ELSE 0 END
         AS is_redacted,
       CASE WHEN e.through_sequence = v.sequence AND e.level > 0 THEN e.hunks END AS hunks
     FROM (SELECT * FROM memory_versions WHERE store_key = ? AND sequence < ?
       ORDER BY sequence DESC LIMIT ?) v
     JOIN memories m ON m.key = v.memory_key
     LEFT JOIN path_nodes n ON n.key = v.node_key
     LEFT JOIN changesets g ON g.key = v.changeset_key
     LEFT JOIN changeset_memories e
       ON e.changeset_key = v.changeset_key AND e.memory_key = v.memory_key
     ORDER BY v.sequence DESC`,
    [storeKey, before, ROWS_PER_PAGE],
  )
}

const keyOf = (row: { changeset_key: number | null; memory_key: number }) =>
  `${row.changeset_key} ${row.memory_key}`

async function rejectedSince(
  sql: Sql,
  storeKey: number,
  since: number,
): Promise<ReadonlySet<string>> {
  const rows = await sql.all<{ changeset_key: number; memory_key: number }>(
    `SELECT DISTINCT d.changeset_key, d.memory_key FROM hunk_decisions d
     CROSS JOIN changesets c WHERE d.decided_at >= ? AND d.decision = 'rejected'
       AND c.key = d.changeset_key AND c.store_key = ?`,
    [since, storeKey],
  )
  return new Set(rows.map(keyOf))
}

function pastWrite(
  row: Row,
  agents: ReadonlyMap<string, string>,
  rejected: ReadonlySet<string>,
): Omit<PastWrite, 'facts'> {
  const agent = agents.get(row.actor_id) ?? row.actor_id
  const isRenamed = row.former_path !== null && row.former_path !== row.path
  const paths = [...(isRenamed ? [row.former_path] : []), row.path].filter((path) => path !== null)
  const operation: ChangeKind = isRenamed ? 'renamed' : row.operation
  const key = keyOf(row)
  return {
    sequence: row.sequence,
    versionId: row.id,
    memoryId: row.memory_id,
    changesetId: row.changeset_id,
    paths,
    operation,
    agents: [agent, row.actor_id],
    agent,
    bytes: row.size ?? 0,
    at: row.created_at,
    rejection: rejected.has(key)
      ? {
          key,
          lines: {
            addedLines: row.added_lines ?? 0,
            removedLines: row.removed_lines ?? 0,
            lostLines: row.lost_lines ?? 0,
          },
        }
      : null,
  }
}

const hunksOfRow = ({ hunks }: Row) => (hunks === null ? [] : (JSON.parse(hunks) as ExaminedHunk[]))

/** By the findings' ids, how severe each was where it was found: a rule's own one is only the usual. */
async function severitiesIn(
  sql: Sql,
  hunks: readonly ExaminedHunk[],
): Promise<ReadonlyMap<string, ScanSeverity>> {
  const ids = hunks.flatMap(({ findings }) => findings.map(({ id }) => id))
  const severities = new Map<string, ScanSeverity>()
  for (const part of chunked(ids, IDS_PER_QUERY)) {
    const rows = await sql.all<{ id: string; severity: number }>(
      `SELECT id, severity FROM findings WHERE id IN (${part.map(() => '?').join(', ')})`,
      part,
    )
    for (const { id, severity } of rows) severities.set(id, severityOf(severity))
  }
  return severities
}

const IDS_PER_QUERY = 500

function factsOf(
  row: Row,
  hunks: readonly ExaminedHunk[],
  severities: ReadonlyMap<string, ScanSeverity>,
): PastFacts {
  const isRedacted = row.is_redacted === 1
  if (row.is_through === 0) {
    return { lostLines: isRedacted ? null : 0, findings: [], isScanned: !isRedacted, isRedacted }
  }
  const isUnscanned = hunks.some(({ reasons }) => reasons.includes('unscanned'))
  return {
    lostLines: row.lost_lines ?? 0,
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
