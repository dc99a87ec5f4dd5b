import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshSqlite, onBothDatabases } from '@/tests/support/databases'
import { ChangeSignal } from './change-signal'
import type { Database } from './database'

let logged: string[] = []
beforeEach(() => {
  logged = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => logged.push(String(line)) > 0)
})
afterEach(() => vi.restoreAllMocks())

class Broken extends Error {
  override readonly name = 'Broken'
  readonly code = 'E_BROKEN'
}

/** A listener that always throws. */
function breaks(): never {
  throw new Broken('says what a memory holds')
}

const change = (db: Database) =>
  db.write(async (tx) => {
    tx.touch(1)
    tx.touchSession(1)
  })

onBothDatabases((current) => {
  test('a listener that throws stops neither the write nor the other listeners', async () => {
    const db = current()
    const received: string[] = []
    const ends = [
      db.changes.subscribe(breaks),
      db.changes.subscribe(() => received.push('store')),
      db.sessionChanges.subscribe(breaks),
      db.sessionChanges.subscribe(() => received.push('session')),
    ]
    await change(db)
    await change(db)
    await expect.poll(() => received.filter((what) => what === 'store').length).toBeGreaterThan(1)
    await expect.poll(() => received.filter((what) => what === 'session').length).toBeGreaterThan(1)
    for (const end of ends) end()
    await change(db)
    await expect.poll(() => db.isIdle()).toBe(true)
  })
})

test('the log names the cause of a listener’s error, not its message', () => {
  const signal = new ChangeSignal()
  signal.subscribe(breaks)
  signal.emit([1])
  expect(JSON.parse(logged.join(''))).toMatchObject({
    level: 'error',
    error: 'Broken',
    code: 'E_BROKEN',
    at: expect.stringContaining('breaks') as unknown,
  })
  expect(logged.join('')).not.toContain('what a memory holds')
})

test('writes continue when a change cannot be announced', async () => {
  const fresh = await freshSqlite()
  vi.spyOn(fresh.db.changes, 'emit').mockImplementation(breaks)
  await change(fresh.db)
  await change(fresh.db)
  expect(logged.join('')).toContain('could not be announced')
  vi.restoreAllMocks()
  await fresh.discard()
})
