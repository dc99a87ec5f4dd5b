import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deleteSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import type { Database } from '@/lib/db/database'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redaction/redact-text'
import { createStore, deleteStore, purgeDeletedStores } from '@/lib/store/stores/change-stores'
import { countCosts } from '@/tests/support/count-costs'
import { onBothDatabases } from '@/tests/support/databases'
import { storeCost } from './store-cost'

const cause = { actor: LOCAL_USER_ACTOR }
const NOW = Date.UTC(2026, 10, 27, 20)
const HOUR = 3_600_000
const PATHS = ['/a.md', '/b.md', '/c.md', '/d.md']

/** Few sessions, memories and hours, so that they meet; the clock may also be put back. */
const session = fc.nat({ max: 3 })
const store = fc.nat({ max: 1 })
const path = fc.constantFrom(...PATHS)
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('count' as const),
      session,
      store,
      hoursAgo: fc.nat({ max: 40 }),
      isFirst: fc.boolean(),
      paths: fc.array(path, { maxLength: 4 }),
      tokens: fc.integer({ min: 1, max: 1_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('rename' as const), store, path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), store, path }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('deleteSession' as const), session }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('branch' as const), store }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('deleteStore' as const), store }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

class Walk {
  private readonly stores: { id: string; memories: Map<string, string> }[] = []
  private readonly sessions = new Map<number, string>()
  /** ids of stores */
  private readonly gone = new Set<string>()

  constructor(private readonly db: Database) {}

  async begin(): Promise<void> {
    for (const name of ['One', 'Other']) {
      const { id } = await createStore(this.db, { name })
      const memories = new Map<string, string>()
      for (const at of PATHS) {
        const made = { storeId: id, path: at, content: `secret ${at}\n`, cause }
        memories.set(at, (await createMemory(this.db, made)).id)
      }
      this.stores.push({ id, memories })
    }
  }

  async take(one: Step): Promise<void> {
    if (one.type === 'count') return this.count(one)
    if (one.type === 'deleteSession') {
      const id = this.sessions.get(one.session)
      if (id !== undefined) await deleteSession(this.db, id)
      this.sessions.delete(one.session)
      return
    }
    const { id: storeId = '', memories } = this.stores[one.store] ?? {}
    if (this.gone.has(storeId)) return
    const memoryId = 'path' in one ? memories?.get(one.path) : undefined
    if (one.type === 'rename' && memoryId !== undefined) {
      await updateMemory(this.db, { storeId, memoryId, path: `/moved/${memoryId}`, cause })
    } else if (one.type === 'remove' && memoryId !== undefined) {
      await removeMemory(this.db, { storeId, memoryId, cause })
      memories?.delete('path' in one ? one.path : '')
    } else if (one.type === 'branch') {
      await makeBranch(this.db, { storeId, name: 'Try', cause })
    } else if (one.type === 'deleteStore') {
      await deleteStore(this.db, { storeId, cause })
      await purgeDeletedStores(this.db)
      this.gone.add(storeId)
    }
  }

  /** Redacts a text that all memories have; once, for the files are rewritten with it. */
  async redact(): Promise<void> {
    const asked = { text: 'secret', replacement: '[gone]', cause }
    await (
      await redactText(this.db, asked)
    ).finished
  }

  private async count(one: Extract<Step, { type: 'count' }>): Promise<void> {
    const storeId = this.stores[one.store]?.id ?? ''
    const memory = ['', ...one.paths].map((at) => ({
      ...{ storeId, path: at, memoryId: null },
      ...{ freshTokens: one.tokens, againTokens: one.tokens },
    }))
    const place = { isFirst: one.isFirst, isInFirstTurn: one.isFirst, beginsTurn: true }
    const sessionId = await this.opened(one.session)
    const now = NOW - one.hoursAgo * HOUR
    await countCosts(this.db, { sessionId, now, place, memory })
  }

  private async opened(number: number): Promise<string> {
    const input = { settings: { model: 'none' }, stores: [], openedBy: LOCAL_USER_ACTOR }
    const id = this.sessions.get(number) ?? (await createSession(this.db, input)).id
    this.sessions.set(number, id)
    return id
  }

  /** The sessions that a page tells of since so many hours, and those that there were. */
  async sessionsSince(hours: number): Promise<[told: number, counted: number][]> {
    const found: [number, number][] = []
    for (const { id } of this.stores) {
      const asked = { storeId: id, since: NOW - hours * HOUR, now: NOW, limit: 1 }
      const cost = await storeCost(this.db, asked)
      if (!cost) continue
      const row = await this.db.read.get<{ n: number }>(
        `SELECT count(DISTINCT c.session_key) AS n FROM memory_costs c
         JOIN memory_stores s ON s.key = c.store_key WHERE s.id = ? AND c.quarter_day >= ?`,
        [id, cost.since],
      )
      found.push([cost.sessions, row?.n ?? -1])
    }
    return found
  }
}

const FIGURES = ['fresh_tokens', 'again_tokens', 'start_tokens', 'requests', 'turns', 'starts']
const sums = ['c.store_key', 'c.quarter_day', 'c.memory_key']
  .concat([...FIGURES, 'sessions'].map((name) => `CAST(sum(c.${name}) AS BIGINT) AS ${name}`))
  .join(', ')

const ofTable = (db: Database, table: string) =>
  db.read.all(`SELECT ${sums} FROM ${table} c
    GROUP BY c.store_key, c.quarter_day, c.memory_key
    ORDER BY c.store_key, c.quarter_day, c.memory_key`)

onBothDatabases((current) => {
  const expectRight = async (walk: Walk) => {
    const db = current()
    expect(await ofTable(db, 'memory_cost_sums')).toEqual(await ofTable(db, 'memory_costs'))
    for (const hours of [1, 12, 24, 48]) {
      for (const [told, counted] of await walk.sessionsSince(hours)) expect(told).toBe(counted)
    }
  }

  test('kept sums are what the sessions’ own costs add up to, whatever is deleted, renamed or branched', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const walk = new Walk(current())
        await walk.begin()
        for (const one of steps) await walk.take(one)
        await expectRight(walk)
      }),
      { numRuns: 8 },
    )
  })

  test('a redaction leaves them as they are', async () => {
    const walk = new Walk(current())
    await walk.begin()
    for (const number of [1, 2]) {
      const counted = { type: 'count' as const, session: number, store: 0, hoursAgo: number }
      await walk.take({ ...counted, isFirst: true, paths: ['/a.md'], tokens: 100 })
    }
    const before = await ofTable(current(), 'memory_cost_sums')
    await walk.redact()
    expect(await ofTable(current(), 'memory_cost_sums')).toEqual(before)
    await expectRight(walk)
  })
})
