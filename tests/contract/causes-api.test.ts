import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { replaysFinished } from '@/lib/replay/run-replays'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { modelServer, usdOfPriced } from '@/tests/support/model-server'
import { say as words, view } from '@/tests/support/scripted-model-server'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'

const models = modelServer()
let names = 0

const CHECK = { type: 'contains', text: 'On Fridays' }

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  async function answered(db: Database, named = 'causes-api') {
    const model = `${named}-${++names}`
    models.rule(model, (request) => {
      const sent = JSON.stringify(request.messages)
      if (!sent.includes('tool_result')) return { parts: [view('/memories/deploy.md')] }
      return { parts: [words(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
    })
    const { sessionId, storeId } = await sessionWith(db, model, {
      '/deploy.md': 'Deploys go out on Fridays.\n',
      '/team.md': 'Mia leads.\n',
    })
    await say(db, sessionId, 'When do we deploy?')
    const message = (await eventsOf(db, sessionId)).findLast(({ type }) => type === 'agent.message')
    return { sessionId, storeId, eventId: message?.id ?? '', model }
  }

  async function client() {
    server ??= await serveApi(current())
    const { url } = server
    const key = await createApiKey(current(), { name: 'CI', access: 'review', storeIds: null })
    const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' }
    return {
      post: async (path: string, body: object = {}) => {
        const response = await fetch(url + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      },
      /** all events of a stream that ends */
      events: async (path: string) => {
        const response = await fetch(url + path, { headers })
        return [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
          ([, data]) => JSON.parse(data ?? '') as Record<string, unknown>,
        )
      },
      get: async (path: string) => {
        const response = await fetch(url + path, { headers })
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      },
    }
  }

  /** The refusals of work on a turn, as programs read them. */
  async function refusals({ sessionId, eventId }: { sessionId: string; eventId: string }) {
    const api = await client()
    return async (kind: string, body: object) => {
      const asked = { event_id: eventId, dry_run: true, ...body }
      const { body: answer } = await api.post(`/v1/sessions/${sessionId}/${kind}`, asked)
      return answer.error
    }
  }

  describe('what caused an answer, over the API', () => {
    test('is told with its price first, then found, with who wrote it and since when', async () => {
      const { sessionId, storeId, eventId, model } = await answered(current())
      const api = await client()
      const asked = models.requests(model).length
      const body = { event_id: eventId, check: CHECK }
      const price = await api.post(`/v1/sessions/${sessionId}/causes`, { ...body, dry_run: true })
      expect(price.body).toMatchObject({
        type: 'cause_search_estimate',
        holds: true,
        memory_count: 2,
        estimate: { requests: 90 },
        budget: { max_requests: 240, max_tokens: null },
      })
      expect(models.requests(model)).toHaveLength(asked)
      const started = await api.post(`/v1/sessions/${sessionId}/causes`, body)
      expect(started.body).toMatchObject({ type: 'cause_search', verdict: null })
      await replaysFinished()
      const { body: found } = await api.get(`/v1/causes/${String(started.body.id)}`)
      expect(found).toMatchObject({
        status: 'completed',
        verdict: 'caused',
        causes: [
          {
            memory_store_id: storeId,
            path: '/deploy.md',
            lines: [1, 1],
            actor: { type: 'user_actor' },
          },
        ],
        confirmed: { with: { held: 5, of: 5 }, without: { held: 0, of: 5 } },
        cleared: [{ memory_store_id: storeId, path: '/team.md' }],
        memory_count: 2,
      })
    })

    test('is told in money, too, where the models that are asked have prices', async () => {
      const { sessionId, eventId } = await answered(current(), 'priced-causes')
      const api = await client()
      const ask = async (kind: string, body: object) => {
        const asked = { event_id: eventId, ...body }
        return (await api.post(`/v1/sessions/${sessionId}/${kind}`, asked)).body
      }
      const estimateOf = async (kind: string, body: object) =>
        (await ask(kind, { dry_run: true, ...body })).estimate as { usd: number | null }
      for (const [kind, body] of [
        ['causes', { check: CHECK }],
        ['replays', { samples: 4 }],
        ['bisections', { check: CHECK }],
      ] as const) {
        const estimate = await estimateOf(kind, body)
        expect(estimate.usd).toBeCloseTo(usdOfPriced(estimate), 9)
        expect(estimate.usd).toBeGreaterThan(0)
      }
      const judged = (model: string) => ({
        check: { type: 'judged', question: 'Does it name a day?', model },
      })
      expect((await estimateOf('causes', judged('priced-judge'))).usd).toBeGreaterThan(0)
      expect((await estimateOf('causes', judged('causes-api-judge'))).usd).toBeNull()
      expect((await estimateOf('replays', { variant: { model: 'causes-api-0' } })).usd).toBeNull()
      const free = { variant: { model: 'practice-agent' } }
      expect((await estimateOf('replays', free)).usd).toBe(0)

      const { id } = await ask('causes', { check: CHECK })
      await replaysFinished()
      const { body: found } = await api.get(`/v1/causes/${String(id)}`)
      const { usd } = found.usage as { usd: number }
      expect(usd).toBeCloseTo(usdOfPriced(found.usage), 9)
      expect(usd).toBeGreaterThan(0)
    })

    test('is told in tokens alone where a model has no price', async () => {
      const { sessionId, eventId } = await answered(current())
      const api = await client()
      const asked = { event_id: eventId, check: CHECK }
      const price = await api.post(`/v1/sessions/${sessionId}/causes`, { ...asked, dry_run: true })
      expect(price.body).toMatchObject({ estimate: { usd: null } })
      const { body: started } = await api.post(`/v1/sessions/${sessionId}/causes`, asked)
      expect(started).toMatchObject({ usage: { usd: null } })
      await replaysFinished()
    })

    test('is refused with what to do about it', async () => {
      const { sessionId, eventId } = await answered(current())
      const api = await client()
      const refused = async (body: object) => {
        const { status, body: answer } = await api.post(`/v1/sessions/${sessionId}/causes`, body)
        return [status, (answer.error as { message: string }).message]
      }
      expect(await refused({ event_id: 'sevt_none', check: CHECK })).toEqual([
        400,
        'event_id: sevt_none is in no turn of an agent with memory.',
      ])
      expect(
        await refused({ event_id: eventId, check: CHECK, budget: { max_requests: 5 } }),
      ).toEqual([400, 'budget: must allow at least 20 requests, or nothing can be decided'])
      expect(
        await refused({ event_id: eventId, check: { type: 'contains', text: 'Mondays' } }),
      ).toEqual([400, 'check: it does not hold in the answer'])
    })

    test('is refused with a code, and the least of a budget, for programs', async () => {
      const { sessionId, storeId, eventId } = await answered(current())
      const refused = await refusals({ sessionId, eventId })
      const hidden = { hide: [{ memory_store_id: storeId, path: '/none.md' }] }
      const lacking = { check: { type: 'matches', pattern: '(' } }
      const cases: [kind: string, body: object, facts: object][] = [
        ['causes', { event_id: 'sevt_none', check: CHECK }, { code: 'no_memory_in_answer' }],
        ['causes', lacking, { code: 'check_invalid' }],
        [
          'causes',
          { check: CHECK, budget: { max_requests: 5 } },
          { code: 'budget_too_small', min_requests: 20 },
        ],
        ['replays', { variant: { hide: hidden.hide } }, { code: 'nothing_to_hide' }],
        ['replays', { variant: { at: '2001-01-01T00:00:00Z' } }, { code: 'moment_before_store' }],
        ['bisections', { check: CHECK, good: 1, bad: 1 }, { code: 'no_change_between' }],
      ]
      for (const [kind, body, facts] of cases)
        expect(await refused(kind, body)).toMatchObject(facts)
    })

    test('is not begun where the model is gone, and so is said', async () => {
      const { sessionId, eventId, model } = await answered(current())
      const refused = await refusals({ sessionId, eventId })
      models.know(model, { isGone: true })
      for (const kind of ['causes', 'replays', 'bisections']) {
        const check = kind === 'replays' ? {} : { check: CHECK }
        expect(await refused(kind, check)).toMatchObject({ code: 'model_gone', model })
      }
      const another = { variant: { model: 'practice-agent' } }
      expect(await refused('replays', another)).toBeUndefined()
    })

    test('waits for a person to mark its answers, and tells which', async () => {
      const { sessionId, eventId } = await answered(current())
      const api = await client()
      const body = { event_id: eventId, check: { type: 'person' } }
      const { body: started } = await api.post(`/v1/sessions/${sessionId}/causes`, body)
      const address = `/v1/causes/${String(started.id)}`
      await replaysFinished()
      const { body: first } = await api.get(address)
      const waiting = first.waiting as { sample: string; texts: string[] }[]
      expect(waiting.map(({ texts }) => texts)).toEqual(Array(4).fill(['On Fridays.']))
      const marks = waiting.map(({ sample }) => ({ sample, held: true }))
      expect((await api.post(`${address}/marks`, { marks })).status).toBe(200)
      await replaysFinished()
      const { body: next } = await api.get(address)
      expect(next).toMatchObject({ status: 'running', rounds: [{ held: 4, of: 4 }, {}] })
      expect(next.waiting).not.toEqual([])
      const unknown = { marks: [{ sample: '7.0.0', held: true }] }
      expect((await api.post(`${address}/marks`, unknown)).status).toBe(404)
    })

    test('that no set of memories does: what each adds, with its price first', async () => {
      const { sessionId, eventId, model } = await answered(current())
      const api = await client()
      const body = { event_id: eventId, check: CHECK }
      const { body: started } = await api.post(`/v1/sessions/${sessionId}/causes`, body)
      const address = `/v1/causes/${String(started.id)}`
      await replaysFinished()
      const refused = await api.post(`${address}/parts`, { answers: 100 })
      expect([refused.status, (refused.body.error as { type: string }).type]).toEqual([
        409,
        'conflict_error',
      ])
      // As one ends whose answers are said more often with the memory, and not only with it.
      await current().write((tx) =>
        tx.run(`UPDATE replays SET result = replace(result, '"caused"', '"contributes"')`, []),
      )
      const asked = models.requests(model).length
      const price = await api.post(`${address}/parts`, { answers: 100, dry_run: true })
      expect(price.body).toMatchObject({ type: 'cause_parts_estimate', answers: 100 })
      const { requests } = price.body.estimate as { requests: number }
      expect(models.requests(model)).toHaveLength(asked)
      const { body: running } = await api.post(`${address}/parts`, {
        answers: 100,
        budget: { max_requests: 100_000 },
      })
      expect(running).toMatchObject({ verdict: 'contributes', parts: { of: 100, left_out: null } })
      await replaysFinished()
      const { body: found } = await api.get(address)
      expect(found).toMatchObject({
        status: 'completed',
        verdict: 'contributes',
        parts: { answers: 100, of: 100, memory_count: 2, left_out: 0 },
        causes: [{ path: '/deploy.md' }],
        cleared: [{ path: '/team.md' }],
      })
      const [cause] = found.causes as Record<'with' | 'without', { held: number; of: number }>[]
      expect(cause?.with.held).toBe(cause?.with.of)
      expect(cause?.without.held).toBe(0)
      expect(cause).toMatchObject({ interval: [expect.any(Number), expect.any(Number)] })
      expect(found.rounds).toContainEqual(
        expect.objectContaining({ purpose: 'halves', held: cause?.with.of, of: 100 }),
      )
      expect(models.requests(model).length - asked).toBeLessThanOrEqual(requests)
      expect((await api.post(`${address}/parts`, { answers: 100 })).status).toBe(409)
    })

    test('is stopped', async () => {
      const { sessionId, eventId } = await answered(current())
      const api = await client()
      const body = { event_id: eventId, check: CHECK }
      const { body: started } = await api.post(`/v1/sessions/${sessionId}/causes`, body)
      const address = `/v1/causes/${String(started.id)}`
      expect((await api.post(`${address}/cancel`)).status).toBe(200)
      await replaysFinished()
      const { body: ended } = await api.get(address)
      expect(['canceled', 'completed']).toContain(ended.status)
    })
  })

  describe('a turn asked again, over the API', () => {
    test('answers with what was said, called and changed, and with each check', async () => {
      const { sessionId, storeId, eventId } = await answered(current())
      const api = await client()
      const started = await api.post(`/v1/sessions/${sessionId}/replays`, {
        event_id: eventId,
        variant: { hide: [{ memory_store_id: storeId, path: '/deploy.md', lines: [1, 1] }] },
        samples: 2,
        checks: [CHECK, { type: 'calls', name: 'memory', input_pattern: 'deploy\\.md' }],
      })
      expect(started.body).toMatchObject({ type: 'replay', sample_count: 2 })
      await replaysFinished()
      const { body: replay } = await api.get(`/v1/replays/${String(started.body.id)}`)
      expect(replay).toMatchObject({
        status: 'completed',
        variant: { hide: [{ memory_store_id: storeId, lines: [1, 1] }], at: null, model: null },
        checks: [CHECK, { type: 'calls', name: 'memory', input_pattern: 'deploy\\.md' }],
        usage: { requests: 4 },
        repeated_earlier: [],
        first_read_event_id: null,
      })
      expect(replay.samples).toHaveLength(2)
      expect(replay.samples).toMatchObject([
        { texts: ['I do not know.'], checks: [{ held: false }, { held: true }], changes: [] },
        {},
      ])
    })

    test('is marked by a person, answer by answer, and the first mark stays', async () => {
      const { sessionId, eventId } = await answered(current())
      const api = await client()
      const asked = { event_id: eventId, samples: 2, checks: [CHECK, { type: 'person' }] }
      const { body: started } = await api.post(`/v1/sessions/${sessionId}/replays`, asked)
      const address = `/v1/replays/${String(started.id)}`
      await replaysFinished()
      const checksOf = ({ samples }: Record<string, unknown>) =>
        (samples as { checks: { held: boolean | null }[] }[]).map(({ checks }) =>
          checks.map(({ held }) => held),
        )
      const { body: before } = await api.get(address)
      expect(before.status).toBe('completed')
      expect(checksOf(before)).toEqual([
        [true, null],
        [true, null],
      ])
      const [first] = before.samples as { sample: string }[]
      const mark = (held: boolean) =>
        api.post(`${address}/marks`, { marks: [{ sample: first?.sample, held }] })
      expect(checksOf((await mark(false)).body)).toEqual([
        [true, false],
        [true, null],
      ])
      expect(checksOf((await mark(true)).body)).toEqual([
        [true, false],
        [true, null],
      ])
      const unknown = { marks: [{ sample: '7.0.0', held: true }] }
      expect((await api.post(`${address}/marks`, unknown)).status).toBe(404)
    })

    test('is followed answer by answer, until it is over', async () => {
      const { sessionId, eventId } = await answered(current())
      const api = await client()
      const asked = { event_id: eventId, samples: 3, checks: [CHECK] }
      const { body: started } = await api.post(`/v1/sessions/${sessionId}/replays`, asked)
      const events = await api.events(`/v1/replays/${String(started.id)}/events`)
      expect(events.map(({ type, index, status }) => [type, index ?? status])).toEqual([
        ['replay.sample', 0],
        ['replay.sample', 1],
        ['replay.sample', 2],
        ['ended', 'completed'],
      ])
      expect(events[0]).toMatchObject({ texts: ['On Fridays.'], checks: [{ held: true }] })
    })

    test('tells since when it is answered so, with the change and who made it', async () => {
      const { sessionId, storeId, eventId } = await answered(current())
      const api = await client()
      const body = { event_id: eventId, check: CHECK }
      const path = `/v1/sessions/${sessionId}/bisections`
      const price = await api.post(path, { ...body, dry_run: true })
      expect(price.body).toMatchObject({ type: 'bisection_estimate', change_count: 1 })
      const { body: started } = await api.post(path, body)
      await replaysFinished()
      const { body: found } = await api.get(`/v1/bisections/${String(started.id)}`)
      expect(found).toMatchObject({
        type: 'bisection',
        status: 'completed',
        verdict: 'found',
        is_consistent: true,
        first_bad: {
          memory_store_id: storeId,
          path: '/deploy.md',
          sequence: 1,
          actor: { type: 'user_actor' },
          changeset_id: null,
        },
      })
    })

    test('is refused with what to do about it', async () => {
      const { sessionId, storeId, eventId } = await answered(current())
      const api = await client()
      const refused = async (kind: string, body: object) => {
        const path = `/v1/sessions/${sessionId}/${kind}`
        const { status, body: answer } = await api.post(path, { event_id: eventId, ...body })
        return [status, (answer.error as { message: string }).message]
      }
      const hidden = (hide: object) => ({
        variant: { hide: [{ memory_store_id: storeId, ...hide }] },
      })
      expect(await refused('replays', hidden({ path: '/none.md' }))).toEqual([
        400,
        `variant.hide: /none.md was not in the memory store ${storeId} at this turn.`,
      ])
      expect(await refused('replays', hidden({}))).toEqual([
        400,
        'variant.hide.0: must name a memory by memory_id or by path',
      ])
      expect(await refused('bisections', { check: CHECK, good: 1, bad: 1 })).toEqual([
        400,
        'good, bad: between these moments nothing changed in the memories that the answer reads.',
      ])
      expect(await refused('bisections', { check: { type: 'person' } })).toEqual([
        400,
        'check: nobody is waited for to mark the answers; ask for causes or a replay',
      ])
    })
  })
})
