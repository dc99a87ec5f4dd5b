import { causeOf, log } from '@/lib/log'
import { SessionError } from '../problems'
import type { SessionEvent } from '../session-event'
import type { NewEvent } from './append-events'
import {
  applySummary,
  compactionDue,
  compactionStart,
  mayCompactFull,
  writeSummary,
} from './compaction'
import { failedCompaction } from './compaction-events'
import { modelTurn, type TurnOutcome } from './model-turn'
import { type NextStep, openCalls, openCompaction, wantsAnswer } from './next-step'
import type { RunState } from './run-state'
import { LogRedactedError, RunLostError } from './session-log'
import type { Step } from './step'

/** The compaction steps of a run. */
type CompactionStep = Extract<
  NextStep,
  { kind: 'begin_compaction' | 'save' | 'summarise' | 'compact' | 'refuse_summary' }
>

const KINDS: ReadonlySet<NextStep['kind']> = new Set<CompactionStep['kind']>([
  'begin_compaction',
  'save',
  'summarise',
  'compact',
  'refuse_summary',
])

export function isCompactionStep(step: NextStep): step is CompactionStep {
  return KINDS.has(step.kind)
}

/**
 * Runs one compaction step. `isUnderWay`: whether the run had work to continue when it began. A
 * failure in here fails the compaction, not the session: the conversation stays unchanged.
 */
export async function* compactionStep(
  run: RunState,
  step: CompactionStep,
  isUnderWay: boolean,
): Step<void> {
  await run.context.renew()
  try {
    yield* eventsOf(run, step, isUnderWay)
  } catch (error) {
    const start = openCompaction(run.log.events)
    if (error instanceof LogRedactedError || error instanceof RunLostError) throw error
    if (error instanceof SessionError || !start) throw error
    log.error('a context could not be summarised', {
      session: run.session.id,
      ...causeOf(error),
    })
    yield [failedCompaction(start, { reason: 'internal' })]
  }
}

async function* eventsOf(run: RunState, step: CompactionStep, isUnderWay: boolean): Step<void> {
  switch (step.kind) {
    case 'begin_compaction': {
      const goesOn = isUnderWay && wantsAnswer(run.log.events)
      yield [compactionStart(run, { cause: 'asked', asked: step.asked, goesOn })]
      return
    }
    case 'save':
      // A failed save must not block the summary.
      yield* modelTurn(run)
      return
    case 'summarise':
      yield [await writeSummary(run, step.start)]
      return
    case 'compact':
      yield [await applySummary(run, step.written, step.summary)]
      return
    case 'refuse_summary':
      yield [failedCompaction(step.start, { reason: 'denied' })]
  }
}

/** The start of a compaction that is due; null: none is. */
export async function startWhenDue(run: RunState): Promise<NewEvent | null> {
  await run.context.renew()
  if (!(await compactionDue(run))) return null
  return compactionStart(run, { cause: 'mark', asked: null, goesOn: true })
}

/**
 * The start of a compaction if the conversation did not fit, so that the run can continue; null if
 * it did.
 */
export async function startWhenFull(run: RunState, outcome: TurnOutcome): Promise<NewEvent | null> {
  const { events } = run.log
  const isFull =
    outcome.kind === 'failed'
      ? outcome.error.kind === 'context_full'
      : outcome.kind === 'answered' && lastStopReason(events) === 'model_context_window_exceeded'
  if (!isFull || !mayCompactFull(run) || openCalls(events).length > 0) return null
  await run.context.renew()
  return compactionStart(run, { cause: 'full', asked: null, goesOn: true })
}

/** The API's stop reason of the last answer; null: the answer is incomplete. */
export function lastStopReason(events: readonly SessionEvent[]): string | null {
  const end = events.findLast((event) => event.type === 'span.model_request_end')
  return end?.type === 'span.model_request_end' ? end.stopReason : null
}
