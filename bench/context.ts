import { forgetfulAgent, sizeOf } from '@/tests/support/forgetful-agent'
import type { Ground } from './ground'
import { inTurns } from './measure'
import { part } from './part'
import { counted, type Row, toldRows } from './row'
import { conversations, FILLER, openSession, say } from './working-session'

/**
 * The cost of a context: a turn's own time by length of the conversation, and what compaction
 * saves.
 */
export const contextPart = part(
  {
    /** messages in a conversation before it is measured */
    lengths: [
      [1, 100, 10_000],
      [1, 4],
    ],
    rounds: [5, 1],
    /** of a conversation in each round */
    calls: [8, 2],
    /** of the long session; and its window, in tokens */
    steps: [400, 15],
    window: [50_000, 7_000],
  },
  async ({ lengths, rounds, calls, ...long }, ground) => {
    const rows: Row[] = []
    for (const before of lengths) {
      const group = `context: from a call to the request with its result, ${before} messages before`
      const sides = conversations(ground, 'Palimpsest', { before, calls })
      rows.push(...(await inTurns(group, sides, { rounds })))
    }
    return [...rows, ...(await savingRows(ground, long))]
  },
)

interface Long {
  steps: number
  window: number
}

/**
 * A long scripted session with and without compaction: the size of its contexts, and the total
 * sent.
 */
async function savingRows(ground: Ground, { steps, window }: Long): Promise<Row[]> {
  const group = `context: a session of ${steps} steps, a window of ${counted(window, 'tokens')}`
  const notes: Record<string, string> = {}
  for (const [name, compact_at] of [
    ['compaction off', 'off'],
    ['compaction at 92 %', 92],
  ] as const) {
    const model = `steps-${compact_at}`
    ground.model.rule(model, forgetfulAgent(steps, FILLER.repeat(20)))
    ground.model.know(model, { count: sizeOf })
    notes[name] = await savingOf(ground, model, { steps, context: { window, compact_at } })
  }
  return toldRows(group, notes)
}

async function savingOf(
  ground: Ground,
  model: string,
  { steps, context }: { steps: number; context: object },
): Promise<string> {
  const { sessions } = (await ground.server()).api
  const { sessionId } = await openSession(ground, model, { context })
  const begun = performance.now()
  await say(ground, sessionId, `Do ${steps} steps.`)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  const compacted: string[] = []
  for await (const event of sessions.events.list(sessionId, { limit: 1_000 })) {
    if (event.type !== 'agent.thread_context_compacted') continue
    const { tokens_before: before, tokens_after: after } = event as unknown as Record<
      'tokens_before' | 'tokens_after',
      number
    >
    compacted.push(`${before} → ${after}`)
  }
  const { usage } = await sessions.retrieve(sessionId)
  const told = `${counted(usage?.input_tokens ?? 0, 'tokens')} sent in all, ${seconds} s`
  return compacted.length === 0 ? told : `${told}; compacted ${compacted.join(', ')}`
}
