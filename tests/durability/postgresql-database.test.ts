import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { closeDatabase, database, db, openDatabase, useDatabase } from '@/lib/db'
import { migrate, pendingNow } from '@/lib/db/migrate'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { getMemory } from '@/lib/store/memories'
import { flushReads, readersOf, recordRead } from '@/lib/store/reads'
import { expect, test } from '@/tests/support/fixtures'
import { start } from '@/tests/support/killed'
import { isThere } from '@/tests/support/needed'
import { ownDatabase } from '@/tests/support/own-database'
import { programBesideServer } from '@/tests/support/postgresql-programs'
import { freePort, onServer, urlOf } from '@/tests/support/postgresql-server'
import { contradictionsIn } from '@/tests/support/sound'

/** A PostgreSQL database that its keeper dumps and restores, or gives another time zone. */

const nameIn = (url: string) => new URL(url).pathname.slice(1)

/** Opens a database anew, as a server that starts on it. */
async function opened(url: string): Promise<void> {
  const before = database()
  useDatabase(await openDatabase(url))
  onTestFinished(async () => {
    await closeDatabase()
    useDatabase(before)
  })
}

const dumps = programBesideServer('pg_dump') ?? ''
const restores = programBesideServer('pg_restore') ?? ''

test.runIf(isThere('pg_dump', dumps !== '' && restores !== '', 'a dump and its restore'))(
  'a dump that is restored into an empty database is the same, and a server starts on it',
  async ({ db: { url }, folder }) => {
    const { id: storeId } = await createStore({ name: 'Dumped' })
    const { id } = await createMemory({ storeId, path: '/é', content: 'one\r\n' }, BY_PERSON)
    await updateMemory({ storeId, memoryId: id, content: '{"b":1,"a":2}' }, BY_PERSON)
    const all = () =>
      db.version.findMany({ orderBy: { sequence: 'asc' }, omit: { content: false } })
    const before = await all()
    const dump = path.join(folder, 'palimpsest.dump')
    execFileSync(dumps, ['--format=custom', `--file=${dump}`, url])
    const name = `${nameIn(url)}_restored`
    const restored = urlOf(url, name)
    await onServer(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
    onTestFinished(() => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`))
    execFileSync(restores, ['--no-owner', `--dbname=${restored}`, dump])
    const env = { DATABASE_URL: restored, DATA_DIR: folder, PORT: String(await freePort()) }
    const server = await start({ entry: 'tests/durability/booting-process.ts', args: [], env })
    expect(await server.begun).toBe('begun')
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    await opened(restored)
    expect(await pendingNow(database())).toEqual([])
    expect(await all()).toEqual(before)
    expect(await contradictionsIn(storeId)).toEqual([])
  },
)

test('one whose encoding lacks characters is left as it was', async ({ db: { url } }) => {
  const name = `${nameIn(url)}_latin`
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`)
  onTestFinished(() => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`))
  await expect(migrate(urlOf(url, name))).rejects.toThrow(/encoded in LATIN1, .*'UTF8'/)
})

test('a time is the same in whichever zone a database lives', async () => {
  const { url } = await ownDatabase()
  const zone = (set: string) => onServer(url, `ALTER DATABASE ${nameIn(url)} ${set}`)
  await zone(`SET TimeZone = 'Asia/Tokyo'`)
  await opened(url)
  const { id: storeId, createdAt } = await createStore({ name: 'In Tokyo' })
  const memory = await createMemory({ storeId, path: '/a', content: 'a' }, BY_PERSON)
  const readAt = new Date('2026-06-01T23:30:00.123Z')
  recordRead({ ...memory, id: memory.versionId, memoryId: memory.id }, BY_PERSON, readAt)
  await flushReads()
  const times = async () => {
    const store = await db.store.findUnique({ where: { id: storeId } })
    const row = await getMemory({ storeId, memoryId: memory.id }, 'basic')
    const [reader] = await readersOf(memory.id)
    const [day] = await db.memoryRead.findMany({ where: { storeId } })
    return [store?.createdAt, row.updatedAt, reader?.lastAt, day?.day]
  }
  const told = [createdAt, memory.updatedAt, readAt, new Date('2026-06-01')]
  expect(await times()).toEqual(told)
  await zone('RESET TimeZone')
  await opened(url)
  expect(await times()).toEqual(told)
})

test('a server that takes no writes is not ready, also before the first', async ({
  db: { url },
  server,
}) => {
  const isReadOnly = (is: 'on' | 'off') =>
    onServer(
      urlOf(url, 'postgres'),
      `ALTER DATABASE "${nameIn(url)}" SET default_transaction_read_only = ${is}`,
    )
  const readyz = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    return [answer.status, (await answer.json()) as object] as const
  }
  expect(await readyz()).toMatchObject([200, {}])
  await isReadOnly('on')
  onTestFinished(() => isReadOnly('off'))
  await opened(url)
  expect(await readyz()).toMatchObject([503, { kind: 'read_only' }])
})
