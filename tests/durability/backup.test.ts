import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { inject } from 'vitest'
import { createBackup } from '@/lib/backup/backup'
import { restoreBackup as restore } from '@/lib/backup/restore'
import { removeInterrupted } from '@/lib/backup/unfinished'
import { database, db, turn, useDatabase } from '@/lib/db'
import { listRedactions, redactionList } from '@/lib/db/redaction-log'
import { createMemory, putMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { redactVersion } from '@/lib/store/redact/version'
import { describe, expect, test } from '@/tests/support/fixtures'
import { killedInEveryStep, runUntil } from '@/tests/support/killed'
import { onDatabase } from '@/tests/support/own-database'
import { put } from '@/tests/support/seeding'
import { contradictionsIn } from '@/tests/support/sound'
import { textsOf } from '@/tests/support/written'

const ENTRY = 'tests/durability/backup-process.ts'
const SECRET = 'the-very-secret-word'

/** Restores as the command does, which has no other database open. */
async function restoreBackup(...asked: Parameters<typeof restore>) {
  const before = database()
  try {
    return await restore(...asked)
  } finally {
    useDatabase(before)
  }
}

/** Looks into a database file as the server would. */
const within = <T>(file: string, look: () => Promise<T>): Promise<T> =>
  onDatabase(`file:${file}`, look)

const namesIn = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('.'))

async function withSecret(content = SECRET) {
  const { id: storeId } = await createStore({ name: 'Kept' })
  const memory = await createMemory({ storeId, path: '/a', content }, BY_PERSON)
  await createMemory({ storeId, path: '/b', content: 'stays' }, BY_PERSON)
  return { storeId, memory }
}

/** Redacts what a memory held, after it was changed. */
async function redact(storeId: string, memory: { id: string; versionId: string }) {
  await updateMemory({ storeId, memoryId: memory.id, content: 'nothing' }, BY_PERSON)
  await redactVersion({ storeId, versionId: memory.versionId }, BY_PERSON)
}

describe.skipIf(inject('template').kind === 'postgresql')('a backup', () => {
  test('amid 1,000 writes restores to what one of them left', async ({ db: { file }, folder }) => {
    const { id: storeId } = await createStore({ name: 'Busy' })
    const target = path.join(folder, 'one.db.gz')
    let isMade = false
    const made = runUntil({ entry: ENTRY, args: ['backup', file, target] }, Infinity).finally(
      () => (isMade = true),
    )
    let written = 0
    for (; written < 1_000 || !isMade; written++) {
      await putMemory({ storeId, path: `/m${written % 20}`, content: `${written}` }, BY_PERSON)
      await turn()
    }
    await made
    expect(statSync(target).mode & 0o777).toBe(0o600)
    const restored = path.join(folder, 'new', 'palimpsest.db')
    const { redacted } = await restoreBackup(target, restored)
    expect(redacted).toMatchObject({ versions: 0, memories: 0 })
    await within(restored, async () => {
      expect(await contradictionsIn(storeId)).toEqual([])
      const held = Object.values(await textsOf(storeId)).map(Number)
      // What one write left: the last twenty before it, and all versions up to it.
      const last = Math.max(-1, ...held)
      expect(held.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: held.length }, (_, n) => last + 1 - held.length + n),
      )
      expect(await db.version.count({ where: { storeId } })).toBe(last + 1)
    })
  }, 60_000)

  test('says what it is of, and does not bring back what was redacted after it', async ({
    db: { file },
    folder,
  }) => {
    const { storeId, memory } = await withSecret('secret of the first')
    const one = path.join(folder, 'one.db.gz')
    const told = await createBackup(file, one)
    await redact(storeId, memory)
    // A later one lays the newest list beside the older ones.
    await createBackup(file, path.join(folder, 'two.db.gz'))
    expect(namesIn(folder)).toEqual(['one.db.gz', 'redactions.jsonl', 'two.db.gz'])
    const restored = path.join(folder, 'new', 'palimpsest.db')
    const found = await restoreBackup(one, restored)
    const redacted = { versions: 1, memories: 1, advice: null }
    expect(found).toEqual({ ...told, redacted })
    expect(namesIn(path.dirname(restored))).toEqual(['palimpsest.db', 'redactions.jsonl'])
    expect(readFileSync(restored).includes('secret of the first')).toBe(false)
    await within(restored, async () => {
      const version = await db.version.findUnique({ where: { id: memory.versionId } })
      expect(version?.redactedAt).not.toBeNull()
      expect(await textsOf(storeId)).toEqual({ '/b': 'stays' })
      expect(await contradictionsIn(storeId)).toEqual([])
    })
  })

  test('older than a redaction whose list could not be written knows it by a newer one beside it', async ({
    db: { file },
    folder,
  }) => {
    const { storeId, memory } = await withSecret()
    const old = path.join(folder, 'old.db.gz')
    await createBackup(file, old)
    const list = redactionList() ?? ''
    rmSync(list, { force: true })
    // A folder in the place of the list can neither be read nor written.
    mkdirSync(list)
    await redact(storeId, memory)
    expect(await listRedactions()).toBe(false)
    rmdirSync(list)
    await createBackup(file, path.join(folder, 'new.db.gz'))
    const { redacted } = await restoreBackup(old, path.join(folder, 'data', 'palimpsest.db'))
    expect(redacted.versions).toBe(1)
  })

  test('is never written over, and goes into an empty data folder only', async ({
    db: { file },
    folder,
  }) => {
    const one = path.join(folder, 'one.db.gz')
    await createBackup(file, one)
    await expect(createBackup(file, one)).rejects.toThrow(/is there already; name another file/)
    mkdirSync(path.join(folder, 'new'))
    writeFileSync(path.join(folder, 'new', 'other.txt'), '')
    const into = restoreBackup(one, path.join(folder, 'new', 'palimpsest.db'))
    await expect(into).rejects.toThrow(/is not empty \(it holds other\.txt\)/)
  })

  test('that is cut off, damaged, none at all, of the first edition or of a newer one is refused, and leaves nothing', async ({
    db: { file },
    folder,
  }) => {
    const one = path.join(folder, 'one.db.gz')
    await createBackup(file, one)
    const whole = readFileSync(one)
    const database = gunzipSync(whole)
    const torn = Buffer.concat([
      database.subarray(0, 8_192),
      Buffer.alloc(database.length - 8_192, 7),
    ])
    const tar = Buffer.alloc(1_024)
    tar.write('ustar', 257)
    const newer = path.join(folder, 'newer.db')
    writeFileSync(newer, database)
    const edited = new Sqlite(newer)
    edited.exec(`UPDATE "_prisma_migrations" SET migration_name = '99990101000000_later'`)
    edited.close()
    const notWhole = /is no backup of Palimpsest, or not whole/
    const cases: [Buffer, RegExp][] = [
      [whole.subarray(0, whole.length / 2), notWhole],
      [Buffer.from('no archive'), notWhole],
      [gzipSync(torn), notWhole],
      [gzipSync(tar), /a backup of the first edition.*palimpsest export/],
      [gzipSync(readFileSync(newer)), /newer than this version of Palimpsest/],
    ]
    for (const [bytes, words] of cases) {
      writeFileSync(one, bytes)
      const into = path.join(folder, 'new')
      await expect(restoreBackup(one, path.join(into, 'palimpsest.db'))).rejects.toThrow(words)
      expect(namesIn(into)).toEqual([])
      rmSync(into, { recursive: true })
    }
  })

  test('waits for another one in its folder', async ({ db: { file }, folder }) => {
    const names = ['one.db.gz', 'two.db.gz']
    await Promise.all(names.map((name) => createBackup(file, path.join(folder, name))))
    expect(namesIn(folder)).toEqual(expect.arrayContaining(names))
  })

  test('killed in any step leaves nothing after the next one', async ({ db: { file }, folder }) => {
    await withSecret()
    const name = 'killed.db.gz'
    const kills = await killedInEveryStep({
      prepare: () => {
        const args = ['backup', file, path.join(folder, name)]
        return Promise.resolve({ folder, program: { entry: ENTRY, args } })
      },
      check: async (_, { isKilled }, left) => {
        const target = path.join(left, name)
        // A backup that has its name is whole, whatever came after.
        if (!isKilled || existsSync(target)) {
          await restoreBackup(target, path.join(left, 'new', 'palimpsest.db'))
        }
        await createBackup(file, path.join(left, 'next.db.gz'))
        expect(namesIn(left).filter((each) => each.includes('unfinished'))).toEqual([])
      },
    })
    expect(kills).toBeGreaterThan(3)
  }, 60_000)

  test('whose restore is killed in any step is restored anew', async ({ db: { file }, folder }) => {
    const secret = 'secret of the restore'
    const { storeId, memory } = await withSecret(secret)
    const one = path.join(folder, 'one.db.gz')
    await createBackup(file, one)
    await redact(storeId, memory)
    await listRedactions()
    // Its copy broke off within the last line.
    const list = readFileSync(redactionList() ?? '').subarray(0, -3)
    writeFileSync(path.join(folder, 'redactions.jsonl'), list)
    const kills = await killedInEveryStep({
      prepare: () => {
        const args = ['restore', one, path.join(folder, 'new', 'palimpsest.db')]
        return Promise.resolve({ folder, program: { entry: ENTRY, args } })
      },
      check: async (_, { isKilled }, left) => {
        const restored = path.join(left, 'new', 'palimpsest.db')
        const isThere = existsSync(restored)
        expect(isThere || isKilled).toBe(true)
        if (isThere) await removeInterrupted(restored)
        else {
          // As a start that was refused leaves it.
          mkdirSync(path.dirname(restored), { recursive: true })
          writeFileSync(`${restored}.server`, '')
          await restoreBackup(one, restored)
        }
        rmSync(`${restored}.server`, { force: true })
        expect(namesIn(path.dirname(restored))).toEqual(['palimpsest.db', 'redactions.jsonl'])
        expect(readFileSync(restored).includes(secret)).toBe(false)
      },
    })
    expect(kills).toBeGreaterThan(5)
  }, 60_000)
})

test('what an interrupted backup or restore left goes at the start, and nothing else', async ({
  folder,
}) => {
  const file = put(folder, 'palimpsest.db', '')
  const kept = ['copy.db', 'palimpsest.db.unfinished', 'regular-1.db.gz']
  for (const name of kept) put(folder, `backups/${name}`, SECRET)
  put(folder, 'backups/palimpsest-unfinished/copy.db', SECRET)
  put(folder, 'palimpsest-unfinished/restored.db-wal', SECRET)
  await removeInterrupted(file)
  expect(namesIn(path.join(folder, 'backups'))).toEqual(kept)
  expect(namesIn(folder)).toEqual(['backups', 'palimpsest.db'])
})
