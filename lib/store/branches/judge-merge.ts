import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { newId } from '@/lib/text/prefixed-id'
import {
  type AskedVersion,
  type KnownFacts,
  writeGuard,
  type WriteOutcome,
} from '../judging/write-guard'
import type { MergeObstacle } from '../model/branch-merge'
import type { MemoryText } from '../model/memory-change'
import type { StoreRow } from '../stores/sql/stores'
import { purposeOfKey } from '../write/sql/keys'
import type { BranchMemory } from './branch-memories'
import { type WriterRow, writersAfter } from './sql/merging'

/**
 * The judgement of the origin's policy about a memory that a branch brings, as if the agent that wrote
 * it there wrote it in the origin now. It holds nothing for a person: a person is merging.
 */
export interface MergeJudgement {
  /** what is written: with masks in place of what the policy keeps out */
  text: MemoryText | null
  obstacle: MergeObstacle | null
  /** what is recorded with what is written; null: nobody asked */
  outcome: WriteOutcome | null
}

/** A memory that a branch brings, what it is to become, and the agent whose text it is. */
export interface Brought {
  memory: BranchMemory
  text: MemoryText | null
  agent: WriterRow | undefined
}

export async function judgeMerge(
  db: Database,
  origin: StoreRow,
  { memory, text, agent }: Brought,
): Promise<MergeJudgement> {
  if (origin.policyRevision === 0 || !agent) return { text, obstacle: null, outcome: null }
  const now = Date.now()
  const { actorType: type, actorId, sessionId } = agent
  const bytes = text && utf8Bytes(text.content)
  const { counterpart } = memory
  const before = memory.origin
  const version: AskedVersion = {
    storeId: origin.id,
    storeKey: origin.key,
    revision: origin.policyRevision,
    cause: { actor: { type, id: actorId }, sessionId, isAllowed: true },
    now,
    versionId: newId('memver', now),
    memoryKey: counterpart?.key ?? null,
    before: before && { path: before.path, sha256: sha256Hex(utf8Bytes(before.content)) },
    after: text && bytes && { path: text.path, sha256: sha256Hex(bytes), bytes },
    beforeText: before?.content ?? null,
  }
  const guard = writeGuard()
  for (let known: KnownFacts = new Map(); ;) {
    const verdict = await guard.judge(db.bulk, version, known)
    if (verdict.kind === 'ask') {
      known = await guard.findOut(db, [version], known)
      continue
    }
    if (verdict.kind === 'write') {
      const masked = text && verdict.masked !== null ? { ...text, content: verdict.masked } : text
      return { text: masked, obstacle: null, outcome: verdict.outcome }
    }
    const { ruleId } = verdict.outcome
    const obstacle = { reason: 'policy' as const, ruleId, why: verdict.reason }
    return { text, obstacle, outcome: verdict.outcome }
  }
}

const MEMORIES_AT_ONCE = 64

/**
 * The agents that changed memories last in the branch, by their keys there, also by way of branches
 * that were merged into it. A memory is missing if only people and scripts did.
 */
export async function agentsOf(
  sql: Sql,
  memories: readonly BranchMemory[],
): Promise<ReadonlyMap<number, WriterRow>> {
  const agents = new Map<number, WriterRow>()
  const isAgentsKey = new Map<string, boolean>()
  for (const some of chunked(memories, MEMORIES_AT_ONCE)) {
    const wanted = some.map(({ own, since }) => ({ memoryKey: own.key, after: since }))
    for (const writer of await writersAfter(sql, wanted)) {
      if (agents.has(writer.memoryKey)) continue
      if (await isAgent(sql, writer, isAgentsKey)) agents.set(writer.memoryKey, writer)
    }
  }
  return agents
}

async function isAgent(
  sql: Sql,
  { actorType, actorId }: WriterRow,
  isAgentsKey: Map<string, boolean>,
): Promise<boolean> {
  if (actorType !== 'api_key') return actorType === 'session'
  const known = isAgentsKey.get(actorId)
  if (known !== undefined) return known
  const isOne = (await purposeOfKey(sql, actorId))?.purpose !== 'script'
  isAgentsKey.set(actorId, isOne)
  return isOne
}
