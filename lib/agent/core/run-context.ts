import { thresholdsOf } from '@/lib/context/context-settings'
import { type ContextThresholds, DEFAULT_WINDOW } from '@/lib/context/context-thresholds'
import { settings } from '@/lib/settings'
import { getSession } from '../get-session'
import { modelClient } from '../model-client'
import { contextWindowOf } from '../model-window'
import type { SessionEvent } from '../session-event'
import type { SessionSettings } from '../session-settings'
import { runnableTools } from './memory-tools'
import { type ModelRequest, modelRequest, type RequestSetup } from './model-request'
import type { RequestContext, RunState } from './run-state'

/** What a run knows of its session's context, and the requests that are made of it. */
export class RunContext implements RequestContext {
  /** of the session's model, in tokens */
  window = DEFAULT_WINDOW
  /** up to which change of each store the agent has been told of others' changes */
  seen: Record<string, number> = {}
  /** the settings that the last request was made by, as JSON; null: not looked for yet */
  private recordedSettings: string | null = null

  constructor(private readonly run: Pick<RunState, 'db' | 'session' | 'log' | 'runCallOfModel'>) {}

  /** the model as its server knows it */
  get modelName(): string {
    return modelClient(this.run.session.settings.model).model
  }

  get thresholds(): ContextThresholds {
    return thresholdsOf(this.run.session.settings.context, settings().contextThresholds)
  }

  /** Looks what has become of the session and its model's window since. */
  async renew(): Promise<void> {
    this.run.session = await getSession(this.run.db, this.run.session.id)
    this.window = await contextWindowOf(this.run.session.settings)
  }

  /** Forgets what was remembered of the log: a redaction changed it. */
  forget(): void {
    this.recordedSettings = null
  }

  /** The next request to the model. */
  request(): ModelRequest {
    return modelRequest(this.setup(), this.run.log.events)
  }

  /** The request as it would be after one more event. */
  requestAfter(event: SessionEvent): ModelRequest {
    return modelRequest(this.setup(), [...this.run.log.events, event])
  }

  /** The settings, where they are not those that the last request was made by. */
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

/** The settings that the last request was made by, as JSON; null: none of the view says so. */
function lastSettings(events: readonly SessionEvent[]): string | null {
  const start = events.findLast(
    (event) => event.type === 'span.model_request_start' && Boolean(event.settings),
  )
  return start?.type === 'span.model_request_start' ? JSON.stringify(start.settings) : null
}
