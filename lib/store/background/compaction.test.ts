import pg from 'pg'
import { expect, test } from 'vitest'
import { freshPostgresql } from '@/tests/support/databases'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { TABLES_WITH_TEXT } from '../model/text-columns'
import { nameActor } from '../stores/name-actor'

test('on PostgreSQL the dead rows of every table that a redaction rewrites are removed', async () => {
  const opened = await freshPostgresql()
  const { db, url } = opened
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  expect(await db.compact(TABLES_WITH_TEXT)).toEqual({ isComplete: true, reason: null })
  await expect
    .poll(async () => {
      const { rows } = await client.query<{ relname: string }>(
        'SELECT relname FROM pg_stat_user_tables WHERE vacuum_count > 0 ORDER BY relname',
      )
      return rows.map((row) => row.relname)
    })
    .toEqual([...TABLES_WITH_TEXT].sort())
  await client.end()
  await opened.discard()
})

test('on PostgreSQL a compaction is incomplete while a transaction still sees removed rows', async () => {
  const opened = await freshPostgresql()
  const { db, url } = opened
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await nameActor(db, LOCAL_USER_ACTOR, 'One')
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM actors')
  await nameActor(db, LOCAL_USER_ACTOR, 'Another')
  expect(await db.compact(['actors'])).toEqual({
    isComplete: false,
    reason: 'a transaction that began before still sees the rows that were removed',
  })
  await client.query('COMMIT')
  expect(await db.compact(['actors'])).toEqual({ isComplete: true, reason: null })
  await client.end()
  await opened.discard()
})
