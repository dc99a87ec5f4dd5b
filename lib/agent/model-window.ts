import { DEFAULT_WINDOW } from '@/lib/context/context-thresholds'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { faultOf } from './core/model-faults'
import { hasModelServer, serverClient } from './model-client'
import { PRACTICE_MODEL, type SessionSettings } from './session-settings'

/**
 * Timeout of the question; the default window is assumed then, and the server asked again later.
 */
const TIMEOUT_MS = 1_000
const RETRY_AFTER_MS = 60_000

// Windows reported so far, one list per process.
const windows = perProcess('windows of models', () => new Map<string, number>())
const silentSince = new Map<string, number>()

/**
 * The window of a session's model in tokens: set by a person, or reported by the model's server, or
 * the default.
 */
export async function contextWindowOf(settings: SessionSettings): Promise<number> {
  const { model, context } = settings
  if (context.window !== null) return context.window
  if (model === PRACTICE_MODEL || !hasModelServer()) return DEFAULT_WINDOW
  const known = windows.get(model)
  if (known !== undefined) return known
  if (Date.now() - (silentSince.get(model) ?? 0) < RETRY_AFTER_MS) return DEFAULT_WINDOW
  const reported = await askServer(model)
  // A server that does not answer, or knows no window, is not asked before every request.
  if (reported === null) silentSince.set(model, Date.now())
  else windows.set(model, reported)
  return reported ?? DEFAULT_WINDOW
}

/** The same without asking the server: what is known so far. */
export function knownWindowOf(settings: SessionSettings): number {
  return settings.context.window ?? windows.get(settings.model) ?? DEFAULT_WINDOW
}

/** Null: no answer in time. */
async function askServer(model: string): Promise<number | null> {
  try {
    const { max_input_tokens: most } = await serverClient().beta.models.retrieve(
      model,
      {},
      { timeout: TIMEOUT_MS, maxRetries: 0 },
    )
    return most !== null && most > 0 ? most : DEFAULT_WINDOW
  } catch (error) {
    const isUnknown = error instanceof Error && 'status' in error && error.status === 404
    if (!isUnknown && faultOf(error).kind === 'internal') {
      log.error('the window of a model could not be asked for', causeOf(error))
    }
    return isUnknown ? DEFAULT_WINDOW : null
  }
}
