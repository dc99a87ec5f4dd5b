import Anthropic from '@anthropic-ai/sdk'
import { z } from 'zod'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { faultOf } from './core/model-faults'
import { hasModelServer, serverClient } from './model-client'
import { PRACTICE_MODEL } from './session-settings'

/** Timeout of the question: a server that is slow to say is asked for answers all the same. */
const TIMEOUT_MS = 1_000

/** A model that was there a moment ago is not asked about again; milliseconds. */
const REMEMBERED_MS = 60_000

const seenAt = perProcess('models that are there', () => new Map<string, number>())

/** As the Messages API says it. Servers without this question answer 404, too, in other words. */
const notFoundBody = z.object({
  error: z.object({ type: z.literal('not_found_error'), message: z.string() }),
})

/**
 * Returns whether a model's server says that it knows none of this name. False where it does not say:
 * not in time, or because it has no such question. Never throws.
 */
export async function isModelGone(model: string): Promise<boolean> {
  if (model === PRACTICE_MODEL || !hasModelServer()) return false
  if (Date.now() - (seenAt.get(model) ?? 0) < REMEMBERED_MS) return false
  try {
    await serverClient().beta.models.retrieve(model, {}, { timeout: TIMEOUT_MS, maxRetries: 0 })
    seenAt.set(model, Date.now())
    return false
  } catch (error) {
    if (error instanceof Anthropic.NotFoundError) {
      const { data } = notFoundBody.safeParse(error.error)
      return data?.error.message.includes(model) ?? false
    }
    if (faultOf(error).kind === 'internal') {
      log.error('a model could not be asked for', causeOf(error))
    }
    return false
  }
}
