import type { Exchange } from '@/components/session/exchange'
import { entriesOf } from '@/lib/sessions/entries'
import { eventsOfCall } from '@/lib/sessions/log'
import { invalidInput } from '@/lib/store/model/problems'
import { type ShownText, shownText } from '@/lib/sessions/shown-text'

/** What the agent sent with a call and what it was answered; secrets are masked unless `isInClear`. */
export async function readExchange(
  sessionId: string,
  callId: string,
  isInClear: boolean,
): Promise<Exchange> {
  const call = entriesOf(await eventsOfCall(sessionId, callId)).find(({ id }) => id === callId)
  if (call?.kind !== 'call') throw invalidInput('call', 'must be a call of this session')
  const { input, malformed, answer } = call
  const masked: ShownText['masked'][] = []
  const shown = async (text: string) => {
    const seen = isInClear ? { text, masked: null } : await shownText(text)
    masked.push(seen.masked)
    return seen.text
  }
  const sent = malformed === null ? await sentOf(input, shown) : await shown(malformed)
  const answered = answer && (await shown(answer))
  return { sent, answered, masked: masked.find((each) => each !== null) ?? null }
}

/** An input as JSON, its texts shown one by one: in JSON they are in one line, and hide from detectors. */
async function sentOf(
  input: Record<string, unknown>,
  shown: (text: string) => Promise<string>,
): Promise<string> {
  const textOf = (value: unknown) =>
    typeof value === 'object' && value !== null ? shown(JSON.stringify(value)) : value
  const entries = Object.entries(input).map(async ([name, value]) => [
    name,
    await (typeof value === 'string' ? shown(value) : textOf(value)),
  ])
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)), null, 2)
}
