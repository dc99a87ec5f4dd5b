import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { testBisectionsFinished } from '@/lib/memory-tests/bisections/run-bisections'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { createMemory, putMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { modelServer, usdOfPriced } from '@/tests/support/model-server'
import { say as words, view } from '@/tests/support/scripted-model-server'

const models = modelServer()
let names = 0

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  async function storeWithModel(db: Database, named = 'tests-api') {
    const model = `${named}-${++names}`
    models.rule(model, (request) => {
      const sent = JSON.stringify(request.messages)
      const isListed = sent.includes('/memories/deploy.md')
      if (isListed && !sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
      return { parts: [words(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
    })
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const file = { path: '/deploy.md', content: 'Deploys go out on Fridays.\n' }
    await createMemory(db, { storeId, ...file, cause: { actor: LOCAL_USER_ACTOR } })
    const body = {
      name: 'Deploys on Fridays',
      messages: ['When do we deploy?'],
      checks: [{ type: 'contains', text: 'Fridays' }],
      model,
    }
    return { storeId, model, body, address: `/v1/memory_stores/${storeId}/tests` }
  }

  async function client() {
    server ??= await serveApi(current())
    const { url } = server
    const key = await createApiKey(current(), { name: 'CI', access: 'review', storeIds: null })
    const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' }
    return async (method: string, path: string, body?: object) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(url + path, { method, headers, ...sent })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') === true
      const parsed = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>
      return { status: response.status, text, body: parsed }
    }
  }

  async function deploysMove(storeId: string) {
    const cause = { actor: LOCAL_USER_ACTOR }
    const content = 'Deploys go out on Mondays.\n'
    const steps = [{ op: 'write' as const, path: '/deploy.md', content }]
    const at = Date.now() + 1_000
    await applyMoment(current(), { storeId, at, batch: null, steps, cause })
  }

  /** What the stream of a store tells besides its changes, from now on. */
  async function followed(storeId: string) {
    const leaving = new AbortController()
    const { url = '' } = server ?? {}
    const { signal } = leaving
    const { body } = await fetch(`${url}/v1/memory_stores/${storeId}/events`, { signal })
    const hints: Record<string, unknown>[] = []
    const hear = async () => {
      let text = ''
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const [, data] = /^data: (.+)$/m.exec(block) ?? []
          if (data && !/^id:/m.test(block)) hints.push(JSON.parse(data) as (typeof hints)[number])
        }
      }
    }
    hear().catch(() => {})
    return { hints, leave: () => leaving.abort() }
  }

  /** All events of a stream that has ended. */
  const eventsIn = (text: string) =>
    [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as Record<string, unknown>,
    )

  describe('memory tests over the API', () => {
    test('are made, changed, listed and deleted', async () => {
      const { storeId, address, body } = await storeWithModel(current())
      const ask = await client()
      const made = await ask('POST', address, body)
      expect(made.body).toMatchObject({
        type: 'memory_test',
        memory_store_id: storeId,
        ...body,
        verdict: { sequential: [0.9, 0.3] },
        when: { paths: null, nightly_at: null },
        proves_nothing: null,
        last_run: null,
        actor: { type: 'api_actor' },
      })
      const one = `${address}/${String(made.body.id)}`
      expect(made.body).toMatchObject({
        ...{ access: 'read_write', system: null, tool_set: 'memory' },
        when: { bisects_itself: null },
      })
      const agent = { access: 'read_only', system: 'You are Nora.', tool_set: 'documents' }
      expect((await ask('POST', `${address}/${String(made.body.id)}`, agent)).body).toMatchObject(
        agent,
      )
      const change = {
        name: 'Fridays',
        system: null,
        when: { nightly_at: '02:30', paths: ['/'], bisects_itself: true },
      }
      expect((await ask('POST', one, change)).body).toMatchObject({
        name: 'Fridays',
        messages: body.messages,
        ...{ access: 'read_only', system: null },
        when: { paths: ['/'], nightly_at: '02:30', bisects_itself: true },
      })
      const { body: list } = await ask('GET', address)
      expect(list).toMatchObject({ data: [{ id: made.body.id, name: 'Fridays' }], next_page: null })
      expect((await ask('DELETE', one)).body).toEqual({
        id: made.body.id,
        type: 'memory_test_deleted',
      })
      expect((await ask('GET', one)).status).toBe(404)
    })

    test('are searched for the change with which they turned, for a price that is told first', async () => {
      const { storeId, address, body } = await storeWithModel(current())
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      await deploysMove(storeId)
      const bisections = `${address}/${String(made.id)}/bisections`
      const asked = { good: 1 }
      const price = await ask('POST', bisections, { ...asked, dry_run: true })
      expect(price.body).toMatchObject({ type: 'bisection_estimate', change_count: 1 })
      const { body: started } = await ask('POST', bisections, asked)
      expect(started).toMatchObject({ type: 'bisection', memory_test_id: made.id, good: 1, bad: 2 })
      await testBisectionsFinished()
      const one = `${bisections}/${String(started.id)}`
      expect((await ask('GET', one)).body).toMatchObject({
        status: 'completed',
        verdict: 'found',
        first_bad: { memory_store_id: storeId, path: '/deploy.md', sequence: 2 },
      })
      expect((await ask('POST', `${one}/cancel`, {})).body).toMatchObject({ status: 'completed' })
      expect((await ask('GET', `${bisections}/bsct_none`)).status).toBe(404)
    })

    test('are followed answer by answer, and step by step, until they are over', async () => {
      const { storeId, address, body } = await storeWithModel(current())
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      const one = `${address}/${String(made.id)}`
      const { body: run } = await ask('POST', `${one}/runs`, {})
      const answers = eventsIn((await ask('GET', `${one}/runs/${String(run.id)}/events`)).text)
      expect(answers.map(({ type, index, status }) => [type, index ?? status])).toEqual([
        ...[0, 1, 2, 3, 4].map((index) => ['test.sample', index]),
        ['ended', 'passed'],
      ])
      expect(answers[0]).toMatchObject({ id: run.id, texts: ['On Fridays.'], is_empty: false })
      await deploysMove(storeId)
      const { body: search } = await ask('POST', `${one}/bisections`, { good: 1 })
      const steps = eventsIn(
        (await ask('GET', `${one}/bisections/${String(search.id)}/events`)).text,
      )
      expect(steps[0]).toMatchObject({ id: search.id, type: 'bisection.step', index: 0 })
      expect(steps.at(-1)).toEqual({ id: search.id, type: 'ended', status: 'completed' })
    })

    test('tell those who follow the store, each by the address at which it is read', async () => {
      const { storeId, address, body } = await storeWithModel(current())
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      await deploysMove(storeId)
      const { hints, leave } = await followed(storeId)
      const one = `${address}/${String(made.id)}`
      await ask('POST', `${one}/runs`, {})
      await testRunsFinished()
      await ask('POST', `${one}/bisections`, { good: 1 })
      await testBisectionsFinished()
      await expect.poll(() => hints.length).toBeGreaterThan(2)
      const [ran, ...searched] = hints
      expect(ran).toMatchObject({ type: 'test.run', memory_test_id: made.id })
      for (const step of searched) {
        expect(step).toMatchObject({ type: 'bisection.step', memory_test_id: made.id })
        expect(step).not.toHaveProperty('memory_test_run_id')
      }
      const addresses = [
        `runs/${String(ran?.memory_test_run_id)}`,
        `bisections/${String(searched[0]?.bisection_id)}`,
      ]
      for (const each of addresses) {
        expect(await ask('GET', `${one}/${each}`)).toMatchObject({ status: 200 })
      }
      leave()
    })

    test('as gates hold a merge until they are asked and pass, over the API, too', async () => {
      const { storeId, address, body } = await storeWithModel(current())
      const ask = await client()
      await ask('POST', address, { ...body, when: { is_gate: true } })
      const branch = await makeBranch(current(), {
        storeId,
        name: 'try',
        cause: { actor: LOCAL_USER_ACTOR },
      })
      const cause = { actor: LOCAL_USER_ACTOR }
      const path = '/deploy.md'
      const content = 'On Mondays.\n'
      await putMemory(current(), { storeId: branch.id, path, content, cause })
      const merge = `/v1/memory_stores/${branch.id}/merge`
      const held = await ask('POST', merge, {})
      expect(held).toMatchObject({
        status: 409,
        body: {
          error: {
            code: 'gates_hold',
            gates: [{ status: 'not_asked', name: body.name }],
            estimate: { requests: 18 },
          },
        },
      })
      expect(await ask('POST', merge, { gates: 'ask' })).toMatchObject({ status: 409 })
      await testRunsFinished()
      expect((await ask('POST', merge, {})).body).toMatchObject({
        error: {
          code: 'gates_hold',
          gates: [{ status: 'failed', held: 0, of: 2 }],
          estimate: null,
        },
      })
      await putMemory(current(), {
        ...{ storeId: branch.id, path, cause },
        content: 'Still on Fridays.\n',
      })
      await ask('POST', merge, { gates: 'ask' })
      await testRunsFinished()
      expect(await ask('POST', merge, {})).toMatchObject({ status: 200 })
    })

    test('say what they cost in money, too, where all models that they ask have prices', async () => {
      const { storeId, address, body } = await storeWithModel(current(), 'priced-tests')
      const ask = await client()
      const { body: made } = await ask('POST', address, { ...body, when: { is_gate: true } })
      const runs = `${address}/${String(made.id)}/runs`
      const { body: price } = await ask('POST', runs, { dry_run: true })
      const { usd } = price.estimate as { usd: number }
      expect(usd).toBeCloseTo(usdOfPriced(price.estimate), 9)
      expect(usd).toBeGreaterThan(0)

      const cause = { actor: LOCAL_USER_ACTOR }
      const branch = await makeBranch(current(), { storeId, name: 'try', cause })
      const file = { path: '/deploy.md', content: 'On Mondays.\n' }
      await putMemory(current(), { storeId: branch.id, ...file, cause })
      const merge = `/v1/memory_stores/${branch.id}/merge`
      const held = (await ask('POST', merge, {})).body.error as { estimate: { usd: number } }
      expect(held.estimate.usd).toBeCloseTo(usdOfPriced(held.estimate), 9)
      expect(held.estimate.usd).toBeGreaterThan(0)

      // One that asks a model without a price leaves nothing to be said of both together.
      const other = { ...body, name: 'Another', model: 'tests-api-other', when: { is_gate: true } }
      await ask('POST', address, other)
      expect((await ask('POST', merge, {})).body).toMatchObject({
        error: { estimate: { requests: 36, usd: null } },
      })
    })

    test('say what the search for a change of theirs cost, while they are as they were', async () => {
      const { storeId, address, body } = await storeWithModel(current(), 'priced-tests')
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      await deploysMove(storeId)
      const one = `${address}/${String(made.id)}`
      const { body: price } = await ask('POST', `${one}/bisections`, { dry_run: true })
      expect((price.estimate as { usd: number }).usd).toBeGreaterThan(0)
      const { body: begun } = await ask('POST', `${one}/bisections`, {})
      await testBisectionsFinished()
      const usageNow = async () =>
        (await ask('GET', `${one}/bisections/${String(begun.id)}`)).body.usage as { usd: number }
      const usage = await usageNow()
      expect(usage.usd).toBeCloseTo(usdOfPriced(usage), 9)
      expect(usage.usd).toBeGreaterThan(0)
      await ask('POST', one, { messages: ['When?'] })
      expect((await usageNow()).usd).toBeNull()
    })

    test('are asked of a branch that the caller names', async () => {
      const { storeId, address, body } = await storeWithModel(current())
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      const branch = await makeBranch(current(), {
        storeId,
        name: 'try',
        cause: { actor: LOCAL_USER_ACTOR },
      })
      const runs = `${address}/${String(made.id)}/runs`
      const { body: run } = await ask('POST', runs, { memory_store_id: branch.id })
      expect(run).toMatchObject({ memory_store_id: branch.id, memory_test_id: made.id })
      await testRunsFinished()
      const other = await createStore(current(), { name: 'Other' })
      expect(await ask('POST', runs, { memory_store_id: other.id })).toMatchObject({ status: 400 })
    })

    test('are run for a price that is told first, and read with their answers', async () => {
      const { address, body, model } = await storeWithModel(current())
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      const runs = `${address}/${String(made.id)}/runs`
      const price = await ask('POST', runs, { dry_run: true })
      expect(price.body).toMatchObject({
        type: 'memory_test_run_estimate',
        estimate: { requests: 15 },
        budget: { max_requests: 400, max_tokens: null },
      })
      expect(models.requests(model)).toHaveLength(0)
      const { body: started } = await ask('POST', runs, {})
      expect(started).toMatchObject({ type: 'memory_test_run', status: 'running', of: 0 })
      await testRunsFinished()
      const { body: run } = await ask('GET', `${runs}/${String(started.id)}`)
      expect(run).toMatchObject({
        status: 'passed',
        held: 3,
        of: 3,
        proves_nothing: false,
        not_run_reason: null,
        usage: { requests: 8 },
      })
      expect((run.samples as object[])[0]).toMatchObject({
        is_empty: false,
        checks: [{ held: true }],
        texts: ['On Fridays.'],
        tool_calls: [{ name: 'memory' }],
        changes: [],
      })
      const { body: test } = await ask('GET', `${address}/${String(made.id)}`)
      expect(test).toMatchObject({
        proves_nothing: false,
        last_run: { id: started.id, status: 'passed' },
      })
    })

    test('are run at a moment, by its number or its time', async () => {
      const { address, body } = await storeWithModel(current())
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      const runs = `${address}/${String(made.id)}/runs`
      const { body: run } = await ask('POST', runs, { at: 1 })
      expect(run).toMatchObject({ moment: 1 })
      const early = await ask('POST', runs, { at: '2001-01-01T00:00:00Z' })
      expect(early.status).toBe(400)
      await testRunsFinished()
    })

    test('are stopped, and are then not run', async () => {
      const { address, body, model } = await storeWithModel(current())
      let answer = () => {}
      const until = new Promise<void>((resolve) => {
        answer = resolve
      })
      models.rule(model, () => ({
        parts: [words('Later.')],
        holdAfter: 1,
        until,
      }))
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      const runs = `${address}/${String(made.id)}/runs`
      const { body: started } = await ask('POST', runs, {})
      await ask('POST', `${runs}/${String(started.id)}/cancel`)
      await testRunsFinished()
      answer()
      const { body: run } = await ask('GET', `${runs}/${String(started.id)}`)
      expect(run).toMatchObject({ status: 'not_run', not_run_reason: 'stopped' })
    })

    test('are refused with what to do about it', async () => {
      const { address, body } = await storeWithModel(current())
      const ask = await client()
      const refused = async (method: string, path: string, sent: object) => {
        const answer = await ask(method, path, sent)
        return [answer.status, (answer.body.error as { message: string }).message]
      }
      expect(await refused('POST', address, { ...body, name: ' ' })).toEqual([
        400,
        'name: must not be empty',
      ])
      expect(await refused('POST', address, { ...body, when: { nightly_at: '24:00' } })).toEqual([
        400,
        'when.nightly_at: must be a time of day as 02:30, in UTC',
      ])
      const { body: made } = await ask('POST', address, body)
      const runs = `${address}/${String(made.id)}/runs`
      expect(await refused('POST', runs, { budget: { max_requests: 2 } })).toEqual([
        400,
        'budget: must allow at least 3 requests, or nothing can be decided',
      ])
      expect(await refused('POST', `${address}/mtest_none/runs`, {})).toEqual([
        404,
        'There is no memory test mtest_none.',
      ])
    })

    test('are refused with codes for programs, before anything is begun', async () => {
      const { address, body } = await storeWithModel(current())
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      const codeOf = async (path: string, sent: object) =>
        (await ask('POST', path, sent)).body.error
      expect(await codeOf(address, { ...body, checks: [{ type: 'person' }] })).toMatchObject({
        code: 'check_invalid',
      })
      const small = { budget: { max_requests: 2 } }
      expect(await codeOf(`${address}/${String(made.id)}/runs`, small)).toMatchObject({
        code: 'budget_too_small',
        min_requests: 3,
      })
    })

    test('are not begun where the model is gone, and so is said', async () => {
      const { address, body, model } = await storeWithModel(current())
      const ask = await client()
      const { body: made } = await ask('POST', address, body)
      const one = `${address}/${String(made.id)}`
      const codeOf = async (path: string, sent: object) =>
        (await ask('POST', path, sent)).body.error
      models.know(model, { isGone: true })
      for (const sent of [{}, { dry_run: true }]) {
        expect(await codeOf(`${one}/runs`, sent)).toMatchObject({ code: 'model_gone', model })
      }
      expect(await codeOf(`${one}/bisections`, {})).toMatchObject({ code: 'model_gone', model })
      expect((await ask('GET', one)).body).toMatchObject({ last_run: null })
    })
  })
})
