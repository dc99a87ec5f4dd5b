import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
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
import { writersAfter } from './sql/merging'

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

/** `text`: what the memory is to become. */
export async function judgeMerge(
  db: Database,
  origin: StoreRow,
  { memory, text }: { memory: BranchMemory; text: MemoryText | null },
): Promise<MergeJudgement> {
  const free = { text, obstacle: null, outcome: null }
  if (origin.policyRevision === 0) return free
  const agent = await agentOf(db.bulk, memory)
  if (!agent) return free
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

/** The agent that changed it last in the branch; null: only people and scripts did. */
async function agentOf(sql: Sql, { own, since }: BranchMemory) {
  for (const writer of await writersAfter(sql, { memoryKey: own.key, after: since })) {
    if (writer.actorType === 'session') return writer
    if (writer.actorType !== 'api_key') continue
    const key = await purposeOfKey(sql, writer.actorId)
    if (key?.purpose !== 'script') return writer
  }
  return null
}
