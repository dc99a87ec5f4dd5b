import { expect } from 'vitest'
import { write } from '@/lib/db'
import { sha256Hex } from '@/lib/text/content'
import { newId } from '@/lib/text/ids'
import { isOf, textOf } from '@/lib/sessions/event'
import { requestOf } from '@/lib/sessions/request'
import { BY_PERSON } from '@/lib/store/model/actor'
import { askAgent } from '@/lib/review/requests'
import { deleteStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { type Hidden, NOTHING_HIDDEN } from '@/lib/why/scratch'
import { givenIn } from '@/lib/why/converse'
import { openTurn, repeatedEarlier, saidInTurn, sampleTurn, type Turn } from '@/lib/why/turn'
import { describe, test } from '@/tests/support/fixtures'
import { call, create, type RuledModel, say, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { redacted } from '@/tests/support/redacted'
import { answerIn, conversation, saying, sentIn } from '@/tests/support/turns'
import { written } from '@/tests/support/written'

const server = modelServer()

const TEXTS = {
  '/deploy.md': '# Deploying\nDeploys go out on Fridays.\nAsk Mia first.\n',
  '/team.md': 'Mia leads.\n',
}

/** Looks at its memory, reads the file about deploying if there is one, and answers by what it read. */
const reads: RuledModel = (request) => {
  const sent = sentIn(request)
  if (!sent.includes('directories up to 2 levels')) return { parts: [view()] }
  if (sent.includes('/memories/deploy.md') && !sent.includes('content of /memories/deploy.md')) {
    return { parts: [view('/memories/deploy.md')] }
  }
  return { parts: [say(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
}

const { signal } = new AbortController()

const idOf = ({ memories }: Turn, path: string) =>
  memories.find((each) => each.path === path)?.memoryId ?? ''

const without = (turn: Turn, ...paths: string[]): Hidden => ({
  memories: new Set(paths.map((path) => idOf(turn, path))),
  lines: new Map(),
})

async function withoutLines(turn: Turn, path: string, ...lines: number[]): Promise<Hidden> {
  const memoryId = idOf(turn, path)
  const { versionId = '' } = turn.memories.find((each) => each.path === path) ?? {}
  turn.room.past.countLinesIn(memoryId, await turn.room.past.text(versionId))
  return { memories: new Set(), lines: new Map([[memoryId, new Set(lines)]]) }
}

/** What the agent was shown by its calls, without the marks of data. */
const resultsIn = (events: Awaited<ReturnType<typeof sampleTurn>>['events']) =>
  events.filter(isOf('agent.tool_result')).map(textOf)

describe('a turn that is asked again', () => {
  test('begins with the bytes that were sent, and is answered as it was', async () => {
    const { sessionId, eventId, events, model } = await conversation(server, reads, {
      texts: TEXTS,
    })
    const turn = await openTurn(sessionId, eventId)
    const { body } = requestOf(
      { model, settings: turn.settings, stores: turn.room.stores },
      turn.log,
    )
    const [end] = events.filter(isOf('span.model_request_end'))
    expect(sha256Hex(JSON.stringify(body))).toBe(end?.request?.sha256)
    const again = await sampleTurn(turn, NOTHING_HIDDEN, signal)
    expect({ texts: again.texts, calls: again.calls }).toEqual({
      texts: turn.recorded.texts,
      calls: turn.recorded.calls,
    })
    expect(again.requests).toBe(3)
  })

  test('answers without a hidden line, the rest numbered anew', async () => {
    const { sessionId, eventId } = await conversation(server, reads, { texts: TEXTS })
    const turn = await openTurn(sessionId, eventId)
    const { texts, events } = await sampleTurn(
      turn,
      await withoutLines(turn, '/deploy.md', 2),
      signal,
    )
    expect(texts).toEqual(['I do not know.'])
    expect(resultsIn(events).at(-1)).toBe(
      "Here's the content of /memories/deploy.md with line numbers:\n     1\t# Deploying\n     2\tAsk Mia first.",
    )
  })

  test('finds its stores as they stood when it began', async () => {
    const { sessionId, eventId, storeId } = await conversation(server, reads, { texts: TEXTS })
    await written(storeId, { '/deploy.md': 'Deploys go out on Mondays.\n' })
    const turn = await openTurn(sessionId, eventId)
    expect((await sampleTurn(turn, NOTHING_HIDDEN, signal)).texts).toEqual(['On Fridays.'])
  })

  test('does not ask a person, and a write that waited succeeds', async () => {
    const asks: RuledModel = (request) =>
      sentIn(request).includes('created successfully')
        ? { parts: [say('Noted.')] }
        : { parts: [create('/memories/new.md', 'x\n')] }
    const settings = { approval: 'always_ask' as const }
    const had = await conversation(server, asks, { texts: TEXTS, settings })
    const turn = await openTurn(had.sessionId, had.eventId)
    expect((await sampleTurn(turn, NOTHING_HIDDEN, signal)).texts).toEqual(['Noted.'])
  })

  test('tries again where the server has a bad moment', async () => {
    let isBad = false
    const moody: RuledModel = (request) => {
      if (isBad && !(isBad = false)) return { status: 529, type: 'overloaded_error', message: 'no' }
      return reads(request)
    }
    const { sessionId, eventId } = await conversation(server, moody, { texts: TEXTS })
    const turn = await openTurn(sessionId, eventId)
    isBad = true
    expect((await sampleTurn(turn, NOTHING_HIDDEN, signal)).texts).toEqual(['On Fridays.'])
  })

  test('says of a model that is gone that it is', async () => {
    const { sessionId, eventId, model } = await conversation(server, reads, { texts: TEXTS })
    const turn = await openTurn(sessionId, eventId)
    server.rule(model, () => ({ status: 404, type: 'not_found_error', message: 'no such model' }))
    await expect(sampleTurn(turn, NOTHING_HIDDEN, signal)).rejects.toMatchObject({
      code: 'model_gone',
    })
  })
})

describe('what cannot be asked again', () => {
  test('is an event that the agent did not give', async () => {
    const { sessionId, events } = await conversation(server, reads, { texts: TEXTS })
    const asked = events.find(isOf('user.message'))?.id ?? ''
    await expect(openTurn(sessionId, asked)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('is an answer without any memory', async () => {
    const { sessionId, eventId } = await conversation(server, reads, { texts: {} })
    await expect(openTurn(sessionId, eventId)).rejects.toMatchObject({
      code: 'no_memory_in_answer',
    })
  })

  test('is an answer whose store is gone', async () => {
    const { sessionId, eventId, storeId } = await conversation(server, reads, { texts: TEXTS })
    await deleteStore(storeId, BY_PERSON)
    await expect(openTurn(sessionId, eventId)).rejects.toMatchObject({ code: 'store_gone' })
  })

  test('is one that a redaction touched, also where its first request came to nothing', async () => {
    let isFirst = true
    const breaksOff: RuledModel = (request) => {
      const step = reads(request)
      if (!isFirst || !('parts' in step)) return step
      isFirst = false
      return { ...step, cutAfter: 1 }
    }
    const { sessionId, eventId } = await conversation(server, breaksOff, { texts: TEXTS })
    await redacted('Ask Mia first.')
    await expect(openTurn(sessionId, eventId)).rejects.toMatchObject({ code: 'answer_redacted' })
  })

  test('is what Claude Code answered', async () => {
    const id = newId('sesn')
    const at = new Date()
    const row = { id, outerId: id, client: 'claude_code', firstAt: at, lastAt: at }
    await write((tx) => tx.observedSession.create({ data: row, select: { id: true } }))
    await expect(openTurn(id, 'any')).rejects.toMatchObject({ code: 'observed_session' })
  })
})

describe('a later turn', () => {
  const ASKS = ['When do we deploy?', 'And who leads?']
  const had = async (rule: RuledModel, texts: Record<string, string> = TEXTS) => {
    const made = await conversation(server, rule, { texts, asks: ASKS })
    return { ...made, turn: await openTurn(made.sessionId, made.eventId) }
  }

  test('keeps calls out that wrote a hidden memory, with their results', async () => {
    const { turn, model } = await had((request) => {
      const sent = sentIn(request)
      if (sent.includes('And who leads?')) return { parts: [say('Mia.')] }
      if (sent.includes('created successfully')) return { parts: [say('Noted.')] }
      return { parts: [create('/memories/plan.md', 'The plan is to deploy on Fridays.\n')] }
    })
    await sampleTurn(turn, without(turn, '/plan.md'), signal)
    expect(sentIn(server.requests(model).at(-1))).not.toContain('plan')
    const repeated = await repeatedEarlier(turn, [idOf(turn, '/plan.md')])
    expect(repeated).toEqual({ eventIds: [], firstReadId: null })
  })

  test('says where the agent itself repeats what is hidden', async () => {
    const { turn, events } = await had((request) => {
      const sent = sentIn(request)
      if (sent.includes('And who leads?')) return { parts: [say('Mia.')] }
      if (!sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
      return { parts: [say('Your notes say: "Deploys go out on Fridays."')] }
    })
    const { eventIds, firstReadId } = await repeatedEarlier(turn, [idOf(turn, '/deploy.md')])
    expect(events.filter(({ id }) => eventIds.includes(id))).toMatchObject([
      { type: 'agent.message' },
    ])
    expect(firstReadId).toBe(events.find(isOf('user.message'))?.id)
    expect((await repeatedEarlier(turn, [idOf(turn, '/team.md')])).eventIds).toEqual([])
  })

  test('takes for no repetition what another memory shows as well', async () => {
    const line = 'Deploys go out on Fridays.\n'
    const { turn } = await had(
      (request) => {
        const sent = sentIn(request)
        if (sent.includes('And who leads?')) return { parts: [say('Mia.')] }
        if (sent.includes('content of')) {
          return { parts: [say('Your notes say: "Deploys go out on Fridays."')] }
        }
        return { parts: [view('/memories/deploy.md'), view('/memories/copy.md')] }
      },
      { '/deploy.md': line, '/copy.md': line },
    )
    const deploy = idOf(turn, '/deploy.md')
    const copy = idOf(turn, '/copy.md')
    expect((await repeatedEarlier(turn, [deploy])).eventIds).toEqual([])
    expect((await repeatedEarlier(turn, [deploy, copy])).eventIds).toHaveLength(1)
  })
})

test('what was said in a turn is read without the rest of the log, and is what is asked again', async () => {
  const { sessionId, events } = await conversation(server, reads, {
    texts: TEXTS,
    asks: ['When do we deploy?', 'And who leads?', 'When?'],
  })
  for (const { id } of events.filter(isOf('agent.message', 'agent.tool_use'))) {
    const { question, recorded } = await openTurn(sessionId, id)
    const said = await saidInTurn(sessionId, id)
    expect(said[0]).toMatchObject({ id: question.id })
    expect(recorded).toMatchObject(givenIn(said))
    expect(said.slice(1).map((each) => each.id)).toEqual(recorded.eventIds)
  }
  expect(await saidInTurn(sessionId, 'sevt_none')).toEqual([])
})

describe('a hidden line', () => {
  const LINES = ['# Deploying', 'Ask Mia.', 'Deploys go out on Fridays.', 'Ask Mia.', 'Then rest.']
  const DEPLOY = { '/deploy.md': `${LINES.join('\n')}\n`, '/team.md': 'Mia leads.\n' }

  /** A session in which the agent made a call; what happens before its last turn comes after that. */
  async function had(
    parts: ReturnType<typeof call>,
    then: (storeId: string) => Promise<unknown> = () => Promise.resolve(),
  ) {
    const toolSet = parts.name === 'memory' ? ('memory' as const) : ('documents' as const)
    let isMade = false
    const rule: RuledModel = () => {
      if (isMade) return { parts: [say('Done.')] }
      isMade = true
      return { parts: [parts] }
    }
    const made = await conversation(server, rule, {
      texts: DEPLOY,
      settings: { tool_set: toolSet },
    })
    await then(made.storeId)
    const events = await saying(made.sessionId, 'And now?')
    const turn = await openTurn(made.sessionId, answerIn(events))
    const asked = async (...lines: number[]) => {
      const hidden = await withoutLines(turn, '/deploy.md', ...lines)
      const sampled = await sampleTurn(turn, hidden, signal)
      return { shown: resultsIn(sampled.events), sent: sentIn(server.requests(made.model).at(-1)) }
    }
    return { ...made, turn, asked }
  }

  const numbered = (...lines: string[]) =>
    `Here's the content of /memories/deploy.md with line numbers:\n${lines
      .map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)
      .join('\n')}`
  const REST = ['# Deploying', 'Deploys go out on Fridays.', 'Ask Mia.', 'Then rest.']

  test('goes by its number: a line that says the same stays', async () => {
    const { asked } = await had(view('/memories/deploy.md'))
    expect((await asked(2)).shown).toEqual([numbered(...REST)])
  })

  test('goes where an earlier version had it, by the number that it had there', async () => {
    const { asked } = await had(view('/memories/deploy.md'), (storeId) =>
      written(storeId, { '/deploy.md': `Read this first.\n${LINES.join('\n')}\n` }),
    )
    expect((await asked(3)).shown).toEqual([numbered(...REST)])
  })

  test('goes from the hits of a search, and the others are numbered anew', async () => {
    const { asked } = await had(call('memory_search', { query: 'Mia' }))
    const { shown } = await asked(2)
    expect(shown[0]).toContain('/deploy.md\n  3: Ask Mia.\n/team.md')
  })

  test('takes its memory out of a search that found nothing else in it', async () => {
    const { asked } = await had(call('memory_search', { query: 'on Fridays' }))
    expect((await asked(3)).shown).toEqual(['No document holds "on Fridays"'])
  })

  test('goes from what the agent itself wrote, and the other lines of that stay', async () => {
    const text = 'Deploys go out on Mondays.\nThen we rest.\n'
    const { turn, model } = await had(create('/memories/plan.md', text))
    const hidden = await withoutLines(turn, '/plan.md', 1)
    await sampleTurn(turn, hidden, signal)
    const sent = sentIn(server.requests(model).at(-1))
    expect(sent).toContain('Then we rest.')
    expect(sent).not.toContain('on Mondays')
  })

  test('goes with what a reviewer asks about it; what they ask of others is numbered anew', async () => {
    const { asked } = await had(view('/memories/deploy.md'), async (storeId) => {
      const { id: memoryId, versionId } = await getMemory({ storeId, path: '/deploy.md' }, 'basic')
      const about = { storeId, memoryId, versionId }
      await askAgent({ ...about, from: 3, to: 3, text: 'It is Mondays now.' }, BY_PERSON)
      await askAgent({ ...about, from: 5, to: 5, text: 'Say for how long.' }, BY_PERSON)
    })
    const { sent } = await asked(3)
    expect(sent).not.toContain('It is Mondays now.')
    expect(sent).toContain('- /memories/deploy.md, line 4:\\n  Say for how long.')
  })
})
