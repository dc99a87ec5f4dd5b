import { onTestFinished } from 'vitest'
import { db, write } from '@/lib/db'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Ask } from '@/lib/store/plan/plan'
import { noteRedacted } from '@/lib/store/redact/known'
import { getStore } from '@/lib/store/stores'
import { expect, test } from '@/tests/support/fixtures'
import { type Going, start } from '@/tests/support/killed'
import { type Listener, listenTo } from '@/tests/support/listen'
import { makeKey } from '@/tests/support/keys'
import { isThere } from '@/tests/support/needed'
import { hasPooler, startPooler } from '@/tests/support/pgbouncer'
import { contradictionsIn } from '@/tests/support/sound'
import { codeOf, written } from '@/tests/support/written'

/** Several servers, and several transactions, on one PostgreSQL. */

interface Serving extends Going {
  url: string
}

async function serving(url: string): Promise<Serving> {
  const going = await start({ entry: 'tests/durability/serving-process.ts', args: [url] })
  onTestFinished(() => going.kill('SIGKILL'))
  return { ...going, url: (await going.begun) ?? '' }
}

/**
 * How many memories are written one by one, and how many each server imports at the same time: 10,000 in
 * all by `npm run test:long`, else as many as take some ten seconds.
 */
const SINGLE = 60
const IMPORTED = process.env.TEST_SEED === undefined ? 800 : 4_970

const numbersOf = ({ events }: Listener) => events.map(({ id }) => Number(id))

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** Where both servers have their database, and for as long as the test runs. */
const WAYS: Record<string, (url: string) => Promise<string>> = {
  directly: (url) => Promise.resolve(url),
  'through PgBouncer': async (url) => {
    const pooler = await startPooler(url)
    onTestFinished(() => pooler.stop())
    return pooler.url
  },
}

isThere('pgbouncer', hasPooler, 'two servers through PgBouncer')

test.for(Object.keys(WAYS))(
  '%s, what either of two servers writes is heard on both, once and in order, and stays when one is killed',
  { timeout: 180_000 },
  async (way, { db, skip }) => {
    skip(way !== 'directly' && !hasPooler)
    const url = (await WAYS[way]?.(db.url)) ?? ''
    const one = await serving(url)
    const other = await serving(url)
    const { id } = await createStore({ name: 'shared' })
    const events = (at: Serving) => `${at.url}/v1/memory_stores/${id}/events?after=0`
    const here = await listenTo(events(one), {})
    const there = await listenTo(events(other), {})
    const write = async (at: Serving, path: string) => {
      const body = JSON.stringify({ path, content: path })
      const answer = await fetch(`${at.url}/v1/memory_stores/${id}/memories`, {
        method: 'POST',
        body,
      })
      return answer.ok ? ((await answer.json()) as { memory_version_id: string }) : null
    }
    const all = Array.from({ length: SINGLE }, (_, index) =>
      write(index % 2 ? one : other, `/${index}`),
    )
    const { secret } = await makeKey({ access: 'write', isAgent: false })
    const imports = [one, other].map(async (at, index) => {
      const lines = Array.from({ length: IMPORTED }, (_, line) =>
        JSON.stringify({ path: `/imported/${index}/${line}`, content: '' }),
      )
      const answer = await fetch(`${at.url}/v1/memory_stores/${id}/import?wait=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: lines.join('\n'),
      })
      return ((await answer.json()) as { state: string }).state
    })
    expect((await Promise.all(all)).every((each) => each !== null)).toBe(true)
    expect(await Promise.all(imports)).toEqual(['done', 'done'])
    const count = SINGLE + 2 * IMPORTED
    await Promise.all([here, there].map(({ next }) => next((event) => event.id === String(count))))
    expect([numbersOf(here), numbersOf(there)]).toEqual([upTo(count), upTo(count)])

    // Writes are under way at the one that is killed.
    const under = Array.from({ length: 20 }, (_, index) => write(one, `/late/${index}`))
    await under[0]
    one.kill('SIGKILL')
    const answers = await Promise.allSettled(under)
    expect(await write(other, '/after')).not.toBeNull()
    const { lastSequence } = await getStore(id)
    await there.next((event) => event.id === String(lastSequence))
    expect(numbersOf(there)).toEqual(upTo(lastSequence))
    expect(await contradictionsIn(id)).toEqual([])
    const told = JSON.stringify(there.events)
    for (const answer of answers) {
      if (answer.status === 'fulfilled') expect(told).toContain(answer.value?.memory_version_id)
    }
    there.leave()
  },
)

test('what is taken over while its text is redacted does not come', async ({ storeId }) => {
  const { id: from } = await createStore({ name: 'from' })
  await written(from, { '/a.md': 'hunter2' })
  const ask: Ask = { kind: 'take_over', from: { storeId: from }, rows: [{ path: '/a.md' }] }
  const { hash } = (await planOf(storeId, ask)).plan
  const waiting = async () =>
    (await db.$queryRaw<unknown[]>`SELECT 1 FROM pg_locks WHERE NOT granted`).length
  const doing = await write(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "Version" IN SHARE MODE`
    const done = doPlan(storeId, ask, { hash }, BY_PERSON).catch(codeOf)
    await expect.poll(waiting).toBe(1)
    await write((other) => noteRedacted(other, null, ['hunter2'], new Date()))
    return { done }
  })
  expect(await doing.done).toBe('plan_changed')
})
