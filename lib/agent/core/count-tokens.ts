import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { modelClient } from '../model-client'
import { PRACTICE_MODEL } from '../session-settings'
import { faultOf } from './model-faults'
import type { ModelRequest } from './model-request'

/** Timeout of a count; an estimate takes its place. */
const TIMEOUT_MS = 2_000

// Models whose servers do not count tokens, one list per process.
const uncounted = perProcess('servers that count no tokens', () => new Set<string>())

/**
 * The size of a request in tokens, by its server; null if it does not say (not every server has
 * count_tokens).
 */
export async function countTokens(
  { body, betas }: Pick<ModelRequest, 'body' | 'betas'>,
  signal: AbortSignal,
): Promise<number | null> {
  const { client, model } = modelClient(String(body.model))
  if (uncounted.has(model)) return null
  const { messages, system, tools, thinking, context_management } = body
  try {
    const { input_tokens: tokens } = await client.beta.messages.countTokens(
      {
        model,
        messages,
        ...(system === undefined ? {} : { system }),
        // Tools as sent, without their functions.
        tools: JSON.parse(JSON.stringify(tools)) as [],
        ...(thinking === undefined ? {} : { thinking }),
        ...(context_management == null ? {} : { context_management }),
        ...(betas.length === 0 ? {} : { betas }),
      },
      { timeout: TIMEOUT_MS, maxRetries: 0, signal },
    )
    return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : null
  } catch (error) {
    const isUnknown =
      error instanceof Error && 'status' in error && [404, 405, 501].includes(Number(error.status))
    if (isUnknown && model !== PRACTICE_MODEL) uncounted.add(model)
    if (!signal.aborted && faultOf(error).kind === 'internal') {
      log.error('the tokens of a request could not be counted', causeOf(error))
    }
    return null
  }
}
