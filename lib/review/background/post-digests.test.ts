import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { failedDigestPost } from '../digest/digest-notice'
import { type DigestTarget, postDueDigests, type Send, signatureOf } from './post-digests'

const AGENT = { actor: { type: 'session', id: 'sesn_agent' } } as const
const TARGET: DigestTarget = { url: 'http://127.0.0.1:9/digest', secret: 'a secret', period: 'day' }
interface Sent {
  url: string
  body: string
  headers: Record<string, string>
}

/** An address that answers so, and keeps what it was sent. */
function address(answer: () => Response | Promise<Response>): { sent: Sent[]; send: Send } {
  const sent: Sent[] = []
  const send: Send = async (url, init) => {
    sent.push({
      url,
      body: typeof init.body === 'string' ? init.body : '',
      headers: Object.fromEntries(new Headers(init.headers)),
    })
    return answer()
  }
  return { sent, send }
}

const ok = () => new Response(null, { status: 204 })

onBothDatabases((current) => {
  const tomorrow = () => Date.now() + DAY_MS
  const post = (send: Send, now = tomorrow(), db: Database = current()) =>
    postDueDigests(db, { target: TARGET, now, send })

  describe('a digest', () => {
    test('is posted once when its day is over, signed, without a word of what was written', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Private name' })
      const path = '/private-path.md'
      await createMemory(current(), { storeId, path, content: 'private text\n', cause: AGENT })
      const { sent, send } = address(ok)
      const now = tomorrow()
      await post(send, now)
      await post(send, now + 1000)
      expect(sent).toHaveLength(1)
      const { body, url, headers } = sent[0] ?? { body: '', url: '', headers: {} }
      expect(url).toBe(TARGET.url)
      expect(body).not.toMatch(/private/i)
      expect(JSON.parse(body)).toMatchObject({ type: 'review_digest', period: 'day', writes: 1 })
      const [, seconds = ''] = /^t=(\d+),/.exec(headers['x-palimpsest-signature'] ?? '') ?? []
      const signature = signatureOf(TARGET.secret, `${seconds}.${body}`)
      expect(headers['x-palimpsest-signature']).toBe(`t=${seconds},v1=${signature}`)
      expect(await failedDigestPost(current())).toBeNull()
    })

    test('that is refused is tried again later, and not before', async () => {
      const refusing = address(() => new Response(null, { status: 500 }))
      const now = tomorrow()
      await post(refusing.send, now)
      expect(await failedDigestPost(current())).toMatchObject({
        fault: 'refused',
        tries: 1,
        nextTryAt: now + 60_000,
      })
      await post(refusing.send, now + 30_000)
      expect(refusing.sent).toHaveLength(1)
      const taking = address(ok)
      await post(taking.send, now + 60_000)
      expect(taking.sent).toHaveLength(1)
      expect(await failedDigestPost(current())).toBeNull()
    })

    test('is given up after eight tries, which is told', async () => {
      const { sent, send } = address(() => Promise.reject(new TypeError('fetch failed')))
      const now = tomorrow()
      for (let day = 0; day < 10; day++) await post(send, now + day * DAY_MS)
      const first = sent.map(({ headers }) => headers['x-palimpsest-delivery'])
      expect(first.filter((delivery) => delivery === first[0])).toHaveLength(8)
      const [given] = await current().read.all(
        'SELECT fault, tries, next_try_at FROM digest_posts ORDER BY starts_at LIMIT 1',
      )
      expect(given).toEqual({ fault: 'unreachable', tries: 8, next_try_at: null })
    })

    test('of a process that ended midway is posted once, by whoever looks next', async () => {
      const failing = address(() => new Response(null, { status: 500 }))
      const now = tomorrow()
      await post(failing.send, now)
      await current().write((tx) =>
        tx.run(
          `UPDATE digest_posts SET runner = 'elsewhere:1:gone', beat_at = ${tx.clock} - 61000`,
        ),
      )
      const { sent, send } = address(ok)
      await Promise.all([post(send, now + 60_000), post(send, now + 60_000)])
      await post(send, now + 61_000)
      expect(sent).toHaveLength(1)
    })

    test('that is being posted is left to the process that posts it', async () => {
      const failing = address(() => new Response(null, { status: 500 }))
      const now = tomorrow()
      await post(failing.send, now)
      await current().write((tx) =>
        tx.run(`UPDATE digest_posts SET runner = 'elsewhere:1:here', beat_at = ${tx.clock}`),
      )
      const { sent, send } = address(ok)
      await post(send, now + 60_000)
      expect(sent).toEqual([])
    })

    test('whose lease was broken while it was posted is counted by the process that has it now', async () => {
      const now = tomorrow()
      const { sent, send } = address(async () => {
        await current().write((tx) =>
          tx.run(`UPDATE digest_posts SET runner = 'elsewhere:1:other' WHERE runner IS NOT NULL`),
        )
        return new Response(null, { status: 500 })
      })
      await post(send, now)
      expect(sent).toHaveLength(1)
      expect(await current().read.all('SELECT tries, posted_at, runner FROM digest_posts')).toEqual(
        [{ tries: 0, posted_at: null, runner: 'elsewhere:1:other' }],
      )
    })

    test('is posted by one of two processes that look at once', async () => {
      const { sent, send } = address(ok)
      const now = tomorrow()
      await Promise.all([post(send, now), post(send, now)])
      expect(sent).toHaveLength(1)
    })
  })
})
