import { expect, test } from 'vitest'
import { freshSqlite, onBothDatabases } from '@/tests/support/databases'
import type { Database } from './database'

const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'

/** Runs a query that never finishes; resolves with how it failed. */
function askEndlessly(db: Database, signal?: AbortSignal): Promise<unknown> {
  const endless =
    db.kind === 'sqlite'
      ? db.bulk.until(signal).all(`${NUMBERS} SELECT i FROM n`, [Number.MAX_SAFE_INTEGER])
      : db.bulk.until(signal).all('SELECT pg_sleep(600)')
  return endless.catch((error: unknown) => error)
}

onBothDatabases((current) => {
  test('a long read answers the same as a read, whatever the size of the answer', async () => {
    const text = `${NUMBERS} SELECT i AS "number", 'row ' || i AS words, CASE WHEN i % 3 = 0 THEN NULL
      ELSE CAST(${current().kind === 'sqlite' ? "'bytes ' || i AS BLOB" : "CAST('bytes ' || i AS TEXT) AS BYTEA"}) END AS bytes FROM n`
    const rows = await current().bulk.all(text, [5_000])
    expect(rows).toHaveLength(5_000)
    expect(rows).toEqual(await current().read.all(text, [5_000]))
    expect(await current().bulk.get(text, [5_000])).toEqual(rows[0])
    expect(await current().bulk.get(`${text} WHERE i < 0`, [1])).toBeUndefined()
  })

  test('a long read sees what was written before', async () => {
    await current().write((tx) =>
      tx.run(
        `INSERT INTO actors (type, id, name, created_at) VALUES ('api_key', 'apikey_1', 'One', 1)`,
      ),
    )
    expect(await current().bulk.all('SELECT name FROM actors')).toEqual([{ name: 'One' }])
  })

  test('reads and writes are answered while long reads run', async () => {
    const leaving = new AbortController()
    const long = [1, 2, 3, 4].map(() => askEndlessly(current(), leaving.signal))
    const first = await Promise.race([
      Promise.race(long).then(() => 'the long read'),
      current()
        .read.get('SELECT 1 AS one')
        .then(() => current().write((tx) => tx.get('SELECT 1 AS one')))
        .then(() => 'the others'),
    ])
    expect(first).toBe('the others')
    leaving.abort()
    await Promise.all(long)
  })

  test('a caller that leaves is refused with its reason, and the next takes its slot', async () => {
    const leaving = new AbortController()
    const reason = new Error('left')
    const abandoned = Array.from({ length: 8 }, () => askEndlessly(current(), leaving.signal))
    const waiting = current().bulk.get<{ one: number }>('SELECT 1 AS one')
    leaving.abort(reason)
    for (const answer of await Promise.all(abandoned)) expect(answer).toBe(reason)
    expect(await waiting).toEqual({ one: 1 })
    await expect(current().bulk.until(leaving.signal).all('SELECT 1')).rejects.toBe(reason)
  })

  test('an invalid long read is refused in the engine’s words, and the next is answered', async () => {
    const refused = current().bulk.all('SELECT 1 FROM nowhere')
    await expect(refused).rejects.toMatchObject({
      message: expect.stringMatching(/nowhere/) as unknown,
      code: expect.any(String) as unknown,
    })
    expect(await current().bulk.all('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a long read does not write', async () => {
    await expect(current().bulk.run('DELETE FROM actors')).rejects.toThrow('does not write')
  })
})

onBothDatabases((current) => {
  test('on PostgreSQL the server cancels what nobody waits for', async () => {
    if (current().kind !== 'postgresql') return
    const leaving = new AbortController()
    const abandoned = askEndlessly(current(), leaving.signal)
    const running = async () => {
      const row = await current().read.get<{ count: number }>(
        `SELECT count(*) AS count FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'`,
      )
      return row?.count
    }
    await expect.poll(running).toBe(1)
    leaving.abort()
    await abandoned
    await expect.poll(running).toBe(0)
  })
})

test('closing the database refuses the long reads that still wait', async () => {
  const fresh = await freshSqlite()
  const { db } = fresh
  const waiting = [1, 2, 3, 4].map(() => askEndlessly(db))
  await fresh.discard()
  for (const answer of await Promise.all(waiting)) {
    expect(answer).toMatchObject({ message: 'the database was closed' })
  }
})

test('a checkpoint that empties the journal proceeds while long reads wait their turn', async () => {
  const fresh = await freshSqlite()
  const { db } = fresh
  const reading = new AbortController()
  const readers = [1, 2, 3].map(async () => {
    while (!reading.signal.aborted) await db.bulk.all(`${NUMBERS} SELECT i FROM n`, [2_000])
  })
  expect(await db.compact([])).toEqual({ isComplete: true, reason: null })
  reading.abort()
  await Promise.all(readers)
  await fresh.discard()
})
