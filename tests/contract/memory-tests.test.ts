import { addJob, jobEnded, stopJob } from '@/lib/jobs/jobs'
import { settings } from '@/lib/settings'
import { BY_PERSON } from '@/lib/store/model/actor'
import { db, write } from '@/lib/db'
import { runDueTests } from '@/lib/why/after-changes'
import { startRun } from '@/lib/why/runs'
import { countFailing, stripsOf } from '@/lib/why/strips'
import { deleteTest, saveTests } from '@/lib/why/tests'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { gate, modelName, type RuledModel, say, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { sentIn } from '@/tests/support/turns'
import { written } from '@/tests/support/written'

const server = modelServer()

/** Reads the file about deploying, and answers by it. */
const reads: RuledModel = (request) => {
  const sent = sentIn(request)
  if (!sent.includes('/memories/deploy.md')) return { parts: [view('/memories/deploy.md')] }
  return { parts: [say(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
}

function ruled(rule: RuledModel = reads): string {
  const model = modelName()
  server.rule(model, rule)
  return model
}

const FRIDAYS = { type: 'contains', text: 'on Fridays' } as const
const aTest = (model: string, more: object = {}) => ({
  name: 'Deploys on Fridays',
  messages: ['When do we deploy?'],
  checks: [FRIDAYS],
  model,
  ...more,
})

interface WireRun {
  id: string
  status: string
  sequence: number
  results: { name: string; status: string; reason: string | null; held: number; of: number }[]
  usage: { requests: number; output_tokens: number }
}

const SCRIPT = { access: 'review' as const, isAgent: false }

const test = base.extend('ask', async ({ as }) => (await as(SCRIPT)).ask)

describe('tests of a store', () => {
  test('are saved by their names, all or none, and listed by name', async ({ ask, storeId }) => {
    const address = `/v1/memory_stores/${storeId}/tests`
    const tests = [aTest('m', { name: '🦉' }), aTest('m', { name: 'Ａ', after_changes: true })]
    const saved = await ask('POST', address, { tests })
    expect(saved.status).toBe(200)
    for (const more of [{ checks: [] }, { system: '\ud800' }]) {
      const wrong = { tests: [aTest('m', { name: 'C' }), aTest('m', more)] }
      expect((await ask('POST', address, wrong)).status).toBe(400)
    }
    const { body } = await ask<{ data: { name: string }[] }>('GET', `${address}?limit=1`)
    expect(body).toMatchObject({
      data: [{ name: 'Ａ', after_changes: true, access: 'read_only', passes_without_memory: null }],
      next_page: expect.any(String) as string,
    })
    const next = `${address}?page=${String((body as unknown as { next_page: string }).next_page)}`
    expect((await ask(`GET`, next)).body).toMatchObject({ data: [{ name: '🦉' }], next_page: null })
  })

  test('come with an import, where its caller may save them', async ({ as, storeId }) => {
    const line = `${JSON.stringify({ memory_test: aTest('m') })}\n`
    const planned = async (access: 'write' | 'review') => {
      const { ask } = await as({ access, isAgent: false })
      const address = `/v1/memory_stores/${storeId}/import?dry_run=true`
      return (await ask('POST', address, line)).body
    }
    expect(await planned('write')).toMatchObject({
      memory_tests: 0,
      notes: [expect.stringMatching(/^1 tests are left out: they need a person.*Fridays$/)],
    })
    expect(await planned('review')).toMatchObject({
      memory_tests: 1,
      notes: ['1 tests come with it: Deploys on Fridays'],
    })
  })

  test('pass with three answers of three, and say that they need the memory', async ({
    ask,
    storeId,
  }) => {
    await written(storeId, { '/deploy.md': 'Deploys go out on Fridays.\n' })
    const address = `/v1/memory_stores/${storeId}`
    await ask('POST', `${address}/tests`, { tests: [aTest(ruled())] })
    const unsaved = { tests: [aTest(ruled()), { ...aTest(ruled()), name: 'Unsaved' }] }
    expect(await ask('POST', `${address}/test_runs`, { ...unsaved, dry_run: true })).toMatchObject({
      body: { tests: 2, answers: 6 },
    })
    expect((await ask('POST', `${address}/test_runs`, unsaved)).status).toBe(400)
    const dry = await ask('POST', `${address}/test_runs`, { dry_run: true })
    expect(dry.body).toMatchObject({
      type: 'memory_test_run_price',
      tests: 1,
      answers: 3,
      usd: null,
    })
    const begun = await ask<WireRun>('POST', `${address}/test_runs`, {})
    expect(begun.body).toMatchObject({ type: 'memory_test_run', status: 'running' })
    await jobEnded(begun.body.id)
    const { body } = await ask<WireRun>('GET', `/v1/test_runs/${begun.body.id}`)
    expect(body).toMatchObject({
      status: 'ended',
      results: [{ name: 'Deploys on Fridays', status: 'passed', reason: null, held: 3, of: 3 }],
    })
    // Three with the memory, two without; each asks twice.
    expect(body.usage.requests).toBe(10)
    const listed = await ask(`GET`, `${address}/tests`)
    expect(listed.body).toMatchObject({
      data: [{ passes_without_memory: false, last_result: { run_id: body.id, status: 'passed' } }],
    })
  })

  test('take what all of their messages took', async ({ ask, storeId }) => {
    const model = ruled(() => ({ parts: [say('on Fridays')] }))
    const address = `/v1/memory_stores/${storeId}`
    const tokensOf = async (...messages: string[]) => {
      await ask('POST', `${address}/tests`, { tests: [aTest(model, { messages })] })
      const begun = await ask<WireRun>('POST', `${address}/test_runs`, {})
      await jobEnded(begun.body.id)
      const { body } = await ask<WireRun>('GET', `/v1/test_runs/${begun.body.id}`)
      return body.usage.output_tokens
    }
    expect(await tokensOf('When?', 'Sure?')).toBe(2 * (await tokensOf('When?')))
  })

  test('fail with two of two, pass at the moment before, and are asked on a scratch', async ({
    ask,
    storeId,
  }) => {
    const [first] = await written(storeId, { '/deploy.md': 'Deploys go out on Fridays.\n' })
    await written(storeId, { '/deploy.md': 'Deploys go out on Mondays.\n' })
    const address = `/v1/memory_stores/${storeId}`
    await ask('POST', `${address}/tests`, { tests: [aTest(ruled())] })
    const runAt = async (body: object) => {
      const begun = await ask<WireRun>('POST', `${address}/test_runs`, body)
      await jobEnded(begun.body.id)
      return (await ask<WireRun>('GET', `/v1/test_runs/${begun.body.id}`)).body
    }
    expect((await runAt({})).results).toMatchObject([{ status: 'failed', held: 0, of: 2 }])
    const at = first?.createdAt.toISOString()
    expect((await runAt({ at })).results).toMatchObject([{ status: 'passed' }])
    const early = await ask('POST', `${address}/test_runs`, { at: '2020-01-01T00:00:00Z' })
    expect(early).toMatchObject({ status: 400, body: { error: { code: 'moment_before_store' } } })
  })

  test('waver up to twenty answers, and are never passed by a budget', async ({ storeId }) => {
    let times = 0
    const wavers = ruled(() => ({ parts: [say(times++ % 3 === 0 ? 'No.' : 'On Fridays.')] }))
    await saveTests(storeId, [aTest(wavers)], BY_PERSON)
    const short = await startRun({ storeId, maxAnswers: 4 }, BY_PERSON)
    expect((await jobEnded(short.job.id)).result).toMatchObject({
      results: [{ status: 'not_run', reason: 'budget' }],
    })
    const long = await startRun({ storeId }, BY_PERSON)
    const [result] = (
      (await jobEnded(long.job.id)).result as unknown as {
        results: { status: string; of: number }[]
      }
    ).results
    expect(['mixed', 'passed']).toContain(result?.status)
    expect(result?.of).toBeLessThanOrEqual(20)
  })

  test('say of a model that is gone that they were not run', async ({ storeId }) => {
    const gone = ruled(() => ({ status: 404, type: 'not_found_error', message: 'no' }))
    await saveTests(storeId, [aTest(gone)], BY_PERSON)
    const { job } = await startRun({ storeId }, BY_PERSON)
    expect((await jobEnded(job.id)).result).toMatchObject({
      results: [{ status: 'not_run', reason: 'model_gone' }],
    })
  })

  test('are run once where two ask for the same moment at once, and stopped', async ({
    ask,
    storeId,
  }) => {
    const held = gate()
    const slow = ruled(() => ({ parts: [say('On Fridays.')], holdAfter: 0, until: held.opened }))
    await saveTests(storeId, [aTest(slow)], BY_PERSON)
    const address = `/v1/memory_stores/${storeId}/test_runs`
    const [one, other] = await Promise.all([
      ask<WireRun>('POST', address, {}),
      ask<WireRun>('POST', address, {}),
    ])
    expect(other.body.id).toBe(one.body.id)
    const { status } = await ask('POST', `/v1/test_runs/${one.body.id}/stop`)
    expect(status).toBe(200)
    held.open()
    await jobEnded(one.body.id)
    const { body } = await ask<WireRun>('GET', `/v1/test_runs/${one.body.id}`)
    expect(body).toMatchObject({
      status: 'stopped',
      results: [{ status: 'not_run', reason: 'stopped' }],
    })
  })

  test('that are stopped keep the answers under way, also where others only waited', async ({
    storeId,
  }) => {
    const held = gate()
    const model = ruled(() => ({ parts: [say('On Fridays.')], holdAfter: 0, until: held.opened }))
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    const tests = names.map((name) => aTest(model, { name }))
    await saveTests(storeId, tests, BY_PERSON)
    const { job } = await startRun({ storeId }, BY_PERSON)
    const atOnce = settings().replayConcurrency
    await server.asked(model, atOnce)
    await stopJob(job.id)
    held.open()
    expect((await jobEnded(job.id)).state).toBe('stopped')
    expect(await db.sample.count({ where: { jobId: job.id } })).toBe(atOnce)
  })

  describe('in a strip', () => {
    /** Runs of one test that came to this, at these changes of the store, one after the other. */
    async function ended(
      storeId: string,
      testId: string,
      ...came: [sequence: number, status: string][]
    ) {
      for (const [sequence, status] of came) {
        const result = {
          testId,
          name: 'x',
          strip: 1,
          status,
          reason: null,
          seconds: 1,
          held: 0,
          of: 2,
        }
        const input = { testIds: [testId], sequence, maxAnswers: 20, isAutomatic: false }
        const { id } = await write((tx) => addJob(tx, { kind: 'test', storeId, input }, BY_PERSON))
        const done = { state: 'done', result: { results: [result] } }
        await write((tx) => tx.job.update({ where: { id }, data: done, select: { id: true } }))
      }
    }
    const two = async (storeId: string) => {
      const [a, b] = await saveTests(
        storeId,
        [aTest('m', { name: 'A' }), aTest('m', { name: 'B' })],
        BY_PERSON,
      )
      return { a: a?.id ?? '', b: b?.id ?? '' }
    }

    test('a test that fails goes on to do so, however often others ran since', async ({
      storeId,
    }) => {
      const { a, b } = await two(storeId)
      await ended(storeId, a, [1, 'failed'])
      await ended(
        storeId,
        b,
        ...Array.from({ length: 31 }, () => [1, 'passed'] as [number, string]),
      )
      expect(await countFailing(storeId)).toBe(1)
    })

    test('a test counts as failing until a run passes, or it asks something else', async ({
      storeId,
    }) => {
      const { a } = await two(storeId)
      const counts: number[] = []
      for (const [sequence, status] of [
        [1, 'failed'],
        [2, 'passed'],
        [3, 'failed'],
      ] as const) {
        await ended(storeId, a, [sequence, status])
        counts.push(await countFailing(storeId))
      }
      await saveTests(storeId, [aTest('m', { name: 'A', messages: ['When, then?'] })], BY_PERSON)
      expect([...counts, await countFailing(storeId)]).toEqual([1, 0, 1, 0])
    })

    test('a moment that passes before the change since which a test fails makes it no better', async ({
      storeId,
    }) => {
      const { a } = await two(storeId)
      await ended(storeId, a, [1, 'passed'], [9, 'failed'], [4, 'passed'])
      expect(await countFailing(storeId)).toBe(1)
      const found = (await stripsOf(storeId)).find(({ test: { id } }) => id === a)
      expect(found?.strip.map(({ sequence }) => sequence)).toEqual([1, 4, 9])
    })
  })

  test('are stopped by no agent, by any door', async ({ as, storeId }) => {
    const held = gate()
    const slow = ruled(() => ({ parts: [say('On Fridays.')], holdAfter: 0, until: held.opened }))
    await saveTests(storeId, [aTest(slow)], BY_PERSON)
    const { job } = await startRun({ storeId }, BY_PERSON)
    for (const like of [{ access: 'admin' as const, isAgent: true }, undefined]) {
      const { ask } = await as(like)
      expect((await ask('POST', `/v1/jobs/${job.id}/stop`)).status).toBe(403)
    }
    await stopJob(job.id)
    held.open()
    await jobEnded(job.id)
  })
})

describe('tests after changes', () => {
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const runs = (storeId: string) => db.job.count({ where: { storeId, kind: 'test' } })

  test('run once their store was quiet for half a minute, and not again without a change', async ({
    storeId,
  }) => {
    await written(storeId, { '/deploy.md': 'Deploys go out on Fridays.\n' })
    await saveTests(storeId, [aTest(ruled(), { after_changes: true })], BY_PERSON)
    await runDueTests(new Date())
    expect(await runs(storeId)).toBe(0)
    await runDueTests(later(1))
    expect(await runs(storeId)).toBe(1)
    await runDueTests(later(20))
    expect(await runs(storeId)).toBe(1)
    await written(storeId, { '/deploy.md': 'Deploys go out on Mondays.\n' })
    await runDueTests(later(5))
    expect(await runs(storeId)).toBe(1)
    await runDueTests(later(20))
    expect(await runs(storeId)).toBe(2)
    for (const { id } of await db.job.findMany({ where: { storeId } })) {
      await stopJob(id)
      await jobEnded(id)
    }
  })

  test('do not run where the switch is off, or the test is gone', async ({ storeId }) => {
    await written(storeId, { '/deploy.md': 'Deploys go out on Fridays.\n' })
    const [saved] = await saveTests(storeId, [aTest(ruled())], BY_PERSON)
    await runDueTests(later(1))
    await deleteTest(storeId, saved?.id ?? '')
    await runDueTests(later(2))
    expect(await runs(storeId)).toBe(0)
  })
})
