import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshPostgresql } from '@/tests/support/databases'
import { openDatabase } from './open-database'
import { migrate } from './migrate'
import { DatabaseTooNewError, MigrationEditedError, readMigrations } from './migrations'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const urls = {
  sqlite: async () => ({ url: `file:${folder}/new.db`, discard: async () => {} }),
  postgresql: async () => freshPostgresql(),
}

describe.each(['sqlite', 'postgresql'] as const)('migrations on %s', (kind) => {
  const names = readMigrations(kind).map(({ name }) => name)

  test('are applied once, in their order', async () => {
    const { url, discard } = await urls[kind]()
    const first = await migrate(url)
    expect(kind === 'sqlite' ? first : names).toEqual(names)
    expect(await migrate(url)).toEqual([])
    await discard()
  })

  test('of a newer application are refused, and nothing changes', async () => {
    const { url, discard } = await urls[kind]()
    await migrate(url)
    const db = openDatabase(url)
    await db.write((tx) =>
      tx.run(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
         VALUES ('x', 'y', '99990101000000_later', 'palimpsest 7.8.9')`,
      ),
    )
    await expect(migrate(url)).rejects.toThrow(DatabaseTooNewError)
    await expect(migrate(url)).rejects.toThrow(/install version 7\.8\.9 or newer$/)
    await db.close()
    await discard()
  })

  test('that were edited after they were applied are refused', async () => {
    const { url, discard } = await urls[kind]()
    await migrate(url)
    const db = openDatabase(url)
    await db.write((tx) => tx.run(`UPDATE _prisma_migrations SET checksum = 'other'`))
    await expect(migrate(url)).rejects.toThrow(MigrationEditedError)
    await db.close()
    await discard()
  })
})

test('a start with nothing to apply reads no rows to check them', async () => {
  const file = `${folder}/old.db`
  await migrate(`file:${file}`)
  const db = new Sqlite(file)
  db.pragma('foreign_keys = OFF')
  db.exec(
    `INSERT INTO store_events (store_key, sequence, type, created_at) VALUES (1, 1, 'memory.created', 1)`,
  )
  db.close()
  // A broken reference, which a check of every row would find.
  expect(await migrate(`file:${file}`)).toEqual([])
})

test('several processes can start at once on a new file', async () => {
  const script = `import { migrate } from '@/lib/db/migrate'
    console.log(JSON.stringify(await migrate(process.argv[1])))`
  const runs = Array.from({ length: 4 }, () => runScript(script, `file:${folder}/shared.db`))
  const applied = (await Promise.all(runs)).map((output) => JSON.parse(output) as string[])
  expect(applied.flat()).toEqual(readMigrations('sqlite').map(({ name }) => name))
})

async function runScript(script: string, argument: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, '--', argument],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  return output
}
