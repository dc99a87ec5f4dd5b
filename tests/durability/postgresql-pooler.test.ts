import { closeDatabase, database, db, openDatabase, useDatabase } from '@/lib/db'
import { migrate } from '@/lib/db/migrate'
import { jobEnded } from '@/lib/jobs/jobs'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { copyStore } from '@/lib/store/copies'
import { BY_PERSON } from '@/lib/store/model/actor'
import { receiptOf, redactText } from '@/lib/store/redact/redact'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { isThere } from '@/tests/support/needed'
import { hasPooler, startPooler } from '@/tests/support/pgbouncer'
import { contradictionsIn } from '@/tests/support/sound'
import { onServer, urlOf } from '@/tests/support/postgresql-server'
import { textsOf } from '@/tests/support/written'

/** The database of the file through PgBouncer, which lends four connections for a transaction each. */
const test = base.extend('pooled', { scope: 'file', auto: true }, async ({ db }, { onCleanup }) => {
  const direct = database()
  const pooler = await startPooler(db.url)
  useDatabase(await openDatabase(pooler.url))
  onCleanup(async () => {
    await closeDatabase()
    await pooler.stop()
    useDatabase(direct)
  })
  return pooler
})

const isPooled = isThere('pgbouncer', hasPooler, 'through PgBouncer')

describe.runIf(isPooled)('through PgBouncer in transaction mode, without a setting', () => {
  test('more write at once than there are connections, and nobody is refused', async ({
    store: { id: storeId },
  }) => {
    const write = (index: number) =>
      createMemory({ storeId, path: `/${index}`, content: `${index}` }, BY_PERSON)
    const written = await Promise.all(Array.from({ length: 64 }, (_, index) => write(index)))
    expect(new Set(written.map(({ versionId }) => versionId)).size).toBe(64)
    expect(await contradictionsIn(storeId)).toEqual([])
  })

  test('a copy is whole, and a redacted text gone from both', async ({
    store: { id: storeId },
  }) => {
    const secret = 'the word that goes'
    const { id } = await createMemory({ storeId, path: '/a', content: `one ${secret}` }, BY_PERSON)
    await updateMemory({ storeId, memoryId: id, content: `two ${secret}` }, BY_PERSON)
    const { result } = await jobEnded((await copyStore({ storeId, name: 'copy' }, BY_PERSON)).id)
    const copyId = result?.store_id as string
    expect(await textsOf(copyId)).toEqual({ '/a': `two ${secret}` })
    const ask = { text: secret, replacement: '-', earlierVersions: 'rewrite' as const }
    const storeIds = [storeId, copyId]
    const job = await jobEnded((await redactText({ ...ask, storeIds }, BY_PERSON)).id)
    expect([job.state, receiptOf(job)?.proof.left]).toEqual(['done', []])
    expect(await textsOf(copyId)).toEqual({ '/a': 'two -' })
    expect(await db.version.count({ where: { content: { contains: secret } } })).toBe(0)
  })

  test('an empty database is brought to this version', async ({ db: { url } }) => {
    const empty = `${new URL(url).pathname.slice(1)}_empty`
    await onServer(url, `CREATE DATABASE ${empty} TEMPLATE template0 ENCODING 'UTF8'`)
    const pooler = await startPooler(urlOf(url, empty))
    expect(await migrate(pooler.url)).not.toEqual([])
    expect(await migrate(pooler.url)).toEqual([])
    await pooler.stop()
    await onServer(url, `DROP DATABASE ${empty} WITH (FORCE)`)
  })
})
