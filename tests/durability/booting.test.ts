import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { FAULT_WORDS } from '@/lib/db/faults'
import { migrate } from '@/lib/db/migrate'
import { bundle } from '@/tests/support/bundle'
import { describe, expect, test } from '@/tests/support/fixtures'
import { type Going, start } from '@/tests/support/killed'
import { isThere } from '@/tests/support/needed'
import { inOwnMounts, mayMount } from '@/tests/support/own-mounts'
import { freePort } from '@/tests/support/postgresql-server'

/** What a server does with its database when it starts. */

const BOOTING = 'tests/durability/booting-process.ts'

const fileIn = (folder: string) => path.join(folder, 'palimpsest.db')

async function booted(folder: string, env: Record<string, string> = {}): Promise<Going> {
  const going = await start({
    entry: BOOTING,
    args: [],
    env: { DATA_DIR: folder, DATABASE_URL: '', PORT: String(await freePort()), ...env },
  })
  onTestFinished(() => going.kill('SIGKILL'))
  return going
}

const complaintOf = async (going: Promise<Going>) => {
  const { begun, ended } = await going
  expect(await begun).toBeNull()
  return await ended
}

/** A database that was made by other migrations. */
function withMigration(file: string, name: string, by = ''): Buffer {
  const db = new Sqlite(file)
  db.exec(`CREATE TABLE _prisma_migrations (id TEXT, checksum TEXT, finished_at DATETIME,
    migration_name TEXT, logs TEXT, rolled_back_at DATETIME, started_at DATETIME,
    applied_steps_count INTEGER)`)
  db.prepare(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ('1', 'x', ?, ?)`,
  ).run(name, by)
  db.close()
  return readFileSync(file)
}

describe('a start', () => {
  test('makes the database, for this user alone, and announces itself until it ends', async ({
    folder,
  }) => {
    const { begun, ended, kill } = await booted(folder)
    expect(await begun).toBe('begun')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['palimpsest.db', 'server.json']))
    kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0 })
    // After a clean end the file alone is the whole database.
    const left = readdirSync(folder).filter((name) => /^palimpsest\.db|server\.json/.test(name))
    expect(left.filter((name) => !name.endsWith('.server'))).toEqual(['palimpsest.db'])
  })

  test('removes what one that was killed was reading', async ({ folder }) => {
    const left = path.join(folder, 'incoming', 'git-1', 'clone')
    mkdirSync(left, { recursive: true })
    writeFileSync(path.join(left, 'a.md'), 'text of a repository')
    expect(await (await booted(folder)).begun).toBe('begun')
    expect(readdirSync(folder)).not.toContain('incoming')
  })

  test('beside another server of the same file ends with a line that names that one', async ({
    folder,
  }) => {
    const first = await booted(folder)
    await first.begun
    const { url, pid } = JSON.parse(readFileSync(path.join(folder, 'server.json'), 'utf8')) as {
      url: string
      pid: number
    }
    // By another name it is the same file.
    const link = path.join(folder, 'link.db')
    symlinkSync(fileIn(folder), link)
    const linked = await complaintOf(booted(folder, { DATABASE_URL: `file:${link}` }))
    expect(linked.complaint).toMatch('another server')
    const { code, complaint } = await complaintOf(booted(folder))
    expect(code).toBe(1)
    expect(complaint).toBe(
      `palimpsest: another server at ${url} (process ${pid}) has ${fileIn(folder)} open: a SQLite database has one\n`,
    )
    // One that was killed keeps nobody out.
    first.kill('SIGKILL')
    await first.ended
    expect(await (await booted(folder)).begun).toBe('begun')
  })

  test.for([
    [
      'the first edition',
      '20261102111203_init',
      '',
      'palimpsest: this database is one of the first edition, which this version does not read: export its stores there (`palimpsest export <store> --history`), and seed them here\n',
    ],
    ['a newer version', '20990101_later', 'palimpsest 9.1.0', 'install version 9.1.0 or newer'],
  ] as const)(
    'refuses a database of %s with what to do, and leaves it as it is',
    async ([, name, by, words], { folder }) => {
      const before = withMigration(fileIn(folder), name, by)
      const { code, complaint } = await complaintOf(booted(folder))
      expect([code, complaint]).toEqual([1, expect.stringContaining(words)])
      expect(readFileSync(fileIn(folder))).toEqual(before)
    },
  )

  test('refuses what is no database, and leaves it as it is', async ({ folder }) => {
    writeFileSync(fileIn(folder), 'a letter to my aunt, and a good deal more than that')
    const { code, complaint } = await complaintOf(booted(folder))
    expect([code, complaint]).toEqual([1, expect.stringMatching(/^palimpsest: .*damaged/)])
    expect(readFileSync(fileIn(folder), 'utf8')).toMatch(/^a letter/)
  })

  test.runIf(isThere('right to mount', mayMount, 'a start in a folder that is read only'))(
    'in a folder that is read only says so in one line',
    async ({ folder }) => {
      await migrate(`file:${fileIn(folder)}`)
      const readOnly = 'mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"; exec "$2" "$3"'
      const program = await bundle(BOOTING)
      const { status, stderr } = inOwnMounts(readOnly, {
        args: [folder, process.execPath, program],
        env: { DATA_DIR: folder, DATABASE_URL: '', PORT: String(await freePort()) },
      })
      expect([status, stderr]).toEqual([1, `palimpsest: ${FAULT_WORDS.read_only}\n`])
    },
  )

  test('says in one line which setting cannot be used', async ({ folder }) => {
    const { code, complaint } = await complaintOf(booted(folder, { BACKUP_KEEP: 'many' }))
    expect([code, complaint.split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^palimpsest: BACKUP_KEEP="many" cannot be used: /), ''],
    ])
    expect(readdirSync(folder)).not.toContain('palimpsest.db')
  })

  test('without its PostgreSQL says so in one line', async ({ folder }) => {
    const DATABASE_URL = `postgresql://postgres@127.0.0.1:${await freePort()}/none`
    const { code, complaint } = await complaintOf(booted(folder, { DATABASE_URL }))
    expect([code, complaint]).toEqual([
      1,
      'palimpsest: The database server cannot be reached. What was asked may be asked again once it is back.\n',
    ])
  })

  test('that finds nothing missing makes no backup', async ({ folder }) => {
    await migrate(`file:${fileIn(folder)}`)
    const { begun, kill, ended } = await booted(folder)
    expect(await begun).toBe('begun')
    kill('SIGTERM')
    await ended
    expect(readdirSync(folder)).not.toContain('backups')
  })
})
