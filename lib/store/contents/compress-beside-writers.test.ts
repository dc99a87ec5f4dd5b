import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { freshPostgresql, type TestDatabase } from '@/tests/support/databases'
import { compressAll } from '../background/version-compressor'
import { uncompressedStores } from '../background/sql/uncompressed-stores'
import { createMemory, updateMemory } from '../memories/change-memories'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import type { MemoryVersion } from '../model/memory-version'
import { receiptOf, redactText } from '../redaction/redact-text'
import { searchHistory } from '../search/search-history'
import { createStore } from '../stores/change-stores'
import { oldestVersions } from '../versions/oldest-versions'
import { findStore } from '../write/store-transaction'
import { compressSlice } from './compress-versions'
import { lockedProgress } from './sql/compression'

/** On PostgreSQL, where transactions run side by side; on SQLite there is one writer. */

const cause: Cause = { actor: LOCAL_USER_ACTOR }
const SECRET = 'sk-live-4f9c2e7ab1d0'

let fresh: TestDatabase
/** another server of the same database */
let other: Database
beforeAll(async () => {
  fresh = await freshPostgresql()
  other = openDatabase(fresh.url)
})
afterAll(async () => {
  await other.close()
  await fresh.discard()
})

const newStore = async () => {
  const { id } = await createStore(fresh.db, { name: 'Written to' })
  return { id, key: (await findStore(fresh.db.read, id)).key }
}

/** Runs `act` while another server compresses or redacts the store. */
async function whileHeld<T>(storeKey: number, act: () => Promise<T>): Promise<T> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let isHeld = () => {}
  const holding = new Promise<void>((resolve) => (isHeld = resolve))
  const held = other.write(async (tx) => {
    await lockedProgress(tx, storeKey, 'wait')
    isHeld()
    await released
  })
  await holding
  try {
    return await act()
  } finally {
    release()
    await held
  }
}

test('nobody who writes waits for who compresses', async () => {
  const { id: storeId, key } = await newStore()
  const { id: memoryId } = await createMemory(fresh.db, { storeId, path: '/a', content: '', cause })
  const written = await whileHeld(key, async () => {
    await updateMemory(fresh.db, { storeId, memoryId, content: 'new', cause })
    return createMemory(fresh.db, { storeId, path: '/b', content: 'b', cause })
  })
  expect(written.path).toBe('/b')
})

test('who compresses in the background passes over what is compressed elsewhere, and comes again', async () => {
  const { id: storeId, key } = await newStore()
  await createMemory(fresh.db, { storeId, path: '/a', content: 'some text', cause })
  const skipped = await whileHeld(key, () => compressSlice(fresh.db, key))
  expect(skipped).toEqual({ hasMore: true })
  const thisStore = expect.objectContaining({ key }) as unknown
  expect(await uncompressedStores(fresh.db.read)).toContainEqual(thisStore)
  expect(await compressSlice(fresh.db, key)).toEqual({ hasMore: false })
  expect(await uncompressedStores(fresh.db.read)).not.toContainEqual(thisStore)
})

const LINES = Array.from({ length: 120 }, (_, line) => `line ${line} of a memory that is long`)

/** Long enough to be stored as a difference from the version before. */
const textOf = (writer: number, turn: number, middle = 'nothing special') =>
  [...LINES.slice(0, 60), `by ${writer} in ${turn}`, middle, ...LINES.slice(60)].join('\n')

async function versionsOf(db: Database, storeId: string): Promise<MemoryVersion[]> {
  const versions: MemoryVersion[] = []
  for await (const version of oldestVersions(db, storeId)) versions.push(version)
  return versions
}

test('while two servers write, compress and redact, no byte is lost and the text is gone', async () => {
  const { id: storeId, key } = await newStore()
  const turns = 40
  /** by version */
  const expected = new Map<string, string>()
  let writing = 4
  const write = async (writer: number) => {
    const db = writer % 2 === 0 ? fresh.db : other
    const path = `/${writer}.md`
    const first = await createMemory(db, { storeId, path, content: textOf(writer, 0), cause })
    expected.set(first.versionId, textOf(writer, 0))
    for (let turn = 1; turn < turns; turn++) {
      const content = textOf(writer, turn, turn % 5 === 0 ? `token ${SECRET}` : undefined)
      const { id: memoryId } = first
      const { versionId } = await updateMemory(db, { storeId, memoryId, content, cause })
      expected.set(versionId, content.replaceAll(SECRET, '[gone]'))
    }
    writing--
  }
  const compress = async (db: Database) => {
    while (writing > 0) await compressSlice(db, key)
  }
  const redact = async (db: Database) => {
    const { finished } = await redactText(db, { text: SECRET, replacement: '[gone]', cause })
    return receiptOf(await finished)
  }
  const redacting = async () => {
    do await redact(fresh.db)
    while (writing > 0)
  }
  await Promise.all([
    ...[0, 1, 2, 3].map(write),
    ...[fresh.db, other, fresh.db].map(compress),
    redacting(),
  ])
  expect((await redact(other))?.proof?.placesLeft).toBe(0)
  await compressAll(other)

  const versions = await versionsOf(fresh.db, storeId)
  const found = new Map(versions.map(({ id, content }) => [id, content]))
  for (const [id, content] of expected) expect(found.get(id)).toBe(content)
  expect(versions.filter(({ isDamaged }) => isDamaged)).toEqual([])
  const searched = await searchHistory(fresh.db, { storeId, query: SECRET, limit: 5 })
  expect(searched.hits).toEqual([])
  for (const writer of [0, 1, 2, 3]) {
    const query = `by ${writer} in ${turns - 1}`
    const { hits } = await searchHistory(fresh.db, { storeId, query, limit: 5 })
    expect(hits.length).toBeGreaterThan(0)
  }
})
