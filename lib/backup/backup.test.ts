import {
  cpSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { migrateSqlite } from '@/lib/db/migrate'
import { REDACTIONS } from '@/lib/db/redaction-log'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory } from '@/lib/store/memories/read-memories'
import { getVersion } from '@/lib/store/versions/read-versions'
import { searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import { createBackup } from './create-backup'
import { restoreBackup } from './restore-backup'
import { searchBackups } from './search-backups'
import { clearInterrupted } from './unfinished'

const cause = { actor: LOCAL_USER_ACTOR }
const SECRET = 'the-very-secret-word'

let folder = ''
let db: Database
let file = ''
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-backup-'))
  file = path.join(folder, 'data', 'palimpsest.db')
  await migrateSqlite(file)
  db = openDatabase(`file:${file}`)
})
afterEach(async () => {
  await compactionFinished(db)
  await db.close()
  rmSync(folder, { recursive: true })
})

const inFolder = (...names: string[]) => path.join(folder, ...names)

async function storeWithSecret() {
  const { id: storeId } = await createStore(db, { name: 'Kept' })
  const memory = await createMemory(db, { storeId, path: '/a', content: SECRET, cause })
  await createMemory(db, { storeId, path: '/b', content: 'stays', cause })
  return { storeId, memory }
}

async function restored() {
  const database = inFolder('new', 'palimpsest.db')
  const result = await restoreBackup({ backup: inFolder('one.tar.gz'), database })
  return { database, result }
}

test('what is written during a backup harms neither; the restored database is what it was', async () => {
  const { storeId, memory } = await storeWithSecret()
  const writing = Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      createMemory(db, { storeId, path: `/later/${n}`, content: 'x', cause }),
    ),
  )
  const manifest = await createBackup(file, inFolder('one.tar.gz'))
  await writing
  expect(manifest.counts.stores).toBe(1)
  expect(manifest.counts.memories).toBeGreaterThanOrEqual(2)
  expect(statSync(inFolder('one.tar.gz')).mode & 0o777).toBe(0o600)
  const { database, result } = await restored()
  expect(result.redacted).toEqual({ versions: 0, memories: 0 })
  const again = openDatabase(`file:${database}`)
  const found = await getMemory(again, { storeId, memoryId: memory.id, view: 'full' })
  expect(found.content).toBe(SECRET)
  expect(await again.integrityProblems()).toEqual([])
  await again.close()
})

test('what was redacted after the backup does not come back: its versions are emptied, no byte of it is left', async () => {
  const { storeId, memory } = await storeWithSecret()
  await createBackup(file, inFolder('one.tar.gz'))
  await updateMemory(db, { storeId, memoryId: memory.id, content: 'nothing', cause })
  await redactVersion(db, { storeId, versionId: memory.versionId, cause })
  // A later backup stores the newest list beside the older ones.
  await createBackup(file, inFolder('two.tar.gz'))
  expect(readFileSync(inFolder(REDACTIONS), 'utf8')).toBe(
    `${JSON.stringify({ version: memory.versionId })}\n`,
  )
  const { database, result } = await restored()
  expect(result.redacted).toEqual({ versions: 1, memories: 1 })
  expect(readFileSync(database).includes(SECRET)).toBe(false)
  const again = openDatabase(`file:${database}`)
  const version = await getVersion(again, { storeId, versionId: memory.versionId })
  expect(version.redactedAt).not.toBeNull()
  await again.close()
})

test('a text redacted before the backup leaves its versions as the redaction left them, one redacted after it empties them', async () => {
  const { storeId, memory } = await storeWithSecret()
  await updateMemory(db, { storeId, memoryId: memory.id, content: `${SECRET} and more`, cause })
  const first = await redactText(db, { text: SECRET, replacement: '[gone]', cause })
  await first.finished
  await createBackup(file, inFolder('one.tar.gz'))
  const kept = await restored()
  expect(kept.result.redacted).toEqual({ versions: 0, memories: 0 })
  const second = await redactText(db, { text: 'and more', replacement: '[gone]', cause })
  await second.finished
  await createBackup(file, inFolder('two.tar.gz'))
  rmSync(inFolder('new'), { recursive: true })
  const { result } = await restored()
  expect(result.redacted.versions).toBeGreaterThan(0)
})

test('a backup goes into an empty data folder only', async () => {
  await storeWithSecret()
  await createBackup(file, inFolder('one.tar.gz'))
  mkdirSync(inFolder('new'))
  writeFileSync(inFolder('new', 'other.txt'), '')
  await expect(restored()).rejects.toThrow(/not empty \(it holds other\.txt\)/)
})

test('a backup that is damaged, cut off or not a backup is refused, and nothing of it is left', async () => {
  await storeWithSecret()
  await createBackup(file, inFolder('one.tar.gz'))
  const whole = readFileSync(inFolder('one.tar.gz'))
  expect(gunzipSync(whole).includes('manifest.json')).toBe(true)
  for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no archive')]) {
    writeFileSync(inFolder('one.tar.gz'), bytes)
    await expect(restored()).rejects.toThrow(
      /is no backup of Palimpsest, or not whole|is not whole/,
    )
    rmSync(inFolder('new'), { recursive: true })
  }
})

test('backups into the same folder are made one after the other', async () => {
  await storeWithSecret()
  await Promise.all(['one.tar.gz', 'two.tar.gz'].map((name) => createBackup(file, inFolder(name))))
  expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([
    'data',
    'one.tar.gz',
    'two.tar.gz',
  ])
})

const ID = '8400f3f6-72c2-4f6a-9d86-0b4f4a1d0c4f'

test('what an interrupted backup or restore left is removed at the start, and nothing else', async () => {
  const backups = inFolder('data', 'backups')
  mkdirSync(backups)
  const left = [`regular-1.palimpsest.tar.gz.${ID}.unfinished.db`, `mine.tar.gz.${ID}.unfinished`]
  const kept = ['regular-1.palimpsest.tar.gz', `notes.${ID}.db`, 'palimpsest.db.unfinished']
  for (const name of [...left, ...kept]) writeFileSync(path.join(backups, name), SECRET)
  writeFileSync(inFolder('data', 'restoring.db'), SECRET)
  await clearInterrupted(file)
  expect(readdirSync(backups).filter((name) => !name.startsWith('.'))).toEqual(kept.sort())
  expect(existsSync(inFolder('data', 'restoring.db'))).toBe(false)
})

test('a redaction names the backups and unfinished copies beside the database, which may hold the text', async () => {
  await storeWithSecret()
  searchBackups()
  onTestFinished(() => searchOutsideBy('backups', async () => []))
  const backups = inFolder('data', 'backups')
  mkdirSync(backups)
  const names = ['regular-1.palimpsest.tar.gz', `regular-2.palimpsest.tar.gz.${ID}.unfinished.db`]
  for (const name of names) writeFileSync(path.join(backups, name), SECRET)
  const { finished } = await redactText(db, { text: SECRET, replacement: '[gone]', cause })
  expect(receiptOf(await finished)?.outside).toEqual(
    names.map((name) => ({ kind: 'backup', path: path.join(backups, name), found: null })),
  )
})

/** For the rest of the test the application has one migration more than the database. */
function withAnotherMigration(): void {
  const application = process.cwd()
  const migrations = inFolder('application', 'prisma', 'sqlite', 'migrations')
  cpSync(path.join('prisma', 'sqlite', 'migrations'), migrations, { recursive: true })
  mkdirSync(path.join(migrations, '99990101000000_later'))
  writeFileSync(path.join(migrations, '99990101000000_later', 'migration.sql'), 'SELECT 1;')
  process.chdir(inFolder('application'))
  onTestFinished(() => process.chdir(application))
}

test('an older database is backed up before it is migrated, and left unchanged if the backup fails', async () => {
  withAnotherMigration()
  const asked: string[] = []
  const refusing = async (asking: string) => {
    asked.push(asking)
    throw new Error('no room')
  }
  await expect(migrateSqlite(file, { beforeChange: refusing })).rejects.toThrow('no room')
  expect(asked).toEqual([file])
})
