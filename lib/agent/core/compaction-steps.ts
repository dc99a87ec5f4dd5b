import { causeOf, log } from '@/lib/log'
import { SessionError } from '../problems'
import type { SessionEvent } from '../session-event'
import {
  applySummary,
  beginCompaction,
  compactionDue,
  mayCompactFull,
  writeSummary,
} from './compaction'
import { failedCompaction } from './compaction-events'
import { modelTurn } from './model-turn'
import { type NextStep, openCalls, openCompaction, wantsAnswer } from './next-step'
import type { RunState } from './run-state'
import { LogRedactedError, RunLostError } from './session-log'

/** The steps of a run that summarise its context. */
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
 * Carries one out. `isUnderWay`: whether there was something to go on with when it began. What goes
 * wrong in here ends the compaction, and not the session: everything stays as it was.
 */
export async function runCompactionStep(
  run: RunState,
  step: CompactionStep,
  isUnderWay: boolean,
): Promise<void> {
  await run.context.renew()
  try {
    await execute(run, step, isUnderWay)
  } catch (error) {
    const start = openCompaction(run.log.events)
    if (error instanceof LogRedactedError || error instanceof RunLostError) throw error
    if (error instanceof SessionError || !start) throw error
    log.error('a context could not be summarised', {
      session: run.session.id,
      ...causeOf(error),
    })
    await run.log.append(failedCompaction(start, { reason: 'internal' }))
  }
}

async function execute(run: RunState, step: CompactionStep, isUnderWay: boolean): Promise<void> {
  switch (step.kind) {
    case 'begin_compaction': {
      const goesOn = isUnderWay && wantsAnswer(run.log.events)
      return beginCompaction(run, { cause: 'asked', asked: step.asked, goesOn })
    }
    case 'save':
      // What fails here keeps nobody from being summarised.
      await modelTurn(run)
      return
    case 'summarise':
      return writeSummary(run, step.start)
    case 'compact':
      return applySummary(run, step.written, step.summary)
    case 'refuse_summary':
      await run.log.append(failedCompaction(step.start, { reason: 'denied' }))
  }
}

/** Begins to summarise where the mark is reached; true where it has. */
export async function beginWhenDue(run: RunState): Promise<boolean> {
  await run.context.renew()
  if (!(await compactionDue(run))) return false
  await beginCompaction(run, { cause: 'mark', asked: null, goesOn: true })
  return true
}

/** Begins to summarise where the conversation did not fit, so that the run goes on; true where it has. */
export async function beginWhenFull(
  run: RunState,
  outcome: Awaited<ReturnType<typeof modelTurn>>,
): Promise<boolean> {
  const { events } = run.log
  const isFull =
    outcome.kind === 'failed'
      ? outcome.error.kind === 'context_full'
      : outcome.kind === 'answered' && lastStopReason(events) === 'model_context_window_exceeded'
  if (!isFull || !mayCompactFull(run) || openCalls(events).length > 0) return false
  await run.context.renew()
  await beginCompaction(run, { cause: 'full', asked: null, goesOn: true })
  return true
}

/** The API's word for how the last answer ended; null: it did not come to its end. */
export function lastStopReason(events: readonly SessionEvent[]): string | null {
  const end = events.findLast((event) => event.type === 'span.model_request_end')
  return end?.type === 'span.model_request_end' ? end.stopReason : null
}
