import type { MemoryTest, TestBudget, TestUsage } from '@/lib/memory-tests/model/memory-test'
import type { PricedUsage, ReplayState } from '@/lib/replay/model/replay'
import type { Share } from '@/lib/replay/search/question'
import type { Actor } from '@/lib/store/model/actor'
import type { Comparison } from './comparison'

/** The settings of a column's agent; null: each test's own. */
export interface ColumnSettings {
  readonly model: string | null
  readonly access: MemoryTest['access'] | null
  /** the start of its system prompt; '': none of its own */
  readonly instructions: string | null
  readonly toolSet: MemoryTest['toolSet'] | null
}

/** A column of an experiment, as it is asked. */
export interface Column extends ColumnSettings {
  /** the experiment's store, or a branch of it */
  readonly storeId: string
  /** the last change that it sees; null: as the store is when a run starts */
  readonly sequence: number | null
}

/** A store's tests asked in columns that differ, to compare how they go (why.md, "Experiments"). */
export interface Experiment {
  id: string
  storeId: string
  name: string
  /** the others are compared with the first */
  columns: readonly Column[]
  testIds: readonly string[]
  /** answers of each test in each column */
  samples: number
  /** whether a redaction took a text out of its columns' instructions: they ask for something else */
  isRedacted: boolean
  createdBy: Actor
  /** milliseconds since 1970 */
  createdAt: number
}

export type ExperimentState = ReplayState

/** The reason for which a run failed, besides the words of a model's server. */
export const RUN_FAULTS = ['test_changed', 'columns_redacted', 'internal'] as const

/** An experiment at one state of its stores. */
export interface ExperimentRun {
  id: string
  columns: readonly RunColumn[]
  samples: number
  state: ExperimentState
  budget: TestBudget
  usage: TestUsage
  answers: number
  /** the words of the model's server, or one of `RUN_FAULTS`; null: it did not fail */
  error: string | null
  startedBy: Actor
  createdAt: number
  finishedAt: number | null
}

/** A column as a run asks it. */
export interface RunColumn extends Column {
  readonly sequence: number
}

/** The answers to a test in a column. */
export interface Cell extends Share {
  readonly usage: PricedUsage
  /** of all its answers together, in milliseconds */
  readonly durationMs: number
}

/** A run as a table. */
export interface ExperimentTable {
  /** all tests together, a column each */
  columns: readonly (Cell & {
    /** null: it is the first, or there are no two answers to compare */
    comparison: Comparison | null
  })[]
  /** those that are still there */
  tests: readonly { id: string; name: string; cells: readonly Cell[] }[]
  /** of all that the run asked, answers that did not end included; US dollars, as `usdOf` has it */
  usd: number | null
}

/** A test as a column asks it: with the column's settings in place of its own. */
export function testIn(settings: ColumnSettings, test: MemoryTest): MemoryTest {
  return {
    ...test,
    model: settings.model ?? test.model,
    access: settings.access ?? test.access,
    instructions: settings.instructions ?? test.instructions,
    toolSet: settings.toolSet ?? test.toolSet,
  }
}

/** Returns whether a run still asks. */
export function isAsking(state: ExperimentState): boolean {
  return state === 'pending' || state === 'running'
}
