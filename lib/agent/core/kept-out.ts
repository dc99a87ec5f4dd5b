import { perProcess } from '@/lib/per-process'
import { withoutTexts } from '@/lib/review/findings/mask-findings'
import type { TextMask } from '@/lib/store/model/actor'

/**
 * Calls as the model wrote them, of which a policy keeps something out of what is stored. They run as
 * they were written, so that the policy judges what was meant; after a restart, as they are stored.
 */
interface KeptCall {
  /** the input as it is stored: a redaction changes it, and then this one must not run */
  stored: string
  input: Record<string, unknown>
}

const MAX_KEPT = 1_000

const kept = () => perProcess('calls kept out of the log', () => new Map<string, KeptCall>())

/** Remembers a call's input until it runs. `stored`: without what is kept out. */
export function keepCall(
  eventId: string,
  { input, stored }: Record<'input' | 'stored', Record<string, unknown>>,
): void {
  const calls = kept()
  calls.set(eventId, { input, stored: JSON.stringify(stored) })
  const [oldest] = calls.keys()
  if (calls.size > MAX_KEPT && oldest !== undefined) calls.delete(oldest)
}

/** The input of a stored call as the model wrote it; null: it is not known, or outdated. */
export function takeCall(call: {
  id: string
  input: Record<string, unknown>
}): Record<string, unknown> | null {
  const calls = kept()
  const found = calls.get(call.id)
  calls.delete(call.id)
  return found && found.stored === JSON.stringify(call.input) ? found.input : null
}

/** The texts in a call's input. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** An input without texts that a policy keeps out. */
export function inputWithout(
  input: Record<string, unknown>,
  masks: readonly TextMask[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, valueWithout(value, masks)]),
  )
}

function valueWithout(value: unknown, masks: readonly TextMask[]): unknown {
  if (typeof value === 'string') return withoutTexts(value, masks)
  if (Array.isArray(value)) return value.map((each: unknown) => valueWithout(each, masks))
  if (typeof value !== 'object' || value === null) return value
  return inputWithout(value as Record<string, unknown>, masks)
}
