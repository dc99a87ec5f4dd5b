import type { Database } from '@/lib/db/database'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { newId } from '@/lib/text/prefixed-id'
import { findMemory } from '../write/find'
import { findStore } from '../write/store-transaction'
import { operationOf, recordOutcome } from '../write/judge-version'
import { readText } from '../contents/stored-content'
import type { Cause } from '../model/actor'
import { type AskedVersion, type KnownFacts, writeGuard, type WriteOutcome } from './write-guard'

export interface JudgeWriteInput {
  storeId: string
  path: string
  /** what the memory would hold, of what it holds now; null: there is none */
  textAfter: (textBefore: string | null) => Promise<string>
  cause: Cause
}

/**
 * The judgement of a store's policy about a write that is about to be made elsewhere; `text`: after
 * it.
 */
export interface WriteJudgement {
  /** `mask`: it would be written, but not all of it */
  action: 'write' | 'refuse' | 'hold' | 'mask'
  /** in English, as in `reasonInEnglish`; '': there is none to give */
  reason: string
  text: string
  /**
   * Records what was said, for a caller that has the write left out or a person asked about it: who,
   * where and when, and never the text. Nothing where it would be written as it is.
   */
  record: () => Promise<void>
}

const nothingToRecord = async () => {}

/**
 * Asks a store's policy about a write, and writes nothing until it is told to record the answer. Refuses
 * `store_not_found`.
 */
export async function judgeWrite(db: Database, input: JudgeWriteInput): Promise<WriteJudgement> {
  const { storeId, path, cause } = input
  const store = await findStore(db.read, storeId)
  const memory = await findMemory(db.read, store.key, { path })
  const beforeText = memory ? await readText(db.read, store.key, memory.headSequence) : null
  const text = await input.textAfter(beforeText ?? null)
  if (store.policyRevision === 0) {
    return { action: 'write', reason: '', text, record: nothingToRecord }
  }
  const bytes = utf8Bytes(text)
  const now = Date.now()
  const version: AskedVersion = {
    storeId,
    storeKey: store.key,
    revision: store.policyRevision,
    cause,
    now,
    versionId: newId('memver', now),
    memoryKey: memory?.key ?? null,
    before: memory ? { path, sha256: memory.sha256 } : null,
    after: { path, sha256: sha256Hex(bytes), bytes },
    beforeText: beforeText ?? null,
  }
  const guard = writeGuard()
  for (let known: KnownFacts = new Map(); ;) {
    const verdict = await guard.judge(db.read, version, known)
    if (verdict.kind === 'ask') known = await guard.findOut(db, [version], known)
    else {
      const record = () => recordStop(db, version, verdict.outcome)
      if (verdict.kind !== 'write') {
        return { action: verdict.kind, reason: verdict.reason, text, record }
      }
      const isMasked = verdict.masked !== null && verdict.masked !== text
      return isMasked
        ? { action: 'mask', reason: '', text, record }
        : { action: 'write', reason: '', text, record: nothingToRecord }
    }
  }
}

async function recordStop(
  db: Database,
  version: AskedVersion,
  outcome: WriteOutcome,
): Promise<void> {
  const refused =
    outcome.action === 'hold' || version.after === null
      ? null
      : { path: await keptPathOf(version), operation: operationOf(version) }
  await db.write((tx) => recordOutcome(tx, version, outcome, { sequence: null, refused }))
}

async function keptPathOf({ before, after }: AskedVersion): Promise<string | null> {
  const path = after?.path ?? ''
  return path === before?.path ? path : writeGuard().keptPath(path)
}
