import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { experimentsFinished } from '@/lib/experiments/run-experiments'
import { createTest } from '@/lib/memory-tests/change-tests'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { modelServer, usdOfPriced } from '@/tests/support/model-server'
import { nextMillisecond } from '@/tests/support/next-millisecond'
import { say as words, view } from '@/tests/support/scripted-model-server'

const models = modelServer()
const cause = { actor: LOCAL_USER_ACTOR }
let names = 0

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  /** A store whose line was right at change 1, and is wrong since change 2, with a test of it. */
  async function storeWithTest(db: Database, named = 'experiments-api') {
    const model = `${named}-${++names}`
    models.rule(model, (request) => {
      const sent = JSON.stringify(request.messages)
      if (!sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
      return { parts: [words(sent.includes('on Fridays') ? 'On Fridays.' : 'On Mondays.')] }
    })
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const file = { path: '/deploy.md', content: 'Deploys go out on Fridays.\n' }
    const { id: memoryId } = await createMemory(db, { storeId, ...file, cause })
    await nextMillisecond()
    await updateMemory(db, { storeId, memoryId, content: 'Deploys go out on Mondays.\n', cause })
    const { id: testId } = await createTest(db, {
      storeId,
      by: LOCAL_USER_ACTOR,
      test: {
        name: '=Deploys on Fridays',
        messages: ['When do we deploy?'],
        checks: [{ type: 'contains', text: 'Fridays' }],
        model,
      },
    })
    const address = `/v1/memory_stores/${storeId}/experiments`
    const body = {
      name: 'Then and now',
      columns: [{ at: 1 }, {}],
      memory_test_ids: [testId],
      samples: 10,
    }
    return { storeId, testId, model, address, body }
  }

  async function client(storeIds: string[] | null = null) {
    server ??= await serveApi(current())
    const { url } = server
    const key = await createApiKey(current(), { name: 'CI', access: 'review', storeIds })
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

  describe('experiments over the API', () => {
    test('tell their price first, then how the columns differ', async () => {
      const { storeId, testId, address, body, model } = await storeWithTest(current())
      const ask = await client()
      const price = await ask('POST', address, { ...body, dry_run: true })
      expect(price.body).toMatchObject({
        type: 'experiment_estimate',
        answers: 20,
        estimate: { requests: 60 },
        budget: { max_requests: 180, max_tokens: null },
      })
      expect(models.requests(model)).toHaveLength(0)

      const { body: started } = await ask('POST', address, body)
      expect(started).toMatchObject({
        type: 'experiment',
        memory_store_id: storeId,
        name: 'Then and now',
        columns: [
          { memory_store_id: storeId, at: 1, model: null },
          { memory_store_id: storeId, at: null, model: null },
        ],
        memory_test_ids: [testId],
        samples: 10,
      })
      await experimentsFinished()

      const one = `${address}/${String(started.id)}`
      const { body: read } = await ask('GET', one)
      expect(read).toMatchObject({
        run: {
          status: 'completed',
          answers: 20,
          usage: { requests: 40 },
          columns: [
            { moment: 1, held: 10, of: 10, difference: null },
            { moment: 2, held: 0, of: 10, difference: { verdict: 'worse', of: 10 } },
          ],
          tests: [{ memory_test_id: testId, cells: [{ held: 10 }, { held: 0 }] }],
        },
        runs: [{ status: 'completed' }],
      })
      const { body: answers } = await ask('GET', `${one}/answers?memory_test_id=${testId}`)
      const data = answers.data as { column: number; texts: string[] }[]
      expect(data).toHaveLength(20)
      expect(data.find(({ column }) => column === 0)?.texts).toEqual(['On Fridays.'])
      expect(data.find(({ column }) => column === 1)?.texts).toEqual(['On Mondays.'])
    })

    test('tell what each column costs by its own model, and all only where all is known', async () => {
      const { address, body } = await storeWithTest(current(), 'priced-experiments')
      const ask = await client()
      const priced = { ...body, samples: 1, columns: [{}, { model: 'practice-agent' }] }
      const { body: price } = await ask('POST', address, { ...priced, dry_run: true })
      const { usd } = price.estimate as { usd: number }
      // The practice agent's half is free.
      expect(usd).toBeGreaterThan(0)
      expect(usd).toBeLessThan(0.9 * usdOfPriced(price.estimate))

      const { body: started } = await ask('POST', address, priced)
      await experimentsFinished()
      const { body: read } = await ask('GET', `${address}/${String(started.id)}`)
      const { usage, columns } = read.run as { usage: unknown; columns: { usage: unknown }[] }
      const [paid, free] = columns
      const cost = usdOfPriced(paid?.usage)
      expect(cost).toBeGreaterThan(0)
      expect(paid?.usage).toMatchObject({ usd: expect.closeTo(cost, 9) as number })
      expect(free?.usage).toMatchObject({ usd: 0 })
      expect(usage).toMatchObject({ usd: expect.closeTo(cost, 9) as number })

      const unpriced = { ...priced, columns: [{}, { model: 'experiments-api-0' }] }
      const { body: other } = await ask('POST', address, { ...unpriced, dry_run: true })
      expect(other.estimate).toMatchObject({ usd: null })
    })

    test('are followed cell by cell, until the table is full', async () => {
      const { testId, address, body } = await storeWithTest(current())
      const ask = await client()
      const { body: started } = await ask('POST', address, { ...body, samples: 2 })
      const one = `${address}/${String(started.id)}`
      const { text } = await ask('GET', `${one}/events`)
      const events = [...text.matchAll(/^data: (.*)$/gm)].map(
        ([, data]) => JSON.parse(data ?? '') as Record<string, unknown>,
      )
      const cellOf = (column: number) => events.findLast((each) => each.column === column)
      const cell = { type: 'experiment.cell', memory_test_id: testId }
      expect(cellOf(0)).toMatchObject({ ...cell, index: 0, held: 2, of: 2 })
      expect(cellOf(1)).toMatchObject({ ...cell, index: 1, held: 0, of: 2 })
      expect(events.at(-1)).toMatchObject({ type: 'ended', status: 'completed' })
      const again = await ask('GET', `${one}/events?run_id=exrun_none`)
      expect(again.status).toBe(404)
    })

    test('are run again, listed with their last run, exported and deleted', async () => {
      const { testId, address, body } = await storeWithTest(current())
      const ask = await client()
      const { body: started } = await ask('POST', address, { ...body, samples: 1 })
      await experimentsFinished()
      const one = `${address}/${String(started.id)}`
      const price = await ask('POST', `${one}/runs`, { dry_run: true })
      expect(price.body).toMatchObject({ type: 'experiment_estimate', answers: 2 })
      const again = await ask('POST', `${one}/runs`, {})
      expect(again.body.runs).toHaveLength(2)
      await experimentsFinished()
      const { body: list } = await ask('GET', address)
      expect(list).toMatchObject({
        data: [{ id: started.id, last_run: { status: 'completed', answers: 2 } }],
      })

      const csv = await ask('GET', `${one}/export?format=csv`)
      const [head, first] = csv.text.split('\r\n')
      expect(head).toMatch(/^test_id,test,column,memory_store_id,change,model,held,of,/)
      // A spreadsheet calculates nothing of a name.
      expect(first).toMatch(new RegExp(`^${testId},'=Deploys on Fridays,1,memstore_\\w+,1,,1,1,`))
      const json = await ask('GET', `${one}/export?format=json`)
      expect(json.body).toEqual((await ask('GET', one)).body)

      expect((await ask('DELETE', one)).body).toEqual({
        id: started.id,
        type: 'experiment_deleted',
      })
      expect((await ask('GET', one)).status).toBe(404)
    })

    test('have columns with settings of their own, which their table and files name', async () => {
      const { testId, address, body, model } = await storeWithTest(current())
      const ask = await client()
      const set = {
        system: '=You are Tom,\nand brief.',
        tool_set: 'memory_custom',
        access: 'read_only',
      }
      const asked = { ...body, columns: [{}, set], samples: 1 }
      const { body: started } = await ask('POST', address, asked)
      await experimentsFinished()
      const own = { model: null, system: null, tool_set: null, access: null }
      const one = `${address}/${String(started.id)}`
      expect((await ask('GET', one)).body).toMatchObject({
        columns: [own, { ...own, ...set }],
        run: { columns: [own, { ...own, ...set }] },
      })
      const prompts = models.requests(model).map(({ system }) => system?.[0]?.text ?? '')
      expect(prompts.filter((each) => each.startsWith(set.system))).toHaveLength(2)
      expect(prompts).toHaveLength(4)

      const csv = (await ask('GET', `${one}/export?format=csv`)).text
      expect(csv).toMatch(/,seconds,access,tool_set,system\r\n/)
      // A spreadsheet calculates nothing of instructions, either.
      expect(csv).toContain(`,read_only,memory_custom,"'=You are Tom,\nand brief."\r\n`)
      expect(csv).toMatch(new RegExp(`${testId},.*,1,memstore_.*,,,\r\n`))
      const json = await ask('GET', `${one}/export?format=json`)
      expect(json.body).toMatchObject({ run: { columns: [own, { ...own, ...set }] } })
    })

    test('are stopped, and keep what was answered', async () => {
      const { address, body, model } = await storeWithTest(current())
      let answer = () => {}
      const until = new Promise<void>((resolve) => {
        answer = resolve
      })
      models.rule(model, () => ({ parts: [words('Later.')], holdAfter: 1, until }))
      const ask = await client()
      const { body: started } = await ask('POST', address, body)
      await ask('POST', `${address}/${String(started.id)}/cancel`)
      await experimentsFinished()
      answer()
      const { body: read } = await ask('GET', `${address}/${String(started.id)}`)
      expect(read).toMatchObject({ run: { status: 'canceled', answers: 0 } })
    })

    test('of a branch are seen by keys only that see the branch', async () => {
      const { storeId, address, body } = await storeWithTest(current())
      const { id: branchId } = await makeBranch(current(), { storeId, name: 'Tidied', cause })
      const columns = [{}, { memory_store_id: branchId }]
      const all = await client()
      const { body: made } = await all('POST', address, { ...body, columns, samples: 1 })
      await experimentsFinished()
      const mine = await client([storeId])
      expect((await mine('GET', `${address}/${String(made.id)}`)).status).toBe(404)
      expect((await mine('POST', `${address}/${String(made.id)}/runs`, {})).status).toBe(404)
      expect((await mine('GET', address)).body.data).toEqual([])
      expect((await mine('POST', address, { ...body, columns, dry_run: true })).status).toBe(404)
      expect((await all('GET', address)).body.data).toHaveLength(1)
    })

    test('are refused with what to do about it', async () => {
      const { address, body } = await storeWithTest(current())
      const other = await createStore(current(), { name: 'Other' })
      const ask = await client()
      const refused = async (change: object) => {
        const answer = await ask('POST', address, { ...body, ...change })
        return [answer.status, (answer.body.error as { message: string }).message]
      }
      expect(await refused({ columns: [{}] })).toEqual([400, 'columns: must be two or more'])
      expect(await refused({ columns: [{}, { memory_store_id: other.id }] })).toEqual([
        400,
        `columns.1.memory_store_id: ${other.id} is neither this memory store nor a branch of it.`,
      ])
      expect((await refused({ columns: [{}, { at: '2001-01-01T00:00:00Z' }] }))[1]).toMatch(
        /^at: the memory store .* was not there yet\.$/,
      )
      const long = { system: 'x'.repeat(20_001) }
      expect(await refused({ columns: [{}, long] })).toEqual([
        400,
        'columns.1.system: must be at most 20000 characters',
      ])
      expect((await refused({ columns: [{}, { tool_set: 'hammer' }] }))[1]).toMatch(
        /^columns\.1\.tool_set: /,
      )
      expect(await refused({ memory_test_ids: ['mtest_none'] })).toEqual([
        400,
        'None of the tests is there.',
      ])
      expect(await refused({ budget: { max_requests: 1 } })).toEqual([
        400,
        'budget: must allow at least 2 requests, or nothing can be decided',
      ])
    })
  })
})
