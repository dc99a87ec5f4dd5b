import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import type { Database } from './database'
import { openDatabase } from './open-database'

const KEY = {
  name: 'key',
  secretHash: 'hash',
  access: 'read',
  storeIds: null,
  createdAt: 1_790_000_000_000,
} as const

const add = (db: Database, id: string) =>
  db.write((tx) => tx.prisma.apiKey.create({ data: { ...KEY, id, secretHash: `hash of ${id}` } }))

const ids = async (db: Database) =>
  (await db.prisma.apiKey.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

onBothDatabases((current, url) => {
  test('integers come as numbers', async () => {
    await add(current(), 'a')
    const row = await current().prisma.apiKey.findFirst({ where: { id: 'a' } })
    expect(row?.createdAt).toBe(KEY.createdAt)
  })

  test('the client and SQL share a transaction', async () => {
    const db = current()
    await db.write(async (tx) => {
      await tx.prisma.apiKey.create({ data: { ...KEY, id: 'a' } })
      const row = await tx.get<{ id: string }>('SELECT id FROM api_keys')
      await tx.run('UPDATE api_keys SET name = ? WHERE id = ?', ['by SQL', row?.id ?? ''])
      const [seen] = await tx.prisma.apiKey.findMany()
      expect(seen).toMatchObject({ id: 'a', name: 'by SQL' })
      expect(await db.prisma.apiKey.count()).toBe(0)
    })
    expect(await ids(db)).toEqual(['a'])
  })

  test('what a failed job wrote is rolled back, and what others wrote stays', async () => {
    const db = current()
    const writes = Array.from({ length: 20 }, (_, index) =>
      db.write(async (tx) => {
        const id = String(index).padStart(2, '0')
        await tx.prisma.apiKey.create({ data: { ...KEY, id, secretHash: id } })
        if (index % 2 === 1) throw new Error('changed its mind')
      }),
    )
    const settled = await Promise.allSettled(writes)
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(10)
    expect(await ids(db)).toHaveLength(10)
  })

  test('a fault of the database is thrown as its driver threw it', async () => {
    await add(current(), 'a')
    const code = current().kind === 'sqlite' ? 'SQLITE_CONSTRAINT_UNIQUE' : '23505'
    await expect(add(current(), 'a')).rejects.toMatchObject({ code })
  })

  test('a row that is not there is an error of the client', async () => {
    const update = current().write((tx) =>
      tx.prisma.apiKey.update({ where: { id: 'none' }, data: { name: 'x' } }),
    )
    await expect(update).rejects.toMatchObject({ code: 'P2025' })
  })

  test('what takes several statements is all or nothing within its transaction', async () => {
    const db = current()
    await db
      .write(async (tx) => {
        const store = { id: 'memstore_a', name: 'a', createdAt: 1, updatedAt: 1 }
        const moment = {
          sequence: 1,
          name: 'm',
          createdAt: 1,
          actorType: 'user',
          actorId: 'u',
        } as const
        const made = tx.prisma.memoryStore.create({
          data: { ...store, moments: { create: [moment, moment] } },
        })
        await expect(made).rejects.toThrow()
        if (db.kind === 'sqlite') expect(await tx.prisma.memoryStore.count()).toBe(0)
      })
      .catch((error: unknown) => {
        // PostgreSQL takes no more of a transaction in which a statement failed.
        if (db.kind === 'sqlite') throw error
      })
    expect(await db.prisma.memoryStore.count()).toBe(0)
  })

  test('outside of a transaction nothing is written', async () => {
    const { prisma } = current() as unknown as {
      prisma: { apiKey: { create(args: unknown): Promise<unknown> } }
    }
    await expect(prisma.apiKey.create({ data: { ...KEY, id: 'a' } })).rejects.toThrow()
    expect(await ids(current())).toEqual([])
  })

  test('many transactions at once each see their own', async () => {
    const db = current()
    const seen = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        db.write(async (tx) => {
          const id = `k${index}`
          await tx.prisma.apiKey.create({ data: { ...KEY, id, secretHash: id } })
          return (await tx.prisma.apiKey.findFirst({ where: { id } }))?.id
        }),
      ),
    )
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => `k${index}`))
  })

  test('behind a pooler it does the same', async () => {
    if (current().kind === 'sqlite') return
    const pooled = openDatabase(url(), { isPooled: true, directUrl: null, events: 'poll' })
    try {
      await Promise.all(['a', 'b', 'c'].map((id) => add(pooled, id)))
      expect(await ids(pooled)).toEqual(['a', 'b', 'c'])
    } finally {
      await pooled.close()
    }
  })
})
