import { causeOf, log } from '@/lib/log'
import { faultOf } from './core/model-faults'
import { hasModelServer, serverClient } from './model-client'
import type { SessionFault } from './session-event'
import { PRACTICE_MODEL } from './session-settings'

export interface ModelChoice {
  id: string
  name: string
  /** how many tokens it can see at once; null: its server does not say */
  window: number | null
}

export interface ModelList {
  /** ends with the practice agent */
  models: ModelChoice[]
  /** why the server's models are missing; null if they are not, or no key is set */
  fault: Pick<SessionFault, 'kind' | 'message'> | null
  /** whether a key or a server is set */
  hasServer: boolean
}

const PRACTICE: ModelChoice = {
  id: PRACTICE_MODEL,
  name: 'Practice agent',
  window: null,
}

/** Timeout of the list: a name can still be typed. */
const TIMEOUT_MS = 4_000

/** The models to choose from. Never throws: a fault of the server's list is returned. */
export async function listModels(): Promise<ModelList> {
  if (!hasModelServer()) return { models: [PRACTICE], fault: null, hasServer: false }
  try {
    const models: ModelChoice[] = []
    const page = serverClient().beta.models.list(
      { limit: 100 },
      { timeout: TIMEOUT_MS, maxRetries: 0 },
    )
    for await (const { id, display_name: name, max_input_tokens: window } of page) {
      models.push({ id, name, window })
    }
    return { models: [...models, PRACTICE], fault: null, hasServer: true }
  } catch (error) {
    const fault = faultOf(error)
    if (fault.kind === 'internal') {
      log.error('the models of the server could not be listed', causeOf(error))
    }
    return { models: [PRACTICE], fault, hasServer: true }
  }
}
