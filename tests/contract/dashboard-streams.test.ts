import { expect, test } from 'vitest'
import { GET as getSessionStream } from '@/app/(dashboard)/sessions/[sessionId]/live/route'
import { GET as getStoreStream } from '@/app/(dashboard)/stores/[storeId]/events/route'
import { serveDatabase } from '@/lib/db/open-database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onSqlite } from '@/tests/support/databases'
import { sessionWith } from '@/tests/support/sessions'

/** The first events of a stream, each as its type and data. */
async function firstOf(
  stream: Response,
  count: number,
): Promise<{ event: string; data: object }[]> {
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const frames = () => [...text.matchAll(/^event: (.+)\ndata: (.+)\n\n/gm)]
  let text = ''
  while (frames().length < count) text += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  return frames()
    .slice(0, count)
    .map(([, event = '', data = '']) => ({ event, data: JSON.parse(data) as object }))
}

onSqlite((current) => {
  test('a store’s stream opens with the last change that was made before, by which a page knows what it missed', async () => {
    serveDatabase(current())
    const { id: storeId } = await createStore(current(), { name: 'Followed' })
    const cause = { actor: LOCAL_USER_ACTOR }
    for (const path of ['/a', '/b']) {
      await createMemory(current(), { storeId, path, content: 'x', cause })
    }
    const asked = new Request(`http://127.0.0.1/stores/${storeId}/events?after=1`)
    const stream = await getStoreStream(asked, { params: Promise.resolve({ storeId }) })
    expect(await firstOf(stream, 2)).toMatchObject([
      { event: 'opened', data: { sequence: 2 } },
      { event: 'memory.created', data: { sequence: 2 } },
    ])
  })

  test('a session’s stream opens with the server’s time, by which a page knows what it missed', async () => {
    serveDatabase(current())
    const { sessionId } = await sessionWith(current(), 'any')
    const asked = new Request(`http://127.0.0.1/sessions/${sessionId}/live?after=0`)
    const stream = await getSessionStream(asked, { params: Promise.resolve({ sessionId }) })
    const before = Date.now()
    const [opened] = await firstOf(stream, 1)
    expect(opened).toEqual({ event: 'opened', data: { at: expect.any(Number) as number } })
    const { at } = (opened?.data ?? { at: 0 }) as { at: number }
    expect(Math.abs(before - at)).toBeLessThan(60_000)
  })

  test('a session’s stream brings the changes of the stores that are asked for, each from the one that is known', async () => {
    serveDatabase(current())
    const { sessionId, storeId } = await sessionWith(current(), 'any', { '/a': 'x', '/b': 'x' })
    const asked = new Request(`http://127.0.0.1/sessions/${sessionId}/live?after=0&${storeId}=1`)
    const stream = await getSessionStream(asked, { params: Promise.resolve({ sessionId }) })
    const events = await firstOf(stream, 6)
    expect(events.flatMap(({ event, data }) => (event === 'memory' ? [data] : []))).toEqual([
      { kind: 'now', storeId, sequence: 1 },
      { kind: 'changed', storeId, sequence: 2, path: '/b', isOwn: false },
    ])
  })
})
