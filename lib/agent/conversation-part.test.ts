import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { sessionWith } from '@/tests/support/sessions'
import { conversationPart, newestPart } from './conversation-part'
import { appendEvents, type NewEvent } from './core/append-events'
import { openSession } from './core/rows'
import { PRACTICE_MODEL } from './session-settings'
import type { SessionEvent } from './session-event'

/** Events of each turn. */
const TURN = 6

/** Appends turns to a session, each of a message, a call with its result, and an answer. */
async function converse(db: Database, sessionId: string, turns: number): Promise<void> {
  await append(db, sessionId, Array.from({ length: turns }, (_, index) => turnOf(index + 1)).flat())
}

/** Appends one run that calls so often, and still runs. */
async function runOn(db: Database, sessionId: string, calls: number): Promise<void> {
  const turns = Array.from({ length: calls }, (_, index) => callsOf(index + 1)).flat()
  await append(db, sessionId, [{ type: 'session.status_running' }, ...turns])
}

const append = (db: Database, sessionId: string, events: readonly NewEvent[]) =>
  db.write(async (tx) => {
    await appendEvents(tx, await openSession(tx, sessionId), events)
  })

/** The id of a turn's call. */
const callOf = (turn: number) => `sevt_call_${turn}`

function turnOf(turn: number): NewEvent[] {
  const stopReason = { type: 'end_turn', detail: 'done' } as const
  return [
    { type: 'user.message', texts: [`Remember fact ${turn}`] },
    { type: 'session.status_running' },
    ...callsOf(turn),
    { type: 'agent.message', text: `Fact **${turn}** is noted.`, isPartial: false },
    { type: 'session.status_idle', stopReason },
  ]
}

function callsOf(turn: number): NewEvent[] {
  return [
    {
      type: 'agent.tool_use',
      id: callOf(turn),
      name: 'memory',
      input: {
        command: 'str_replace',
        path: '/memories/notes.md',
        old_str: '-',
        new_str: `${turn}`,
      },
      modelToolUseId: `toolu_${turn}`,
      malformedInput: null,
      needsApproval: false,
    },
    {
      type: 'agent.tool_result',
      toolUseId: callOf(turn),
      content: 'The file was edited.',
      isError: false,
      written: [],
      durationMs: 3,
    },
  ]
}

const TURNS = 100
const numbersOf = (events: readonly SessionEvent[]) => events.map(({ sequence }) => sequence ?? 0)
const isUnbroken = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)

onBothDatabases((current) => {
  const longSession = async () => {
    const { sessionId } = await sessionWith(current(), PRACTICE_MODEL)
    await converse(current(), sessionId, TURNS)
    return sessionId
  }

  test('the newest part ends with the last event', async () => {
    const numbers = numbersOf(await newestPart(current(), await longSession()))
    expect(numbers.at(-1)).toBe(TURNS * TURN)
    expect(numbers.length).toBe(200)
    expect(isUnbroken(numbers)).toBe(true)
  })

  test('the parts before it lead to the beginning, each event once', async () => {
    const sessionId = await longSession()
    const numbers = numbersOf(await newestPart(current(), sessionId))
    while (numbers[0] !== 1) {
      const before = numbers[0] ?? 0
      numbers.unshift(...numbersOf(await conversationPart(current(), sessionId, { before })))
    }
    expect(numbers.length).toBe(TURNS * TURN)
    expect(isUnbroken(numbers)).toBe(true)
    expect(await conversationPart(current(), sessionId, { before: 1 })).toEqual([])
  })

  test('a part around an event has what was before it, and the answer to each of its calls', async () => {
    const sessionId = await longSession()
    const events = await conversationPart(current(), sessionId, { around: callOf(40) })
    const place = events.findIndex(({ id }) => id === callOf(40))
    expect(place).toBe(50)
    const calls = events.filter(({ type }) => type === 'agent.tool_use')
    const results = events.flatMap((event) =>
      event.type === 'agent.tool_result' ? [event.toolUseId] : [],
    )
    expect(results).toEqual(expect.arrayContaining(calls.map(({ id }) => id)))
    expect(isUnbroken(numbersOf(events))).toBe(true)
    expect(await conversationPart(current(), sessionId, { around: 'sevt_gone' })).toEqual([])
  })

  test('a part that would end between a call and its result ends after the result', async () => {
    const sessionId = await longSession()
    const afterAnyOfATurn = Array.from({ length: TURN }, (_, after) => after)
    for (const after of afterAnyOfATurn) {
      const events = await conversationPart(current(), sessionId, { after })
      expect([after, events.at(-1)?.type]).not.toEqual([after, 'agent.tool_use'])
      expect(events[0]?.sequence).toBe(after + 1)
    }
  })

  test('of a run that is longer than a part the change to running is there', async () => {
    const { sessionId } = await sessionWith(current(), PRACTICE_MODEL)
    await runOn(current(), sessionId, 150)
    const [first, second] = await newestPart(current(), sessionId)
    expect(first?.type).toBe('session.status_running')
    expect(second?.sequence ?? 0).toBeGreaterThan((first?.sequence ?? 0) + 1)
  })
})
