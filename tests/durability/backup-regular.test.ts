import { readFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { expect, test } from '@/tests/support/fixtures'
import { start } from '@/tests/support/killed'
import { regularIn } from '@/tests/support/regular-backups'

const HOUR_MS = 3_600_000

test('a server makes a backup whenever its last is as old as BACKUP_EVERY, and keeps the newest BACKUP_KEEP', async ({
  folder,
}) => {
  const age = (name: string) => {
    const then = new Date(Date.now() - HOUR_MS)
    utimesSync(path.join(folder, 'backups', name), then, then)
  }
  const seen = new Set<string>()
  const there = () => {
    const names = regularIn(folder)
    for (const name of names) seen.add(name)
    return names
  }
  const env = { DATA_DIR: folder, DATABASE_URL: '', BACKUP_EVERY: '1h', BACKUP_KEEP: '2' }
  const entry = 'tests/durability/regular-backups-process.ts'
  const server = await start({ entry, args: [], env })
  onTestFinished(() => server.kill('SIGKILL'))
  await expect.poll(there).toHaveLength(1)
  const [first = ''] = there()
  age(first)
  await expect.poll(there).toHaveLength(2)
  const [, second = ''] = there()
  age(second)
  await expect.poll(there).toEqual([second, expect.stringMatching(/^regular-/)])
  // While the last is young none is made, however often it is looked.
  expect(seen.size).toBe(3)
  for (const name of there()) {
    const bytes = gunzipSync(readFileSync(path.join(folder, 'backups', name)))
    expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3')
  }
})
