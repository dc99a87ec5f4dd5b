import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getMemory } from '@/lib/store/memories/read-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { listStores } from '@/lib/store/stores/read-stores'
import { updateMemory } from '@/lib/store/memories/change-memories'
import { freshPostgresql, freshSqlite } from '@/tests/support/databases'
import type { Database } from './database'
import { migrate } from './migrate'
import { DatabaseTooOldError, MigrationEditedError, readMigrations } from './migrations'
import { openDatabase } from './open-database'

/**
 * The first 33 migrations were squashed into one. The databases kept here were made by the last
 * commit that had them all: stores, memories, versions, a key, a comment, a moment and a quarantine.
 */
const keptFile = (name: string) =>
  gunzipSync(readFileSync(path.join('tests', 'fixtures', 'databases', name)))

async function keptSqlite(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'kept.db'), keptFile('before-baseline.db.gz'))
  return `file:${folder}/kept.db`
}

async function keptPostgresql(): Promise<string> {
  const fresh = await freshPostgresql()
  onTestFinished(() => fresh.discard())
  const { url } = fresh
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await client.query(keptFile('before-baseline.sql.gz').toString('utf8'))
  await client.end()
  return url
}

const KINDS = {
  sqlite: {
    kept: keptSqlite,
    fresh: freshSqlite,
    tables: `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`,
    shape: [
      `SELECT m.name, x.* FROM sqlite_master m, pragma_table_xinfo(m.name) x
       WHERE m.type = 'table' ORDER BY m.name, x.cid`,
      `SELECT m.name, f.* FROM sqlite_master m, pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq`,
      `SELECT m.tbl_name, m.name, x.seqno, x.name, x."desc", x.coll
       FROM sqlite_master m, pragma_index_xinfo(m.name) x
       WHERE m.type = 'index' ORDER BY m.tbl_name, m.name, x.seqno`,
      `SELECT name, wr, strict FROM pragma_table_list WHERE type = 'table' ORDER BY name`,
    ],
  },
  postgresql: {
    kept: keptPostgresql,
    fresh: freshPostgresql,
    tables: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY name`,
    shape: [
      `SELECT table_name, column_name, ordinal_position, data_type, is_nullable, column_default,
         collation_name
       FROM information_schema.columns WHERE table_schema = 'public'
       ORDER BY table_name, ordinal_position`,
      `SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
       ORDER BY tablename, indexname`,
      `SELECT conname, pg_get_constraintdef(oid) AS def FROM pg_constraint ORDER BY conname, def`,
    ],
  },
} as const

/** The table of the migrations that were applied. */
const APPLIED = '_prisma_migrations'

/** All rows of all tables. */
async function rowsOf(
  db: Database,
  tables: string,
): Promise<Map<string, Record<string, unknown>[]>> {
  const rows = new Map<string, Record<string, unknown>[]>()
  for (const { name } of await db.read.all<{ name: string }>(tables)) {
    rows.set(name, await db.read.all(`SELECT * FROM "${name}"`))
  }
  return rows
}

async function shapeOf(db: Database, shape: readonly string[]): Promise<unknown[]> {
  return Promise.all(shape.map((query) => db.read.all(query)))
}

describe.each(['sqlite', 'postgresql'] as const)('the baseline on %s', (kind) => {
  const { kept, fresh, tables, shape } = KINDS[kind]

  const opened = async (url: string) => {
    const db = openDatabase(url)
    onTestFinished(() => db.close())
    return db
  }

  test('counts as applied where all that it replaces is, and loses no row', async () => {
    const url = await kept()
    const db = await opened(url)
    const before = await rowsOf(db, tables)
    expect(before.get('memory_versions')).toHaveLength(6)
    const [, ...later] = readMigrations(kind)
    expect(await migrate(url)).toEqual(later.map(({ name }) => name))
    // What a connection prepared before has the columns of then.
    const after = await rowsOf(await opened(url), tables)
    expect(after.get(APPLIED)).toHaveLength((before.get(APPLIED)?.length ?? 0) + later.length)
    for (const rows of [before, after]) rows.delete(APPLIED)
    const stores = before.get('memory_stores') ?? []
    // How far a store is compressed has a table of its own since.
    const compressed = stores.map(({ key, compressed_sequence }) => ({
      store_key: key,
      compressed_sequence,
    }))
    expect(after.get('store_compressions')).toEqual(compressed)
    expect(after.get('memory_stores')).toMatchObject(
      stores.map(({ compressed_sequence: _, ...rest }) => rest),
    )
    for (const rows of [before, after]) rows.delete('memory_stores')
    const known = [...after].filter(([table]) => before.has(table))
    expect(new Map(known)).toEqual(before)
  })

  test('makes the tables as they were', async () => {
    const url = await kept()
    await migrate(url)
    const db = await opened(url)
    const other = await fresh()
    onTestFinished(() => other.discard())
    expect(await shapeOf(other.db, shape)).toEqual(await shapeOf(db, shape))
  })

  test('leaves a database that is read and written on', async () => {
    const db = await opened(await kept())
    const [store] = (await listStores(db, { limit: 2 })).stores
    expect(store).toMatchObject({ name: 'Kept', memoryCount: 2, versionCount: 6 })
    const found = { storeId: store?.id ?? '', path: '/a/kept.md' }
    const memory = await getMemory(db, found)
    expect(memory).toMatchObject({ content: 'one\nthree\n' })
    const cause = { actor: LOCAL_USER_ACTOR }
    const change = { storeId: found.storeId, memoryId: memory.id, content: 'four\n', cause }
    await updateMemory(db, change)
    expect(await getMemory(db, found)).toMatchObject({ content: 'four\n' })
  })

  test('is no help where one of those that it replaces is missing', async () => {
    const url = await kept()
    const db = await opened(url)
    const last = [...(readMigrations(kind)[0]?.replaces.keys() ?? [])].at(-1) ?? ''
    const missing = 'DELETE FROM _prisma_migrations WHERE migration_name = ?'
    await db.write((tx) => tx.run(missing, [last]))
    const before = await rowsOf(db, tables)
    await expect(migrate(url)).rejects.toThrow(DatabaseTooOldError)
    await expect(migrate(url)).rejects.toThrow(`it lacks the migration ${last},`)
    expect(await rowsOf(db, tables)).toEqual(before)
  })

  test('is refused where one of those that it replaces was edited', async () => {
    const url = await kept()
    const db = await opened(url)
    await db.write((tx) =>
      tx.run(`UPDATE _prisma_migrations SET checksum = 'other'
              WHERE migration_name = '20261121130238_sessions'`),
    )
    await expect(migrate(url)).rejects.toThrow(MigrationEditedError)
  })
})
