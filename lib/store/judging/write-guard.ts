import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { perProcess } from '@/lib/per-process'
import type { Cause, TextMask } from '../model/actor'

/**
 * Judges the writes of agents in stores that have a policy: lib/review, which this folder does not
 * know. It and the store may be in different bundles, so they exchange plain data and no classes.
 */
export interface WriteGuard {
  /** Judges a version, in the transaction that is about to write it. */
  judge(sql: Sql, version: GuardedVersion, known: KnownFacts): Promise<GuardVerdict>
  /** Finds out what `judge` asked for, outside of any transaction; `known` grows by it. */
  findOut(db: Database, asked: readonly AskedVersion[], known: KnownFacts): Promise<KnownFacts>
  /** A path as it may be kept of a write that was refused; null: it holds, or may hold, a secret. */
  keptPath(path: string): Promise<string | null>
}

/** A version that an agent is about to write. */
export interface GuardedVersion {
  storeId: string
  storeKey: number
  /** of the store's policy */
  revision: number
  cause: Cause
  /** milliseconds since 1970 */
  now: number
  versionId: string
  /** null: the memory is new */
  memoryKey: number | null
  before: { path: string; sha256: string } | null
  /** null: it is deleted */
  after: { path: string; sha256: string; bytes: Buffer } | null
}

/** A version about which something must be found out before it can be judged. */
export interface AskedVersion extends GuardedVersion {
  /** the text before; null: there was none */
  beforeText: string | null
}

/** Facts found out about writes; only the guard looks into them. */
export type KnownFacts = ReadonlyMap<string, unknown>

/** A policy's judgement of a write, as it is recorded. */
export interface WriteOutcome {
  action: 'land' | 'review' | 'quarantine' | 'hold' | 'mask' | 'refuse'
  /** null: no rule matched */
  ruleId: string | null
  isSampled: boolean
  agent: string
}

export type GuardVerdict =
  | {
      kind: 'write'
      /** whether it is reviewed with its changeset */
      isReviewed: boolean
      /** what is written instead of the content; null: the content */
      masked: string | null
      /** what stands there now in place of what was masked */
      maskedAs: readonly string[]
      outcome: WriteOutcome
      /** what was masked */
      found?: readonly TextMask[]
    }
  /** Nothing of the transaction is written. */
  | { kind: 'refuse'; reason: string; outcome: WriteOutcome; found: readonly TextMask[] }
  | {
      kind: 'hold'
      reason: string
      /** whether it is held since what is in it is not known */
      isUnscanned: boolean
      lapseAfter: number
      outcome: WriteOutcome
    }
  /** Something must be found out first. */
  | { kind: 'ask' }

const state = () => perProcess('write guard', (): { guard: WriteGuard | null } => ({ guard: null }))

/** Has this guard judge what agents write from now on. */
export function guardWrites(guard: WriteGuard): void {
  state().guard = guard
}

/** The process's guard. A process without one writes nothing for agents where a policy holds. */
export function writeGuard(): WriteGuard {
  const { guard } = state()
  if (!guard) throw new Error('nothing judges what agents write')
  return guard
}
