import type { ToolSet } from '@/lib/agent/session-settings'
import type { Check } from '@/lib/replay/model/check'
import type { ScratchChange } from '@/lib/replay/scratch/scratch-store'
import type { Actor } from '@/lib/store/model/actor'
import type { VerdictRule } from './verdict'

/** A saved question with checks: "asked this with this store, the agent does that" (why.md). */
export interface MemoryTest {
  id: string
  storeId: string
  name: string
  /** what a person says, one after the other */
  messages: string[]
  /** all of them must hold */
  checks: Check[]
  model: string
  /** whether the agent may write, in the copy that it has */
  access: 'read_write' | 'read_only'
  /** the start of the agent's system prompt */
  instructions: string
  /** the tools by which the agent reaches the memory */
  toolSet: ToolSet
  verdict: VerdictRule
  when: TestTimes
  /** grows when what is asked or checked is another: earlier runs were of another question */
  revision: number
  /** whether it passes without any memory, and so proves nothing; null: not known of this revision */
  provesNothing: boolean | null
  createdBy: Actor
  /** milliseconds since 1970 */
  createdAt: number
  updatedAt: number
}

/** When a test runs, besides by hand. */
export interface TestTimes {
  /** after changes below these paths; null: after none */
  paths: string[] | null
  /** each day at this minute, UTC; null: not by the clock */
  nightlyMinute: number | null
  /** whether a review, a held write or a merge waits until it passes on what would come about */
  isGate: boolean
  /** whether the change since which it fails is looked for by itself; null: where that costs nothing */
  bisectsItself: boolean | null
}

/** The occasion for which a run was started. */
export type TestOccasion = 'person' | 'change' | 'nightly' | 'gate'

export type TestStatus = 'pending' | 'running' | 'passed' | 'failed' | 'mixed' | 'not_run'

/** The reason why a run has no verdict. It is never passed. */
export type NotRunReason =
  | 'stopped'
  | 'budget_used_up'
  | 'model_failed'
  /** somebody changed what is asked, or deleted it */
  | 'test_changed'
  /** a gate that did not tell in time */
  | 'timed_out'
  /** a gate whose state is not known any more, after a restart or a redaction; a branch that is gone */
  | 'state_gone'
  | 'internal'

/** The most that a run may ask of models. */
export interface TestBudget {
  readonly maxRequests: number
  /** of input and output together; null: any number */
  readonly maxTokens: number | null
}

export interface TestUsage {
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** A test asked at one state of its store. */
export interface TestRun {
  id: string
  testId: string
  storeId: string
  /** of the test */
  revision: number
  /** the branch that is asked in place of its origin; null: the store itself is */
  branchId: string | null
  /** the last change that it sees, of the store or of the branch */
  sequence: number
  startedFor: TestOccasion
  status: TestStatus
  /** null: it has a verdict, or will have one */
  notRunFor: NotRunReason | null
  /** whether it passes without any memory, too; null: not known */
  provesNothing: boolean | null
  /** answers with the store's memories, and in how many of them all checks held */
  held: number
  of: number
  budget: TestBudget
  usage: TestUsage
  /** the words of the model's server; null: it did not fail */
  error: string | null
  startedBy: Actor
  createdAt: number
  finishedAt: number | null
}

/** One answer of a run. */
export interface TestSample {
  /** whether it was asked without any memory */
  isEmpty: boolean
  held: boolean
  /** which of the checks held, in their order */
  checks: boolean[]
  texts: string[]
  calls: { name: string; input: Record<string, unknown> }[]
  /** in the copy of the store that it was given */
  changes: ScratchChange[]
  usage: TestUsage
  durationMs: number
}

/** Returns whether a run still asks. */
export function isUnderWay(status: TestStatus): boolean {
  return status === 'pending' || status === 'running'
}
