import { describe, expect, test } from 'vitest'
import { TABLES } from '@/lib/db/tables'
import type { Database } from '@/lib/db/database'
import { getSession } from '@/lib/agent/get-session'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { editMemory } from '@/lib/store/memories/change-memories'
import { flushReads } from '@/lib/store/reads/reads'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import {
  call,
  create,
  type RuledModel,
  say as words,
  type SentRequest,
  view,
} from '@/tests/support/scripted-model-server'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'
import { ReplayedTurn, type Hide } from './replayed-turn'

const server = modelServer()
let names = 0

function modelThat(rule: RuledModel): string {
  const model = `replayed-${++names}`
  server.rule(model, rule)
  return model
}

const FILES = {
  '/deploy.md': '# Deploying\nDeploys go out on Fridays.\nAsk Mia first.\n',
  '/team.md': 'Mia leads.\n',
}

const textOf = (request: SentRequest) => JSON.stringify(request.messages)

/** Looks at its memory, reads the file about deploying if there is one, and answers by what it read. */
const reads: RuledModel = (request) => {
  const sent = textOf(request)
  if (!sent.includes('directories up to 2 levels')) return { parts: [view()] }
  if (sent.includes('/memories/deploy.md') && !sent.includes('content of /memories/deploy.md')) {
    return { parts: [view('/memories/deploy.md')] }
  }
  return { parts: [words(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
}

async function answered(
  db: Database,
  rule: RuledModel = reads,
  files: Record<string, string> = FILES,
) {
  const { sessionId, storeId } = await sessionWith(db, modelThat(rule), files)
  await say(db, sessionId, 'When do we deploy?')
  const events = await eventsOf(db, sessionId)
  const answer = events.findLast(({ type }) => type === 'agent.message')
  const turn = await ReplayedTurn.open(db, { sessionId, eventId: answer?.id ?? '' })
  const memories = await turn.memories()
  const hide = (path: string, lines?: Hide['lines']): Hide => ({
    storeId,
    memoryId: memories.find((memory) => memory.path === path)?.memoryId ?? '',
    ...(lines ? { lines } : {}),
  })
  const sample = (...hidden: Hide[]) =>
    turn.sample({ hide: hidden, maxRequests: 50, signal: new AbortController().signal })
  return { sessionId, storeId, turn, hide, sample }
}

async function everyTable(db: Database): Promise<string> {
  await flushReads(db)
  const rows = await Promise.all(
    TABLES.map(async ({ name }) => [name, await db.read.all(`SELECT * FROM ${name}`)]),
  )
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

onBothDatabases((current) => {
  describe('a turn that is asked again', () => {
    test('answers as it did, by the same calls', async () => {
      const { turn, sample } = await answered(current())
      const again = await sample()
      expect(again.stopped).toBeNull()
      expect({ texts: again.texts, calls: again.calls }).toEqual(turn.recorded)
      expect(again.texts).toEqual(['On Fridays.'])
      expect(again.requests).toBe(3)
    })

    test('answers without a hidden memory as if it had never been there', async () => {
      const { sample, hide } = await answered(current())
      const { texts, calls, events } = await sample(hide('/deploy.md'))
      expect(texts).toEqual(['I do not know.'])
      expect(calls).toHaveLength(1)
      expect(JSON.stringify(events)).not.toContain('deploy.md')
    })

    test('answers without a hidden line, the rest numbered anew', async () => {
      const { sample, hide } = await answered(current())
      const { texts, events } = await sample(hide('/deploy.md', [[2, 2]]))
      expect(texts).toEqual(['I do not know.'])
      const shown = events.flatMap((event) =>
        event.type === 'agent.tool_result' ? [event.content] : [],
      )
      expect(shown.at(-1)).toBe(
        "Here's the content of /memories/deploy.md with line numbers:\n     1\t# Deploying\n     2\tAsk Mia first.",
      )
    })

    test('finds its stores as they stood when it began', async () => {
      const { sample, storeId } = await answered(current())
      await editMemory(current(), {
        storeId,
        path: '/deploy.md',
        edit: () => 'Deploys go out on Mondays.\n',
        cause: { actor: LOCAL_USER_ACTOR },
      })
      expect((await sample()).texts).toEqual(['On Fridays.'])
    })

    test('writes to scratch stores, told as changes', async () => {
      const { sample, storeId } = await answered(
        current(),
        (request) =>
          textOf(request).includes('created successfully')
            ? { parts: [words('Noted.')] }
            : { parts: [create('/memories/new.md', 'x\n')] },
        {},
      )
      const { changes } = await sample()
      // The recorded turn wrote it after its start: it stands in the store, and not in the scratch.
      expect(changes).toEqual([
        { storeId, path: '/new.md', operation: 'created', before: null, after: 'x\n' },
      ])
    })

    test('changes nothing in any table, however much it writes', async () => {
      const writes: RuledModel = (request) => {
        const sent = textOf(request)
        if (!sent.includes('Here')) return { parts: [view('/memories/deploy.md')] }
        return sent.includes('created successfully')
          ? { parts: [words('Noted.')] }
          : { parts: [create('/memories/new.md', 'x\n')] }
      }
      const { sample, hide } = await answered(current(), writes)
      const before = await everyTable(current())
      for (let count = 0; count < 20; count++)
        await sample(...(count % 2 ? [hide('/team.md')] : []))
      expect(await everyTable(current())).toBe(before)
    })

    test('is told how much it may ask, and stops there', async () => {
      const { turn } = await answered(current())
      const { signal } = new AbortController()
      const { requests, stopped } = await turn.sample({ hide: [], maxRequests: 2, signal })
      expect({ requests, stopped }).toEqual({ requests: 2, stopped: 'requests_used_up' })
    })

    test('ends where an agent looks again and again for what is hidden', async () => {
      const { sample, hide } = await answered(current(), (request) =>
        textOf(request).includes('content of /memories/deploy.md')
          ? { parts: [words('On Fridays.')] }
          : { parts: [view('/memories/deploy.md')] },
      )
      const { requests, stopped, texts } = await sample(hide('/deploy.md'))
      expect({ requests, stopped, texts }).toEqual({ requests: 11, stopped: null, texts: [] })
    })

    test('stops when it is told to', async () => {
      const { turn } = await answered(current())
      const { stopped } = await turn.sample({
        hide: [],
        maxRequests: 9,
        signal: AbortSignal.abort(),
      })
      expect(stopped).toBe('aborted')
    })
  })

  describe('a later turn', () => {
    const SECOND: RuledModel = (request) => {
      const sent = textOf(request)
      if (!sent.includes('And who leads?')) return reads(request)
      const said = [sent.includes('on Fridays') && 'Fridays', sent.includes('Mia leads') && 'Mia']
      return { parts: [words(said.filter(Boolean).join(' ') || 'Nothing.')] }
    }

    async function asked(rule: RuledModel = SECOND, files = FILES as Record<string, string>) {
      const db = current()
      const first = await answered(db, rule, files)
      await say(db, first.sessionId, 'And who leads?')
      const { lastSequence } = await getSession(db, first.sessionId)
      const events = await eventsOf(db, first.sessionId)
      const turn = await ReplayedTurn.open(db, {
        sessionId: first.sessionId,
        eventId: events[lastSequence - 2]?.id ?? '',
      })
      const sample = (...hide: Hide[]) =>
        turn.sample({ hide, maxRequests: 50, signal: new AbortController().signal })
      return { ...first, turn, sample }
    }

    test('is asked with the reads before it as if the memory had not been there', async () => {
      const { sample, hide, turn } = await asked()
      expect(turn.recorded.texts).toEqual(['Fridays'])
      const sent = server.requests(`replayed-${names}`).length
      const { texts } = await sample(hide('/deploy.md'))
      const [request] = server.requests(`replayed-${names}`).slice(sent)
      expect(texts).toEqual(['Nothing.'])
      expect(textOf(request as SentRequest)).toContain(
        'The path /memories/deploy.md does not exist. Please provide a valid path.',
      )
      expect(textOf(request as SentRequest)).not.toContain('B\\t/memories/deploy.md')
    })

    test('says where the agent itself repeats what is hidden', async () => {
      const { turn, hide } = await asked((request) => {
        const sent = textOf(request)
        if (sent.includes('And who leads?')) return { parts: [words('Mia.')] }
        if (!sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
        return { parts: [words('Your notes say: "Deploys go out on Fridays."')] }
      })
      const { eventIds, firstRead } = await turn.repeatedEarlier([hide('/deploy.md')])
      const { before } = turn.turn
      const events = before.filter(({ id }) => eventIds.includes(id))
      expect(events).toMatchObject([{ type: 'agent.message' }])
      expect(firstRead).toBe(before.find(({ type }) => type === 'user.message')?.id)
      expect(await turn.repeatedEarlier([hide('/team.md')])).toEqual({
        eventIds: [],
        firstRead: null,
      })
    })

    test('takes for no repetition what another memory shows as well', async () => {
      const line = 'Deploys go out on Fridays.\n'
      const { turn, hide } = await asked(
        (request) => {
          const sent = textOf(request)
          if (sent.includes('And who leads?')) return { parts: [words('Mia.')] }
          if (!sent.includes('content of')) {
            return { parts: [view('/memories/deploy.md'), view('/memories/copy.md')] }
          }
          return { parts: [words('Your notes say: "Deploys go out on Fridays."')] }
        },
        { '/deploy.md': line, '/copy.md': line },
      )
      expect((await turn.repeatedEarlier([hide('/deploy.md')])).eventIds).toEqual([])
      const both = await turn.repeatedEarlier([hide('/deploy.md'), hide('/copy.md')])
      expect(both.eventIds).toHaveLength(1)
    })

    test('repeats nothing by the call that wrote the memory: it goes, too', async () => {
      const { turn } = await asked((request) => {
        const sent = textOf(request)
        if (sent.includes('And who leads?')) return { parts: [words('Mia.')] }
        if (sent.includes('created successfully')) return { parts: [words('Noted.')] }
        return { parts: [create('/memories/plan.md', 'The plan is to deploy on Fridays.\n')] }
      })
      const plan = (await turn.memories()).find(({ path }) => path === '/plan.md')
      const { storeId = '', memoryId = '' } = plan ?? {}
      expect((await turn.repeatedEarlier([{ storeId, memoryId }])).eventIds).toEqual([])
    })

    test('keeps calls that wrote a hidden memory out, with their results', async () => {
      const { sample, turn } = await asked((request) => {
        const sent = textOf(request)
        if (sent.includes('And who leads?')) return { parts: [words('Mia.')] }
        if (sent.includes('created successfully')) return { parts: [words('Noted.')] }
        return { parts: [create('/memories/plan.md', 'Plan.\n')] }
      })
      const plan = (await turn.memories()).find(({ path }) => path === '/plan.md')
      await sample({ storeId: plan?.storeId ?? '', memoryId: plan?.memoryId ?? '' })
      const request = server.requests(`replayed-${names}`).at(-1) as SentRequest
      expect(textOf(request)).not.toContain('plan.md')
    })
  })

  test('the six tools are asked again, too', async () => {
    const db = current()
    const model = modelThat((request) => {
      const sent = textOf(request)
      if (!sent.includes('memory_search')) {
        return { parts: [call('memory_search', { query: 'deploys' })] }
      }
      if (!sent.includes('memory_list')) return { parts: [call('memory_list', {})] }
      return { parts: [words(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
    })
    const { sessionId } = await sessionWith(db, model, FILES, { toolSet: 'documents' })
    await say(db, sessionId, 'When do we deploy?')
    const events = await eventsOf(db, sessionId)
    const turn = await ReplayedTurn.open(db, { sessionId, eventId: events.at(-2)?.id ?? '' })
    const memory = (await turn.memories()).find(({ path }) => path === '/deploy.md')
    const { signal } = new AbortController()
    const whole = await turn.sample({ hide: [], maxRequests: 9, signal })
    const hide = [{ storeId: memory?.storeId ?? '', memoryId: memory?.memoryId ?? '' }]
    const without = await turn.sample({ hide, maxRequests: 9, signal })
    expect([whole.texts, without.texts]).toEqual([['On Fridays.'], ['I do not know.']])
    // What a search shows of a memory is read.
    expect([...turn.reads().keys()]).toEqual([`${memory?.storeId} /deploy.md`])
  })
})
