import { createHash } from 'node:crypto'
import { modelClient } from '../model-client'
import type { ModelRequestEnd, SentRequest, SessionFault } from '../session-event'
import { AnswerCollector } from './answer-collector'
import type { NewEvent } from './append-events'
import { answerEvents, partialEvents } from './answer-events'
import { judgedCalls } from './held-calls'
import { runnerParams } from './model-request'
import { CutAnswerError, faultOf, isTransient } from './model-faults'
import { previewsOf } from './previews'
import type { RunState } from './run-state'
import type { Step } from './step'

type Answered = { kind: 'answered'; refusal: string | null } | { kind: 'aborted' }

/** The outcome of one attempt at an answer. */
type Outcome =
  | Answered
  | { kind: 'failed'; fault: Omit<SessionFault, 'retry'>; partial: NewEvent[] }

/** The outcome of a turn, after all its attempts. */
export type TurnOutcome = Answered | { kind: 'failed'; error: SessionFault }

/** Retries of a broken answer, besides the SDK's own. */
const MAX_BROKEN = 2
const FIRST_PAUSE_MS = 500

/** Interval at which a partial answer is saved in case the process ends. */
const DRAFT_INTERVAL_MS = 1_000

/**
 * Asks the model once and runs its calls, unless one must wait. The answer is stored whole, in one
 * transaction; a broken answer is retried a few times.
 */
export async function* modelTurn(run: RunState): Step<TurnOutcome> {
  for (let attempt = 0; ; attempt++) {
    const outcome = yield* attemptOnce(run)
    if (outcome.kind !== 'failed') return outcome
    const isLast = attempt >= MAX_BROKEN || outcome.fault.kind !== 'broken_stream'
    if (isLast) {
      if (outcome.partial.length > 0) yield outcome.partial
      return { kind: 'failed', error: { ...outcome.fault, retry: 'exhausted' } }
    }
    yield [{ type: 'session.error', error: { ...outcome.fault, retry: 'retrying' } }]
    await run.pause(FIRST_PAUSE_MS * 2 ** attempt)
    if (run.signal.aborted) return { kind: 'aborted' }
  }
}

async function* attemptOnce(run: RunState): Step<Outcome> {
  let sent: SentRequest | null = null
  const { client, model } = modelClient(run.session.settings.model, (body) => {
    sent = {
      sha256: createHash('sha256').update(body).digest('hex'),
      bytes: Buffer.byteLength(body),
    }
  })
  const request = run.context.request()
  const [start] = yield [
    {
      type: 'span.model_request_start',
      model,
      settings: run.context.changedSettings(),
      window: run.context.window,
      parts: request.parts,
      seen: run.context.seen,
    },
  ]
  const begunAt = performance.now()
  const previews = previewsOf(run.session.id)
  const collector = new AnswerCollector(previews)
  const drafts = keepDrafts(run, collector)
  const end = (isError: boolean): ModelRequestEnd => ({
    type: 'span.model_request_end',
    startId: start?.id ?? '',
    isError,
    usage: collector.usage,
    stopReason: collector.isWhole ? collector.stopReason : null,
    model: collector.model,
    durationMs: Math.round(performance.now() - begunAt),
    windowUsage: collector.windowUsage,
    appliedEdits: [...request.applied, ...collector.appliedEdits],
    request: sent,
  })
  // A retry sends other bytes: a hash kept of these would let them be guessed.
  run.unfinished = () => ({ ...end(true), request: null })
  const store = async function* (events: readonly NewEvent[]): Step<void> {
    await drafts.stop()
    yield events
    run.unfinished = null
    previews.clear()
  }
  const storeAnswer = async function* (): Step<void> {
    const asks = run.asksForWrites()
    const judged = await judgedCalls(run.db, run.session, { collector, asksForWrites: asks })
    const asksForWrites = () => asks
    const judgedOf = (eventId: string) => judged.get(eventId) ?? null
    const { content, results } = answerEvents(collector, { asksForWrites, judgedOf })
    yield* store([...content, end(false), ...results])
  }
  let isWhole = false
  let isStored = false
  try {
    const params = runnerParams(request)
    // Its own, for the SDK never takes its listeners off again.
    const options = { signal: AbortSignal.any([run.signal]) }
    const runner = client.beta.messages.toolRunner({ ...params, messages: [] }, options)
    // Passed this way they are not copied: a long conversation belongs to the log, and nothing
    // changes it here.
    runner.setMessagesParams(params)
    for await (const stream of runner) {
      for await (const event of stream) collector.take(event)
      if (!collector.isWhole) throw new CutAnswerError()
      // The answer is complete: any later failure is ours, whatever its code.
      isWhole = true
      yield* storeAnswer()
      isStored = true
      // Exits before the runner runs the calls: they need approval, or were cut off.
      if (run.mustNotRunCalls()) break
    }
    return { kind: 'answered', refusal: collector.refusal }
  } catch (error) {
    // Keeps nothing of the answer: it may repeat a text that a redaction took out of the log.
    if (run.isOutdated) return { kind: 'aborted' }
    if (run.signal.aborted) {
      if (!isStored) yield* store([...partialEvents(collector), end(true)])
      return { kind: 'aborted' }
    }
    if (isWhole) throw error
    const fault = faultOf(error)
    if (fault.kind === 'internal') throw error
    if (hasMalformedCall(collector)) {
      yield* storeAnswer()
      return { kind: 'answered', refusal: null }
    }
    const isBroken = isTransient(fault.kind) && collector.model !== null
    yield* store([end(true)])
    return {
      kind: 'failed',
      fault: isBroken ? { ...fault, kind: 'broken_stream' } : fault,
      partial: partialEvents(collector),
    }
  } finally {
    await drafts.stop()
    previews.clear()
  }
}

/** Returns whether the stream was abandoned because a tool's input was not JSON. */
function hasMalformedCall(collector: AnswerCollector): boolean {
  return [...collector.blocks.values()].some(
    (block) => block.kind === 'tool_use' && block.json !== '' && !isJson(block.json),
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function keepDrafts(run: RunState, collector: AnswerCollector) {
  let kept = ''
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    const { text } = collector
    if (text === kept) return
    kept = text
    writing = writing.then(() => run.log.saveDraft(text)).catch(() => {})
  }, DRAFT_INTERVAL_MS)
  timer.unref()
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await writing
    },
  }
}
