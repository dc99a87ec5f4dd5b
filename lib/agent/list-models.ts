import { causeOf, log } from '@/lib/log'
import { faultOf } from './core/model-faults'
import { hasModelServer, serverClient } from './model-client'
import type { SessionFault } from './session-event'
import { PRACTICE_MODEL } from './session-settings'

export interface ModelChoice {
  id: string
  name: string
}

export interface ModelList {
  /** the practice agent last, or alone */
  models: ModelChoice[]
  /** why the server's models are not among them; null where they are, or where no key is set */
  fault: Pick<SessionFault, 'kind' | 'message'> | null
  /** whether a key or a server is set */
  hasServer: boolean
}

const PRACTICE: ModelChoice = { id: PRACTICE_MODEL, name: 'Practice agent' }

/** A list that takes longer than this is not waited for: a name can be typed. */
const PATIENCE_MS = 4_000

/** The models that can be chosen. Never throws: what keeps the server's list from coming is told. */
export async function listModels(): Promise<ModelList> {
  if (!hasModelServer()) return { models: [PRACTICE], fault: null, hasServer: false }
  try {
    const models: ModelChoice[] = []
    const page = serverClient().beta.models.list(
      { limit: 100 },
      { timeout: PATIENCE_MS, maxRetries: 0 },
    )
    for await (const model of page) models.push({ id: model.id, name: model.display_name })
    return { models: [...models, PRACTICE], fault: null, hasServer: true }
  } catch (error) {
    const fault = faultOf(error)
    if (fault.kind === 'internal') {
      log.error('the models of the server could not be listed', causeOf(error))
    }
    return { models: [PRACTICE], fault, hasServer: true }
  }
}
