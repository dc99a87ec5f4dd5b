import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import Sqlite from 'better-sqlite3'
import { test as base, expect } from 'vitest'
import { type Prisma, PrismaClient } from './generated/sqlite/client'
import { migrate } from './migrate'
import { SqliteAdapter } from './sqlite-adapter'

/**
 * Each is a fault of Prisma's own adapter: a read of what is never committed, acknowledged writes that
 * are not there, an event loop that stands still.
 */

const test = base.extend('sides', async ({}, { onCleanup }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-adapter-'))
  const file = path.join(folder, 'test.db')
  await migrate(`file:${file}`)
  const open = (adapter: SqliteAdapter) =>
    new PrismaClient({ adapter, transactionOptions: { maxWait: 20_000, timeout: 20_000 } })
  const writer = open(new SqliteAdapter({ file }))
  const reader = open(new SqliteAdapter({ file, readonly: true }))
  await writer.$connect()
  onCleanup(async () => {
    await writer.$disconnect()
    await reader.$disconnect()
    rmSync(folder, { recursive: true })
  })
  return { file, open, writer, reader }
})

const store = (id: string, name = '') => ({
  id,
  name,
  metadata: {},
  limits: {},
  rules: {},
  createdAt: new Date(),
  updatedAt: new Date(),
})

const versionOf = (storeId: string, sequence: number): Prisma.VersionUncheckedCreateInput => ({
  id: `v${sequence}`,
  storeId,
  sequence,
  memoryId: 'M',
  ordinal: sequence,
  operation: 'created',
  createdAt: new Date(),
  actorType: 'user',
  actorId: 'u',
})

function idsIn(file: string): string[] {
  const db = new Sqlite(file, { readonly: true })
  const ids = db.prepare('SELECT id FROM Store ORDER BY id').pluck().all() as string[]
  db.close()
  return ids
}

/** A transaction that stands open until it is told how to end. */
function standing(writer: PrismaClient, id: string) {
  let end: (how: 'commit' | 'roll back') => void = () => {}
  const told = new Promise<string>((resolve) => (end = resolve))
  let begun: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => (begun = resolve))
  const done = writer
    .$transaction(async (tx) => {
      await tx.store.upsert({ where: { id }, create: store(id), update: { name: 'not committed' } })
      begun()
      if ((await told) === 'roll back') throw new Error('rolled back')
    })
    .catch(() => {})
  return { isOpen, end: (how: 'commit' | 'roll back') => (end(how), done) }
}

test('a read beside a transaction that rolls back sees what is committed', async ({ sides }) => {
  const { writer, reader } = sides
  await writer.store.create({ data: store('X', 'before') })
  const transaction = standing(writer, 'X')
  await transaction.isOpen
  expect(await reader.store.findUnique({ where: { id: 'X' } })).toMatchObject({ name: 'before' })
  await transaction.end('roll back')
})

test('a write beside a transaction that rolls back is there', async ({ sides }) => {
  const { writer, file } = sides
  const transaction = standing(writer, 'X')
  await transaction.isOpen
  const beside = writer.store.create({ data: store('BESIDE') })
  await transaction.end('roll back')
  await beside
  expect(idsIn(file)).toEqual(['BESIDE'])
})

test('after a COMMIT that failed the next writes reach the file', async ({ sides }) => {
  const { writer, file } = sides
  const failed = writer.$transaction(async (tx) => {
    await tx.$executeRaw`PRAGMA defer_foreign_keys = ON`
    await tx.version.create({ data: versionOf('no such store', 1) })
  })
  await expect(failed).rejects.toThrow()
  await writer.store.create({ data: store('ALONE') })
  await writer.$transaction(async (tx) => tx.store.create({ data: store('WITHIN') }))
  expect(idsIn(file)).toEqual(['ALONE', 'WITHIN'])
})

test('statements that follow each other, in a transaction or not, leave their share to all', async ({
  sides,
}) => {
  const { writer, reader } = sides
  let reads = 0
  let turns = 0
  let isDone = false
  const reading = async () => {
    for (; !isDone && reads < 5_000; reads++) await reader.store.count()
  }
  const writing = writer.$transaction(async (tx) => {
    for (let asked = 0; asked < 500; asked++) await tx.store.count()
    isDone = true
  })
  const done = Promise.all([reading(), writing])
  for (; !isDone; turns++) await nextTurn()
  await done
  expect(turns).toBeGreaterThan(3)
  expect(reads).toBeLessThan(2_500)
})

const HOLDER = `const db = new (require('better-sqlite3'))(process.argv[1]); db.exec('BEGIN IMMEDIATE')
  process.stdout.write('locked'); process.stdin.once('end', () => db.exec('COMMIT')).resume()`

test('while another process has the lock, others are answered and the write waits', async ({
  sides,
}) => {
  const { writer, reader, file } = sides
  const other = spawn(process.execPath, ['-e', HOLDER, file])
  const ended = once(other, 'close')
  await once(other.stdout, 'data')
  const written = writer.$transaction(async (tx) => tx.store.create({ data: store('WAITED') }))
  for (let asked = 0; asked < 20; asked++) await reader.store.count()
  expect(idsIn(file)).toEqual([])
  other.stdin.end()
  await written
  await ended
  expect(idsIn(file)).toEqual(['WAITED'])
})

test('nothing is acknowledged once another file stands in the place of the opened one', async ({
  sides,
}) => {
  const { writer, file } = sides
  await writer.store.create({ data: store('A') })
  for (const end of ['', '-wal', '-shm']) renameSync(file + end, `${file}.moved${end}`)
  await migrate(`file:${file}`)
  await expect(writer.store.create({ data: store('B') })).rejects.toThrow(/not the file/)
  const within = writer.$transaction(async (tx) => tx.store.create({ data: store('C') }))
  await expect(within).rejects.toThrow(/not the file/)
  expect(idsIn(file)).toEqual([])
})

test('a job that goes on after a failed statement keeps nothing, as on PostgreSQL', async ({
  sides,
}) => {
  const { writer, file } = sides
  await writer.store.create({ data: store('A') })
  const swallowed = writer.$transaction(async (tx) => {
    await tx.store.create({ data: store('A') }).catch(() => {})
    await tx.store.create({ data: store('B') }).catch(() => {})
  })
  await expect(swallowed).rejects.toThrow()
  expect(idsIn(file)).toEqual(['A'])
})

test('64 changes at once take 64 numbers without a hole', async ({ sides }) => {
  const { writer, reader } = sides
  await writer.store.create({ data: store('S') })
  const change = () =>
    writer.$transaction(async (tx) => {
      const data = { lastSequence: { increment: 1 } }
      const { lastSequence } = await tx.store.update({ where: { id: 'S' }, data })
      await tx.event.create({
        data: {
          storeId: 'S',
          sequence: lastSequence,
          type: 'moment',
          actorType: 'user',
          actorId: 'u',
          createdAt: new Date(),
        },
      })
    })
  await Promise.all(Array.from({ length: 64 }, change))
  const events = await reader.event.findMany({ orderBy: { sequence: 'asc' } })
  expect(events.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 64 }, (_, i) => i + 1),
  )
})

test('where ROLLBACK itself fails, too, the connection is opened anew', async ({ sides }) => {
  class Faulty extends SqliteAdapter {
    opened = 0
    protected override async open(): Promise<SqlDriverAdapter> {
      const stock = await super.open()
      if (++this.opened > 1) return stock
      const execute = stock.executeScript.bind(stock)
      stock.executeScript = async (script) => {
        if (script === 'COMMIT' || script === 'ROLLBACK') throw new Error('disk I/O error')
        return execute(script)
      }
      return stock
    }
  }
  const faulty = sides.open(new Faulty({ file: sides.file }))
  const create = (id: string) =>
    faulty.$transaction(async (tx) => void (await tx.store.create({ data: store(id) })))
  await expect(create('A')).rejects.toThrow(/disk I\/O error/)
  await create('B')
  expect(idsIn(sides.file)).toEqual(['B'])
  await faulty.$disconnect()
})

test('a transaction that waited too long for its turn leaves nothing behind', async ({ sides }) => {
  const { writer, file } = sides
  const slow = standing(writer, 'SLOW')
  await slow.isOpen
  const early = writer.$transaction(async (tx) => tx.store.create({ data: store('EARLY') }), {
    maxWait: 50,
  })
  await expect(early).rejects.toThrow()
  await slow.end('commit')
  await writer.store.create({ data: store('LATER') })
  expect(idsIn(file)).toEqual(['LATER', 'SLOW'])
})
