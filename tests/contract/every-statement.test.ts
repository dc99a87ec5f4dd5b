import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import type { BulkSql, Sql, SqlValue, WriteSql } from '@/lib/db/sql'
import { listedSessions } from '@/lib/agent/sql/listed-sessions'
import { hasBegunSince, lastState } from '@/lib/jobs/sql/last-state'
import { countsByState } from '@/lib/metrics/sql/standing'
import { firstChangesets } from '@/lib/review/changesets/sql/changesets'
import { matchingChangesets } from '@/lib/review/changesets/sql/matching-changesets'
import { listedFindings } from '@/lib/review/findings/sql/findings'
import { FINDING_GROUPS } from '@/lib/review/model/finding'
import * as leases from '@/lib/sql/leases'
import { facetCounts, mostChanged } from '@/lib/store/changes/sql/change-facets'
import { newestChanges, versionsByOthers } from '@/lib/store/changes/sql/changes'
import { touchedMemories } from '@/lib/store/changes/sql/session-changes'
import { CONVERSATION_COLUMNS, REMARK_COLUMNS } from '@/lib/store/model/text-columns'
import { sessionsWith, setValue, valuesWith } from '@/lib/store/redaction/sql/conversations'
import { lockedRemark, remarksWith, setRemark } from '@/lib/store/redaction/sql/remarks'
import { STORE_ORDERS } from '@/lib/store/stores/read-stores'
import { sortedIds } from '@/lib/store/stores/sql/named-stores'
import { deleteSlice, PURGED } from '@/lib/store/stores/sql/purged-stores'
import {
  changesOfActor,
  changesOfSession,
  versionsThat,
} from '@/lib/store/undo/sql/chosen-versions'
import { matchingVersions } from '@/lib/store/versions/sql/versions'
import { onBothDatabases } from '@/tests/support/databases'

/**
 * Every statement in `sql/` folders is one that both databases can prepare, so that a column that the
 * models lost fails here, whether or not a test runs the statement. Each function that a file there
 * exports is called with a stand-in for whatever it takes, and every text that it asks is explained
 * instead of run: all its conditions are in it, and its lists have one value, then two.
 */

/** Their statements are one engine's, or of a file without `lib/db`: the tests beside them run them. */
const OF_ONE_ENGINE: ReadonlySet<string> = new Set([
  'lib/backup/sql/copied-database.ts',
  'lib/db/sql/postgresql-changes.ts',
  'lib/db/sql/postgresql-protocol.ts',
  'lib/db/sql/sqlite-changes.ts',
])

type Asks = (sql: Tx, ...args: never[]) => unknown
type Tx = WriteSql & BulkSql

type AskedByHand = (sql: Tx, count: number) => Promise<unknown>

/** A filter of changes with every condition that there is. */
const CHANGES = {
  storeId: '1',
  operation: 'created' as const,
  session: { condition: 'v.session_id = ?', params: ['1'] },
  actorId: '1',
  pathStart: '1',
  createdFrom: 1,
  createdTo: 1,
  after: { createdAt: 1, storeId: '1', sequence: 1 },
  perStore: 1,
  limit: 1,
}

/** Calls of the functions that no stand-in serves: some put their arguments into the text. */
const ASKED_BY_HAND = new Map<unknown, AskedByHand>([
  [lastState, (sql) => lastState(sql, ['seed', 'import'])],
  [hasBegunSince, (sql) => hasBegunSince(sql, ['seed', 'import'], 1)],
  [
    listedSessions,
    (sql, count) =>
      listedSessions(sql, {
        limit: 1,
        after: 1,
        storeId: '1',
        onlyStoreIds: Array<string>(count).fill('1'),
        statuses: Array<'idle'>(count).fill('idle'),
        state: 'waiting',
        titlePart: '1',
        model: '1',
        createdFrom: 1,
        createdTo: 1,
      }),
  ],
  [
    firstChangesets,
    (sql, count) =>
      each(COMMENTED, (comments) =>
        firstChangesets(
          sql,
          {
            state: 'open',
            storeId: '1',
            sessionId: '1',
            actorId: '1',
            actorType: 'user',
            level: 1,
            reasons: ['secret', 'hidden'],
            pathPrefix: '/',
            assignee: { type: 'user', id: '1' },
            isWaiting: true,
            comments,
            onlyStoreIds: Array<string>(count).fill('1'),
            after: { level: 1, lastChangedAt: 1, id: '1' },
            limit: 1,
          },
          Array(count).fill({ text: 'SELECT key FROM changesets', params: [] }),
        ),
      ),
  ],
  [
    matchingChangesets,
    (sql) =>
      each(COMMENTED, (comments) =>
        matchingChangesets(sql, {
          pathPrefix: '/',
          assigneeId: '1',
          reasons: ['secret', 'hidden'],
          isWaiting: true,
          comments,
          sessionId: '1',
        }),
      ),
  ],
  [
    listedFindings,
    (sql, count) =>
      each(FINDING_GROUPS, (group) =>
        listedFindings(sql, {
          storeId: '1',
          now: 1,
          limit: 1,
          status: 'open',
          group,
          pathPrefix: '/',
          rules: Array<string>(count).fill('1'),
          severity: 1,
          memoryId: '1',
          after: { severity: 1, key: 1 },
          audience: 'agents',
        }),
      ),
  ],
  [
    matchingVersions,
    (sql) =>
      matchingVersions(sql, {
        storeKey: 1,
        memoryId: '1',
        operation: 'created',
        batchId: '1',
        actorId: '1',
        pathStart: '/',
        apiKeyId: '1',
        serviceAccountId: '1',
        createdFrom: 1,
        createdTo: 1,
        before: 1,
        session: { condition: 'v.session_id = ?', params: ['1'] },
        visible: 'served',
        limit: 1,
      }),
  ],
  [versionsThat, (sql) => versionsThat(sql, 1, { condition: 'v.session_id = ?', params: ['1'] })],
  [
    changesOfSession,
    (sql) => changesOfSession(sql, '1', { storeKey: 1, since: 1, visible: 'served', limit: 1 }),
  ],
  [
    changesOfActor,
    (sql) =>
      changesOfActor(
        sql,
        { type: 'user', id: '1' },
        { storeKey: 1, first: 1, since: 1, visible: 'served', limit: 1 },
      ),
  ],
  [
    countsByState,
    (sql) => each(['jobs', 'connections', 'outbox'], (table) => countsByState(sql, table)),
  ],
  [
    sortedIds,
    (sql) => each(STORE_ORDERS, (order) => sortedIds(sql, { order, limit: 1, offset: 1 })),
  ],
  [
    deleteSlice,
    (sql) => each(PURGED, (table) => deleteSlice(sql, table, { storeKey: 1, limit: 1 })),
  ],
  [
    remarksWith,
    (sql, count) =>
      each(REMARK_COLUMNS, (column) => remarksWith(sql, column, '1', Array<number>(count).fill(1))),
  ],
  [lockedRemark, (sql) => each(REMARK_COLUMNS, (column) => lockedRemark(sql, column, REMARK))],
  [setRemark, (sql) => each(REMARK_COLUMNS, (column) => setRemark(sql, column, REMARK, '1'))],
  [
    sessionsWith,
    (sql, count) =>
      each(CONVERSATION_COLUMNS, (column) =>
        sessionsWith(sql, column, '1', Array<string>(count).fill('1')),
      ),
  ],
  [
    valuesWith,
    (sql, count) =>
      each(CONVERSATION_COLUMNS, (column) => {
        const written = Array<string>(count).fill('1')
        return valuesWith(sql, column, written, { sessionKey: 1, after: 1, limit: 1 })
      }),
  ],
  [
    setValue,
    (sql) =>
      each(CONVERSATION_COLUMNS, (column) => setValue(sql, column, 1, { key: 1, value: '1' })),
  ],
  [
    touchedMemories,
    (sql) =>
      touchedMemories(sql, { storeKey: 1, sessionId: '1', written: CHANGES.session, limit: 1 }),
  ],
  [newestChanges, (sql) => newestChanges(sql, CHANGES, { skip: 1, take: 1, limit: 1 })],
  [
    versionsByOthers,
    (sql) => {
      const asked = { storeKey: 1, after: 1, upTo: 1, sessionId: '1', limit: 1 }
      return versionsByOthers(sql, { ...asked, visible: 'served' })
    },
  ],
  [facetCounts, (sql) => facetCounts(sql, CHANGES)],
  [mostChanged, (sql) => mostChanged(sql, CHANGES, CHANGES)],
  ...Object.values(leases).map((ask): [unknown, AskedByHand] => [
    ask,
    (sql) => each(LEASED, async (table) => (ask as Asks)(sql, table as never, standIn(1) as never)),
  ]),
])

const REMARK = { key: 1, storeKey: 1, storeId: '1', value: '1' }

const COMMENTED = ['open', 'answered'] as const

const LEASED = ['jobs', 'sessions', 'digest_posts', 'connections'] as const

async function each<const Value>(
  values: readonly Value[],
  ask: (value: Value) => Promise<unknown>,
) {
  for (const value of values) await ask(value)
}

/**
 * A list of `count` values, and an object that has every property; each of them is a stand-in
 * again.
 */
const standIn = (count: number): object =>
  new Proxy(Array<string>(count).fill('1'), {
    get(list, name) {
      if (typeof name === 'symbol' || name === 'then' || name in list) {
        return Reflect.get(list, name) as unknown
      }
      return /^\d+$/.test(name) ? undefined : standIn(count)
    },
  })

/** Limit on the statements of one call; with more it never ends. */
const MAX_STATEMENTS = 100

/** All files in `sql/` folders, but those of one engine. */
function filesOfSql(): string[] {
  return readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((file) => `lib/${file.split(path.sep).join('/')}`)
    .filter((file) => /\/sql\/[\w-]+\.ts$/.test(file) && !OF_ONE_ENGINE.has(file))
}

onBothDatabases((current) => {
  test('every statement in a folder of SQL can be prepared', async () => {
    const files = filesOfSql()
    expect(files).toContain('lib/agent/sql/sessions.ts')
    const faults: string[] = []
    for (const file of files) {
      const found = (await import(path.resolve(file))) as Record<string, unknown>
      for (const [name, ask] of Object.entries(found)) {
        if (typeof ask !== 'function') continue
        const fault = await faultOf(current(), ask as Asks)
        if (fault !== null) faults.push(`${file} ${name}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })
})

/** Returns the database's complaint about a function's statements; null: it has none. */
async function faultOf(db: Database, ask: Asks): Promise<string | null> {
  for (const count of [1, 2]) {
    const { sql, asked } = await explaining(db, count)
    const given = Array<never>(6).fill(standIn(count) as never)
    try {
      await (ASKED_BY_HAND.get(ask)?.(sql, count) ?? ask(sql, ...given))
      if (asked.length === 0) return 'it asked nothing'
    } catch (error) {
      return `${String(error)}\n${asked.at(-1) ?? ''}`
    }
  }
  return null
}

/**
 * Returns a transaction that makes the database explain each statement, and answers with stand-ins.
 */
async function explaining(db: Database, count: number): Promise<{ sql: Tx; asked: string[] }> {
  const asked: string[] = []
  const explain = async (text: string, params: readonly unknown[] = []) => {
    asked.push(text)
    if (asked.length > MAX_STATEMENTS) throw new Error('it asks without end')
    await db.read.all(`EXPLAIN ${text}`, params.map(plain))
  }
  const { forUpdate, forKeyShare, clock } = await db.write(async (tx) => tx)
  const answers: Sql = {
    async all<Row>(text: string, params?: readonly SqlValue[]) {
      await explain(text, params)
      return [standIn(count)] as Row[]
    },
    async get<Row>(text: string, params?: readonly SqlValue[]) {
      await explain(text, params)
      return standIn(count) as Row
    },
    async run(text, params) {
      await explain(text, params)
      return 1
    },
  }
  const sql = {
    ...answers,
    until: () => sql,
    later: explain,
    insert: async (_table: string, text: string, params: readonly SqlValue[]) => {
      await explain(text, [1, ...params])
      return 1
    },
    touch: () => {},
    touchSession: () => {},
    shared: null,
    forUpdate,
    forKeyShare,
    clock,
  } as Partial<Tx> as Tx
  return { sql, asked }
}

/** A stand-in as a parameter: a text that is a number, too. */
function plain(value: unknown): SqlValue {
  if (value === null || value instanceof Uint8Array || typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : '1'
}
