import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { migrateSqlite } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import { REDACTIONS } from '@/lib/db/redaction-log'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { putMemory } from '@/lib/store/memories/change-memories'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { createBackup } from './create-backup'
import { redactedVersions } from './redaction-log'
import { restoreBackup } from './restore-backup'

const cause = { actor: LOCAL_USER_ACTOR }
const SECRET = 'the-very-secret-word'

let folder = ''
let file = ''
let list = ''
let db: Database
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-list-'))
  file = path.join(folder, 'data', 'palimpsest.db')
  list = path.join(folder, 'data', REDACTIONS)
  await migrateSqlite(file)
  db = openDatabase(`file:${file}`)
})
afterEach(async () => {
  await compactionFinished(db)
  await db.close()
  rmSync(folder, { recursive: true })
})

/** Puts a folder in the place of the list, which can then neither be read nor written. */
const blockList = () => mkdirSync(list)

async function twoVersions(): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Kept' })
  await putMemory(db, { storeId, path: '/a', content: `one ${SECRET}`, cause })
  await putMemory(db, { storeId, path: '/a', content: `two ${SECRET}`, cause })
  return storeId
}

async function redact() {
  const { finished } = await redactText(db, { text: SECRET, replacement: '[gone]', cause })
  return receiptOf(await finished)
}

const ofMarks = () => db.read.all<{ mark: string }>('SELECT mark FROM redaction_marks ORDER BY key')

test('a redaction whose list for backups cannot be written says so, and the list is complete after the next start', async () => {
  await twoVersions()
  blockList()
  const receipt = await redact()
  expect(receipt?.notCovered[0]).toMatch(/list of redactions/)
  const marks = (await ofMarks()).map(({ mark }) => mark)
  expect(marks).toHaveLength(2)

  rmdirSync(list)
  await db.close()
  db = openDatabase(`file:${file}`)
  expect(await db.listRedactions()).toBe(true)
  expect(redactedVersions([list])).toEqual(marks)
  const before = readFileSync(list, 'utf8')
  expect(await db.listRedactions()).toBe(true)
  expect(readFileSync(list, 'utf8')).toBe(before)
})

test('a line that a full disk cut off costs no other its place in the list', async () => {
  await twoVersions()
  await redact()
  const marks = (await ofMarks()).map(({ mark }) => mark)
  writeFileSync(list, readFileSync(list, 'utf8').slice(0, -20))
  await db.close()
  db = openDatabase(`file:${file}`)
  expect(await db.listRedactions()).toBe(true)
  expect(redactedVersions([list])).toEqual(marks)
})

test('an older backup does not bring back what was redacted while the list could not be written, if a newer backup lies beside it', async () => {
  const storeId = await twoVersions()
  const backups = path.join(folder, 'backups')
  mkdirSync(backups)
  await createBackup(file, path.join(backups, 'old.tar.gz'))
  blockList()
  await redact()
  rmdirSync(list)
  await createBackup(file, path.join(backups, 'new.tar.gz'))
  expect(existsSync(list)).toBe(false)

  const database = path.join(folder, 'restored', 'palimpsest.db')
  const { redacted } = await restoreBackup({ backup: path.join(backups, 'old.tar.gz'), database })
  expect(redacted.versions).toBe(2)
  const again = openDatabase(`file:${database}`)
  const { versions } = await listVersions(again, { storeId, view: 'full', limit: 10 })
  expect(versions.filter(({ content }) => content?.includes(SECRET))).toEqual([])
  await again.close()
})
