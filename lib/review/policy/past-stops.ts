import type { BulkSql } from '@/lib/db/sql'
import { type JudgedWrite, agentsOfSessions } from './evaluate-policy'
import { impliedFindings, PastRules } from './past-rules'
import type { PolicyRule, WriteFacts } from '../model/policy'
import { heldBefore, type PastStopRow, refusedBefore } from './sql/past-writes'

/** A write of an agent that a policy stopped, so that no version tells of it. */
export interface PastStop extends JudgedWrite {
  /** by what its agent is judged */
  agent: string
  /** the memory that it would have changed; null: a new one, or not known */
  memoryId: string | null
  /** the changeset that reviews it; null: none, since it was refused */
  changesetId: string | null
  /** milliseconds since 1970 */
  at: number
  /** at least what the rule that stopped it had asked for; its text is not kept */
  facts: WriteFacts
  /**
   * the rule that it matched, as it was; null: the default, or it was held since too little was
   * known
   */
  rule: PolicyRule | null
  /** whether what was found stands in its path, which cannot be masked */
  isFoundInPath: boolean
}

const ROWS_PER_PAGE = 2_000

/**
 * Yields the writes that were refused in a store since a time, then those that were held and not
 * allowed, the newest of each first, a page at a time.
 */
export async function* pastStops(
  sql: BulkSql,
  { storeKey, since }: { storeKey: number; since: number },
): AsyncGenerator<PastStop[]> {
  const rules = new PastRules(sql, storeKey)
  for (const stopsBefore of [refusedBefore, heldBefore]) {
    for (let before = MAX_KEY; ;) {
      const rows = await stopsBefore(sql, { storeKey, since, before, limit: ROWS_PER_PAGE })
      const agents = await agentsOfSessions(
        sql,
        rows.flatMap(({ agent }) => (agent.startsWith('sesn_') ? [agent] : [])),
      )
      const stops: PastStop[] = []
      for (const row of rows) {
        const rule = await rules.find(row.revision, row.ruleId)
        // It was written then, in quarantine.
        if (row.state === 'lapsed' && rule?.onLapse === 'quarantine') continue
        stops.push(stopOf(row, rule, agents.get(row.agent) ?? row.agent))
      }
      yield stops
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_PER_PAGE) break
      before = last.key
    }
  }
}

const MAX_KEY = 2 ** 31 - 1

function stopOf(row: PastStopRow, rule: PolicyRule | null, agent: string): PastStop {
  return {
    paths: [...new Set([row.formerPath, row.path])].filter((path) => path !== null),
    operation: row.operation,
    agents: [...new Set([agent, row.agent])],
    bytes: rule?.match.minBytes ?? 0,
    versionId: `${row.state} ${row.key}`,
    agent,
    memoryId: row.memoryId,
    changesetId: row.changesetId,
    at: row.at,
    facts: factsOf(rule, row.isUnscanned === 1),
    rule: row.isUnscanned === 1 ? null : rule,
    isFoundInPath: row.state === 'refused' && row.path === null,
  }
}

function factsOf(rule: PolicyRule | null, isUnscanned: boolean): WriteFacts {
  if (isUnscanned) return { lostLines: null, findings: [], isScanned: false }
  return {
    lostLines: rule?.match.minLostLines ?? 0,
    findings: impliedFindings(rule),
    isScanned: true,
  }
}
