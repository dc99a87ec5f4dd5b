import { expect, onTestFinished, test } from 'vitest'
import { freshSqlite } from '@/tests/support/databases'
import { JournalSync } from './journal-sync'
import { SqliteConnection } from './sqlite-connection'
import { SqliteWriter } from './sqlite-writer'

const INSERT = `INSERT INTO actors (id, type, name, created_at) VALUES (?, 'user', 'Ada', 1)`

/** A journal whose syncs end when, and as, the test says. */
class JournalInHand extends JournalSync {
  readonly asked: { resolve: () => void; reject: (reason: Error) => void }[] = []

  override sync(): Promise<void> {
    return new Promise((resolve, reject) => this.asked.push({ resolve, reject }))
  }
}

async function writerOn(journal: JournalInHand) {
  const fresh = await freshSqlite()
  const [file = ''] = fresh.db.files()
  const durable: number[] = []
  const writer = new SqliteWriter(
    new SqliteConnection(file),
    journal,
    { check: () => {} },
    {
      onCommit: () => {},
      onDurable: ({ stores }) => durable.push(...stores),
    },
  )
  onTestFinished(async () => {
    writer.close()
    await fresh.discard()
  })
  const add = (id: string, storeKey: number) =>
    writer.run(async (tx) => {
      await tx.run(INSERT, [id])
      tx.touch(storeKey)
    })
  const names = () => fresh.db.read.all<{ id: string }>('SELECT id FROM actors ORDER BY id')
  return { writer, add, names, durable }
}

test('a write is answered and announced once it is synced; meanwhile the next one runs', async () => {
  const journal = new JournalInHand('')
  const { writer, add, names, durable } = await writerOn(journal)
  const answered: string[] = []
  const first = add('user_1', 1).then(() => answered.push('first'))
  await expect.poll(() => journal.asked.length).toBe(1)
  const second = add('user_2', 2).then(() => answered.push('second'))
  await expect.poll(() => journal.asked.length).toBe(2)
  expect(await names()).toHaveLength(2)
  expect(answered).toEqual([])
  expect(writer.isIdle).toBe(false)
  journal.asked[1]?.resolve()
  journal.asked[0]?.resolve()
  await Promise.all([first, second])
  expect(answered).toEqual(['first', 'second'])
  expect(durable).toEqual([1, 2])
  expect(writer.isIdle).toBe(true)
})

test('what could not be synced fails; what comes afterwards is not behind a hole in the journal', async () => {
  const journal = new JournalInHand('')
  const { add } = await writerOn(journal)
  const failed = add('user_1', 1)
  await expect.poll(() => journal.asked.length).toBe(1)
  journal.asked[0]?.reject(new Error('the disk refused'))
  await expect(failed).rejects.toThrow('the disk refused')
  const next = add('user_2', 2)
  await expect.poll(() => journal.asked.length).toBe(2)
  journal.asked[1]?.resolve()
  await next
})

test('those who ask while a sync is under way share the next one', async () => {
  const fresh = await freshSqlite()
  onTestFinished(() => fresh.discard())
  await fresh.db.write((tx) => tx.run(INSERT, ['user_1']))
  const journal = new JournalSync(fresh.db.files()[0] ?? '')
  onTestFinished(() => journal.close())
  const first = journal.sync()
  const second = journal.sync()
  expect(journal.sync()).toBe(second)
  expect(second).not.toBe(first)
  await Promise.all([first, second])
  const third = journal.sync()
  expect(third).not.toBe(second)
  await third
})
