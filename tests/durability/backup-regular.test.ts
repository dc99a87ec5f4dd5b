import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { createStore } from '@/lib/store/change-stores'
import { expect, test } from '@/tests/support/fixtures'
import { start } from '@/tests/support/killed'
import { onDatabase } from '@/tests/support/own-database'
import { regularIn } from '@/tests/support/regular-backups'
import { damage, written } from '@/tests/support/written'

const HOUR_MS = 3_600_000

const age = (folder: string, name: string) => {
  const then = new Date(Date.now() - HOUR_MS)
  utimesSync(path.join(folder, 'backups', name), then, then)
}

async function server(folder: string) {
  const env = { DATA_DIR: folder, DATABASE_URL: '', BACKUP_EVERY: '1h', BACKUP_KEEP: '2' }
  const going = await start({ entry: 'tests/durability/regular-backups-process.ts', args: [], env })
  onTestFinished(() => going.kill('SIGKILL'))
}

test('a server makes a backup whenever its last is as old as BACKUP_EVERY, and keeps the newest BACKUP_KEEP', async ({
  folder,
}) => {
  const seen = new Set<string>()
  const there = () => {
    const names = regularIn(folder)
    for (const name of names) seen.add(name)
    return names
  }
  await server(folder)
  await expect.poll(there).toHaveLength(1)
  const [first = ''] = there()
  age(folder, first)
  await expect.poll(there).toHaveLength(2)
  const [, second = ''] = there()
  age(folder, second)
  await expect.poll(there).toEqual([second, expect.stringMatching(/^regular-/)])
  // While the last is young none is made, however often it is looked.
  expect(seen.size).toBe(3)
  for (const name of there()) {
    const bytes = gunzipSync(readFileSync(path.join(folder, 'backups', name)))
    expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3')
  }
})

test('one whose clock was set back makes backups all the same, and keeps them', async ({
  folder,
}) => {
  const ahead = new Date(Date.now() + 365 * 24 * HOUR_MS)
  mkdirSync(path.join(folder, 'backups'))
  for (const minute of ['01', '02']) {
    const name = `regular-${ahead.getUTCFullYear()}-12-31T00-${minute}-00-000Z.db.gz`
    writeFileSync(path.join(folder, 'backups', name), '')
    utimesSync(path.join(folder, 'backups', name), ahead, ahead)
  }
  await server(folder)
  const year = String(new Date().getUTCFullYear())
  await expect
    .poll(() => regularIn(folder))
    .toEqual([expect.stringContaining(`regular-${year}`), expect.stringContaining(`T00-02-00`)])
})

test('backups of damaged versions take the place of none that is sound', async ({ folder }) => {
  await server(folder)
  const there = () => regularIn(folder)
  await expect.poll(there).toHaveLength(1)
  const [sound = ''] = there()
  await onDatabase(`file:${path.join(folder, 'palimpsest.db')}`, async () => {
    const { id } = await createStore({ name: 'Damaged' })
    const [version] = await written(id, { '/a': 'a' })
    await damage(version?.id ?? '')
  })
  const damaged = () => there().filter((name) => name.endsWith('-damaged.db.gz'))
  for (const count of [1, 2, 2]) {
    for (const name of there()) age(folder, name)
    const before = new Set(there())
    await expect.poll(() => damaged().some((name) => !before.has(name))).toBe(true)
    await expect.poll(damaged).toHaveLength(count)
  }
  expect(there()).toContain(sound)
})
