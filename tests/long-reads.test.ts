import { afterAll, expect, test, vi } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { countChangedLines } from '@/lib/store/versions/version-texts'
import { createStore } from '@/lib/store/stores/change-stores'
import { netChanges } from '@/lib/store/changes/net-changes'
import { searchHistory } from '@/lib/store/search/search-history'
import { searchStore } from '@/lib/store/search/search-store'
import { compressAll } from '@/lib/store/background/version-compressor'
import { lastChanges } from '@/lib/store/stores/last-changes'
import { changeDensity } from '@/lib/store/changes/change-times'
import { firstRead } from '@/lib/store/reads/first-read'
import { mostRead, neverRead } from '@/lib/store/reads/reading-habits'
import { reachOf } from '@/lib/store/reads/reach'
import { recentGroups } from '@/lib/store/changes/recent-groups'
import { standingLines } from '@/lib/store/versions/standing-lines'
import { storeLimits, storesToTidy } from '@/lib/store/stores/store-limits'
import { storeMap } from '@/lib/store/tree/store-map'
import { storesWriters } from '@/lib/store/stores/writers'
import { whoWrites } from '@/lib/store/stores/who-writes'
import { type ExportFormat, exportStore } from '@/lib/transfer/export-store'
import { onBothDatabasesFilled } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }

/** Number of memories that fills more than one page of everything. */
const MEMORIES = 150

type LongRead = (db: Database, storeId: string, signal?: AbortSignal) => Promise<unknown>

const exporting =
  (format: ExportFormat, withHistory: boolean): LongRead =>
  async (db, storeId, signal) => {
    const bytes = await exportStore(db, { storeId, format, withHistory, signal })
    for await (const piece of bytes) expect(piece.length).toBeGreaterThan(0)
  }

const span = { from: { sequence: 0 }, to: { sequence: 1e9 } }

const LONG_READS: Record<string, LongRead> = {
  'an export as zip': exporting('zip', false),
  'an export as tar': exporting('tar', false),
  'an export as JSON Lines': exporting('jsonl', false),
  'an export with history': exporting('jsonl', true),
  'a search': (db, storeId, signal) =>
    searchStore(db, { storeId, query: 'common words', limit: 1000, signal }),
  'a search in the past': (db, storeId, signal) =>
    searchStore(db, {
      storeId,
      query: 'common words',
      limit: 1000,
      at: { sequence: MEMORIES },
      signal,
    }),
  'a search of the history': (db, storeId, signal) =>
    searchHistory(db, { storeId, query: 'common words', limit: 1000, signal }),
  'a comparison': (db, storeId, signal) => netChanges(db, { storeId, ...span, signal }),
  'the lines of a comparison': async (db, storeId, signal) => {
    const { changes } = await netChanges(db, { storeId, ...span, signal })
    return countChangedLines(db, { storeId, changes, mostBytes: 1e9, signal })
  },
  'the reach of a version': async (db, storeId, signal) => {
    const first = await db.read.get<{ id: string }>('SELECT id FROM memory_versions LIMIT 1')
    return reachOf(db, { storeId, versionId: first?.id ?? '', steps: 3, signal })
  },
  'the map of a store': (db, storeId, signal) => storeMap(db, { storeId, signal }),
  'the lines that stand': (db, storeId, signal) =>
    standingLines(db, { storeId, since: 0, mostMs: 60_000, signal }),
  'the newest changes': (db, storeId, signal) => recentGroups(db, { storeId, limit: 12, signal }),
  'the density of the changes': (db, storeId, signal) =>
    changeDensity(db, { storeId, buckets: 240, signal }),
  'the statistics of the home page': (db, storeId) => lastChanges(db, [storeId]),
  'the writers of the home page': (db, storeId) =>
    storesWriters(db, { storeIds: [storeId], since: 0, limit: 4 }),
  'what the home page finds to tidy': (db, storeId) =>
    storesToTidy(db, { storeIds: [storeId], limit: 3, now: Date.now() }),
  'the side of the overview': async (db, storeId) => {
    await whoWrites(db, { storeId, days: 30, limit: 5, now: Date.now() })
    await mostRead(db, { storeId, since: 0, limit: 5 })
    await neverRead(db, { storeId, limit: 5, now: Date.now() })
    await storeLimits(db, { storeId })
    await firstRead(db, { storeId, since: 0 })
  },
}

/** They are a few statements: a caller that leaves finds out after them. */
const FEW_STATEMENTS: readonly string[] = [
  'the reach of a version',
  'the map of a store',
  'the newest changes',
  'the statistics of the home page',
  'the writers of the home page',
  'what the home page finds to tidy',
  'the side of the overview',
]

/** Wraps a database so that the queries on its serving connection are counted. */
function counted(db: Database): { db: Database; asked: () => number } {
  let asked = 0
  const read: Database['read'] = {
    all: (text, params) => (asked++, db.read.all(text, params)),
    get: (text, params) => (asked++, db.read.get(text, params)),
    run: (text, params) => db.read.run(text, params),
  }
  const other = Object.create(db, { read: { value: read } }) as Database
  return { db: other, asked: () => asked }
}

/** A store with more than one page of everything; resolves with its id. */
async function longStore(db: Database): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Long' })
  const steps = Array.from({ length: MEMORIES }, (_, at) => ({
    op: 'write' as const,
    path: `/m/${at}`,
    content: `common words ${at}`,
  }))
  await applyMoment(db, { storeId, batch: null, steps, cause })
  const others = steps.slice(0, 3).map((step) => ({ ...step, content: 'other words' }))
  await applyMoment(db, { storeId, batch: null, steps: others, cause })
  await compressAll(db)
  return storeId
}

onBothDatabasesFilled(longStore, (current, storeId) => {
  let server: TestServer | undefined
  afterAll(async () => server?.close())

  for (const [name, run] of Object.entries(LONG_READS)) {
    test(`${name} makes almost no queries on the serving connection`, async () => {
      const { db, asked } = counted(current())
      await run(db, storeId())
      expect(asked()).toBeLessThanOrEqual(1)
    })

    if (FEW_STATEMENTS.includes(name)) continue
    test(`${name} ends with the reason once its caller has left`, async () => {
      const leaving = new AbortController()
      const db = current()
      // Aborts midway, at the third query.
      let asked = 0
      const until = db.bulk.until.bind(db.bulk)
      const spy = vi.spyOn(db.bulk, 'until').mockImplementation((signal) => {
        const sql = until(signal)
        const count = () => ++asked === 3 && leaving.abort(new Error('left'))
        return {
          ...sql,
          run: () => Promise.reject(new Error('reads only')),
          until,
          all: (text, params) => (count(), sql.all(text, params)),
          get: (text, params) => (count(), sql.get(text, params)),
        }
      })
      await expect(run(db, storeId(), leaving.signal)).rejects.toThrow('left')
      expect(asked).toBe(3)
      spy.mockRestore()
    })
  }

  test('aborting a download over HTTP ends the export', async () => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const db = current()
    const until = db.bulk.until.bind(db.bulk)
    // Its reads wait for the abort: an export as small as this one would have ended before it.
    const spy = vi.spyOn(db.bulk, 'until').mockImplementation((signal) => {
      const sql = until(signal)
      const afterAbort = async () => {
        if (signal?.aborted !== true)
          await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      }
      return {
        ...sql,
        run: () => Promise.reject(new Error('reads only')),
        until,
        all: async (text, params) => (await afterAbort(), sql.all(text, params)),
        get: async (text, params) => (await afterAbort(), sql.get(text, params)),
      }
    })
    const leaving = new AbortController()
    const answer = await fetch(`${server.url}/v1/memory_stores/${storeId()}/export?format=zip`, {
      signal: leaving.signal,
    })
    expect(answer.status).toBe(200)
    leaving.abort()
    await expect.poll(() => spy.mock.calls.at(-1)?.[0]?.aborted).toBe(true)
    spy.mockRestore()
  })
})
