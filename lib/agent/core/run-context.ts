import { thresholdsOf } from '@/lib/context/context-settings'
import { type ContextThresholds, DEFAULT_WINDOW } from '@/lib/context/context-thresholds'
import { settings } from '@/lib/settings'
import { getSession } from '../get-session'
import { modelClient } from '../model-client'
import { contextWindowOf } from '../model-window'
import type { SessionEvent } from '../session-event'
import type { SessionSettings } from '../session-settings'
import type { NewEvent } from './append-events'
import { runnableTools } from './memory-tools'
import { memoryInRequest, requestPlace } from './memory-in-request'
import { type ModelRequest, modelRequest, type RequestSetup } from './model-request'
import type { RequestContext, RunState } from './run-state'
import type { RequestCost } from './session-log'

/** A run's view of its session's context, and its requests. */
export class RunContext implements RequestContext {
  /** of the session's model, in tokens */
  window = DEFAULT_WINDOW
  /** the last change of each store by others that the agent was told of */
  seen: Record<string, number> = {}
  /** the settings of the last request, as JSON; null: not looked up yet */
  private recordedSettings: string | null = null
  /** the last request that was made; null: a redaction may have changed what it was made of */
  private made: ModelRequest | null = null

  constructor(private readonly run: Pick<RunState, 'db' | 'session' | 'log' | 'runCallOfModel'>) {}

  /** the server's name for the model */
  get modelName(): string {
    return modelClient(this.run.session.settings.model).model
  }

  get thresholds(): ContextThresholds {
    return thresholdsOf(this.run.session.settings.context, settings().contextThresholds)
  }

  /** Reloads the session and its model's window. */
  async renew(): Promise<void> {
    this.run.session = await getSession(this.run.db, this.run.session.id)
    this.window = await contextWindowOf(this.run.session.settings)
  }

  /** Drops what was cached from the log: a redaction changed it. */
  forget(): void {
    this.recordedSettings = null
    this.made = null
  }

  /** The next request to the model. */
  request(): ModelRequest {
    this.made = modelRequest(this.setup(), this.run.log.events)
    return this.made
  }

  /** The cost in memory of the request that one of these events ends; null: none was answered. */
  async costEndedBy(events: readonly NewEvent[]): Promise<RequestCost | null> {
    const end = events.find((event) => event.type === 'span.model_request_end')
    const { made } = this
    if (!end || !made) return null
    this.made = null
    if (end.type !== 'span.model_request_end' || end.model === null) return null
    const sent = { events: this.run.log.events, blocks: made.blocks, edits: end.appliedEdits ?? [] }
    const place = requestPlace(sent.events)
    return { place, memory: await memoryInRequest(this.run.session, sent) }
  }

  /** The request as it would be after one more event. */
  requestAfter(event: SessionEvent): ModelRequest {
    return modelRequest(this.setup(), [...this.run.log.events, event])
  }

  /** The settings, if they differ from those of the last request. */
  changedSettings(): SessionSettings | null {
    const { session, log } = this.run
    const now = JSON.stringify(session.settings)
    this.recordedSettings ??= lastSettings(log.events)
    if (now === this.recordedSettings) return null
    this.recordedSettings = now
    return session.settings
  }

  private setup(): RequestSetup {
    const { settings, stores } = this.run.session
    const run = (modelToolUseId: string) => this.run.runCallOfModel(modelToolUseId)
    return {
      model: this.modelName,
      settings,
      stores,
      window: this.window,
      thresholds: this.thresholds,
      tools: runnableTools(settings.toolSet, stores.length > 0, run),
    }
  }
}

/** The settings of the last request, as JSON; null: the view does not record them. */
function lastSettings(events: readonly SessionEvent[]): string | null {
  const start = events.findLast(
    (event) => event.type === 'span.model_request_start' && Boolean(event.settings),
  )
  return start?.type === 'span.model_request_start' ? JSON.stringify(start.settings) : null
}
