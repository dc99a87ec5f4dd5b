import { describe, expect, test, onTestFinished } from 'vitest'
import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { onBothDatabases } from '@/tests/support/databases'
import type { Cause } from '../model/actor'
import { createMemory } from '../memories/change-memories'
import { createStore, deleteStore } from '../stores/change-stores'
import type { StoreEvent } from './events'
import { followEvents } from './follow-events'
import { StoreError } from '../model/problems'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }

onBothDatabases((current) => {
  const setUp = async () => {
    const { id: storeId } = await createStore(current(), { name: 'Followed' })
    const write = (path: string) => createMemory(current(), { storeId, path, content: path, cause })
    return { storeId, write }
  }

  describe('following a store', () => {
    test('yields past events, then new ones, each once and in order', async () => {
      const { storeId, write } = await setUp()
      await write('/a')
      await write('/b')
      const leaving = new AbortController()
      const received: number[] = []
      for await (const event of followEvents(current(), {
        storeId,
        after: 1,
        signal: leaving.signal,
      })) {
        received.push(event.sequence)
        if (received.length === 1) await write('/c')
        if (received.length === 2) leaving.abort()
      }
      expect(received).toEqual([2, 3])
    })

    test('continues past a page of events', async () => {
      const { storeId, write } = await setUp()
      for (let i = 0; i < 450; i++) await write(`/${i}`)
      const leaving = new AbortController()
      const received: number[] = []
      const events = followEvents(current(), { storeId, after: 0, signal: leaving.signal })
      for await (const event of events) {
        received.push(event.sequence)
        if (received.length === 450) leaving.abort()
      }
      expect(received).toEqual(Array.from({ length: 450 }, (_, index) => index + 1))
    })

    test('wakes a waiting listener even while another is reading an older page', async () => {
      const { storeId, write } = await setUp()
      const leaving = new AbortController()
      const slow = slowed(current())
      const follow = () => followEvents(slow.db, { storeId, after: 0, signal: leaving.signal })
      const waiting = nextOf(follow())
      await slow.untilRead()
      await untilIdle()
      slow.hold()
      const joining = nextOf(follow())
      await slow.untilRead()
      // One waits, the other holds a page that was read before this change.
      const notified = nextChange(current())
      await write('/a')
      await notified
      await untilIdle()
      slow.release()
      expect((await waiting)?.sequence).toBe(1)
      expect((await joining)?.sequence).toBe(1)
      leaving.abort()
    })

    test('fifty listeners woken at once share one read', async () => {
      const { storeId, write } = await setUp()
      const leaving = new AbortController()
      onTestFinished(() => leaving.abort())
      const slow = slowed(current())
      const all = Array.from({ length: 50 }, () =>
        nextOf(followEvents(slow.db, { storeId, after: 0, signal: leaving.signal })),
      )
      await slow.untilRead()
      await untilIdle()
      const before = slow.reads()
      await write('/a')
      expect((await Promise.all(all)).map((event) => event?.sequence)).toEqual(Array(50).fill(1))
      // One read per wake, not per listener; PostgreSQL may also wake them for the store's
      // creation.
      expect(slow.reads() - before).toBeLessThan(25)
    })

    test('ends when the store is deleted, and leaves no listener behind', async () => {
      const { storeId, write } = await setUp()
      const signal = new AbortController().signal
      const events = followEvents(current(), { storeId, after: 0, signal })
      await write('/a')
      expect((await events.next()).value).toMatchObject({ sequence: 1 })
      const end = events.next()
      await deleteStore(current(), { storeId, cause })
      expect(await end).toEqual({ done: true, value: undefined })
      expect(current().changes.hasListeners).toBe(false)
    })

    test('leaves no listener behind when abandoned', async () => {
      const { storeId, write } = await setUp()
      await write('/a')
      const signal = new AbortController().signal
      for await (const event of followEvents(current(), { storeId, after: 0, signal })) {
        expect(event.sequence).toBe(1)
        break
      }
      expect(current().changes.hasListeners).toBe(false)
    })

    test('refuses a missing store', async () => {
      const signal = new AbortController().signal
      const events = followEvents(current(), { storeId: 'memstore_none', after: 0, signal })
      await expect(events.next()).rejects.toThrow(StoreError)
    })
  })
})

async function nextOf(events: AsyncGenerator<StoreEvent>): Promise<StoreEvent | null> {
  const next = await events.next()
  return next.done ? null : next.value
}

/** A database that can delay pages of events after reading them. */
function slowed(db: Database) {
  let reads = 0
  let held: Promise<void> | null = null
  let release = () => {}
  let onRead = () => {}
  const read: Database['read'] = {
    get: (text, params) => db.read.get(text, params),
    run: (text, params) => db.read.run(text, params),
    all: async <Row>(text: string, params?: readonly SqlValue[]) => {
      const rows = await db.read.all<Row>(text, params)
      if (!text.includes('FROM store_events')) return rows
      reads++
      const gate = held
      onRead()
      await gate
      return rows
    },
  }
  return {
    db: Object.assign(Object.create(db) as Database, { read }),
    reads: () => reads,
    untilRead: () => new Promise<void>((resolve) => (onRead = resolve)),
    hold: () => {
      held = new Promise((resolve) => (release = resolve))
    },
    release: () => {
      held = null
      release()
    },
  }
}

async function nextChange(db: Database): Promise<void> {
  await new Promise<void>((resolve) => {
    const unsubscribe = db.changes.subscribe(() => {
      unsubscribe()
      resolve()
    })
  })
}

/** Resolves once nothing is pending in this process. */
async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
