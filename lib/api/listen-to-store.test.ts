import { describe, expect, test } from 'vitest'
import { ChangeSignal } from '@/lib/db/change-signal'
import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import type { Cause } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { listenToStore } from './listen-to-store'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }

const numbersIn = (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString('utf8')
      .matchAll(/^id: (\d+)$/gm),
  ].map(([, id]) => Number(id))

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

onBothDatabases((current) => {
  describe('those who listen to a store', () => {
    const setUp = async () => {
      const { id: storeId } = await createStore(current(), { name: 'Heard' })
      const write = (path: string) =>
        createMemory(current(), { storeId, path, content: 'x', cause })
      const leaving = new AbortController()
      const listen = (db: Database = current(), from = 0, { signal } = leaving) => {
        const input = { storeId, audience: 'people', after: 0, from, signal } as const
        const source = listenToStore(db, input)
        const heard: number[] = []
        const hear = async (last: number) => {
          while ((heard.at(-1) ?? 0) < last) {
            const next = await source.next()
            if (next.done) break
            heard.push(...numbersIn(next.value))
          }
          return heard
        }
        return { source, hear }
      }
      return { storeId, write, listen, leave: () => leaving.abort() }
    }

    test('share one read of each change', async () => {
      const { write, listen, leave } = await setUp()
      const counted = counting(current())
      const all = Array.from({ length: 40 }, () => listen(counted.db))
      await write('/first')
      await Promise.all(all.map(({ hear }) => hear(1)))
      const before = counted.reads()
      const heard = Promise.all(all.map(({ hear }) => hear(6)))
      for (let change = 2; change <= 6; change++) await write(`/${change}`)
      expect(await heard).toEqual(Array(40).fill(upTo(6)))
      // PostgreSQL announces a change a second time, to the other servers.
      expect(counted.reads() - before).toBeLessThan(20)
      leave()
    })

    test('wait for none that takes nothing, which reads what it missed when it goes on', async () => {
      const { write, listen, leave } = await setUp()
      const slow = listen()
      const quick = listen()
      await write('/first')
      await Promise.all([slow.hear(1), quick.hear(1)])
      // More than may wait for a listener.
      const long = `${'long'.repeat(20)}/`.repeat(5)
      for (let change = 2; change <= 300; change++) await write(`/${long}${change}`)
      expect(await quick.hear(300)).toEqual(upTo(300))
      expect(await slow.hear(300)).toEqual(upTo(300))
      leave()
    })

    test('are not given what was read for one who left, before they came', async () => {
      const { write, listen, leave } = await setUp()
      // What is committed here is not told yet.
      const changes = new ChangeSignal()
      const { db, held } = holding(Object.assign(Object.create(current()) as Database, { changes }))
      const leaving = new AbortController()
      const before = listen(db, 0, leaving).hear(1)
      const goOn = await held
      await write('/a')
      leaving.abort()
      const { hear } = listen(db, 1)
      const heard = hear(1)
      goOn()
      expect(await heard).toEqual([1])
      expect(await before).toEqual([])
      leave()
    })

    test('are told first what happened in the review since the time they name', async () => {
      const { storeId, write, leave } = await setUp()
      await write('/a')
      const happened = async (subject: string) => {
        const query = 'SELECT key FROM memory_stores WHERE id = ?'
        await current().write(async (tx) => {
          const { key: storeKey = 0 } = (await tx.get<{ key: number }>(query, [storeId])) ?? {}
          await addReviewEvent(tx, { storeKey, type: 'finding.created', subject })
        })
      }
      await happened('find_before')
      const reviewSince = Date.now() + 1
      await expect.poll(() => Date.now()).toBeGreaterThan(reviewSince)
      await happened('find_since')
      const { signal } = new AbortController()
      const input = { storeId, audience: 'people', after: 0, from: 1, reviewSince, signal } as const
      const source = listenToStore(current(), input)
      const first = Buffer.from((await source.next()).value ?? []).toString('utf8')
      expect(first).toContain('find_since')
      expect(first).not.toContain('find_before')
      await source.return(undefined)
      leave()
    })

    test('are let go when they leave, and so is the store', async () => {
      const { write, listen, leave } = await setUp()
      const { source, hear } = listen()
      await write('/a')
      await hear(1)
      const next = source.next()
      leave()
      expect(await next).toEqual({ done: true, value: undefined })
      await expect.poll(() => current().changes.hasListeners).toBe(false)
    })
  })
})

/** A database whose first read of events is answered late: `held` gives what lets it go. */
function holding(db: Database) {
  let isFirst = true
  let hold = (_: () => void) => {}
  const held = new Promise<() => void>((resolve) => (hold = resolve))
  const read: Database['read'] = {
    get: (text, params) => db.read.get(text, params),
    run: (text, params) => db.read.run(text, params),
    all: async <Row>(text: string, params?: readonly SqlValue[]) => {
      const rows = await db.read.all<Row>(text, params)
      if (!isFirst || !text.includes('FROM store_events')) return rows
      isFirst = false
      await new Promise<void>((resolve) => hold(resolve))
      return rows
    },
  }
  return { db: Object.assign(Object.create(db) as Database, { read }), held }
}

/** A database that counts the reads of events. */
function counting(db: Database) {
  let reads = 0
  const read: Database['read'] = {
    get: (text, params) => db.read.get(text, params),
    run: (text, params) => db.read.run(text, params),
    all: (text, params) => {
      if (text.includes('FROM store_events')) reads++
      return db.read.all(text, params)
    },
  }
  return { db: Object.assign(Object.create(db) as Database, { read }), reads: () => reads }
}
