import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '@/lib/db/open-database'
import { migrate } from '@/lib/db/migrate'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory } from '@/lib/store/memories/read-memories'
import { freshPostgresql } from '@/tests/support/databases'

const isThere = spawnSync('pg_dump', ['--version']).status === 0
if (!isThere) process.stderr.write('skipped: pg_dump is not installed\n')

const cause = { actor: LOCAL_USER_ACTOR }

test.skipIf(!isThere)(
  'a dump of PostgreSQL, restored as docs/operations.md says, is the same database',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-dump-'))
    const fresh = await freshPostgresql()
    const restored = new URL(fresh.url)
    restored.pathname += '_restored'
    onTestFinished(async () => {
      await fresh.discard()
      await onServer(`DROP DATABASE ${restored.pathname.slice(1)} WITH (FORCE)`)
      rmSync(folder, { recursive: true })
    })
    const { id: storeId } = await createStore(fresh.db, { name: 'Dumped' })
    const { id: memoryId } = await createMemory(fresh.db, {
      storeId,
      path: '/a',
      content: 'é',
      cause,
    })
    const dump = path.join(folder, 'palimpsest.dump')
    execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, fresh.url])
    await onServer(
      `CREATE DATABASE ${restored.pathname.slice(1)} TEMPLATE template0 ENCODING 'UTF8'`,
    )
    execFileSync('pg_restore', ['--no-owner', `--dbname=${restored.href}`, dump])
    expect(await migrate(restored.href)).toEqual([])
    const db = openDatabase(restored.href)
    const memory = await getMemory(db, { storeId, memoryId, view: 'full' })
    await db.close()
    expect(memory.content).toBe('é')
  },
)

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresqlUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
