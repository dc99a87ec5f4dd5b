import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { flipBit as flipStoredBit } from '@/tests/support/damaged-version'
import { allMemories } from '../memories/all-memories'
import { blameMemory } from './blame-memory'
import { uncompressedStores } from '../background/sql/uncompressed-stores'
import { compressAll } from '../background/version-compressor'
import { createMemory, editMemory, putMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { clearRecents } from '../contents/recent-contents'
import { findStore } from '../write/store-transaction'
import { readContents } from '../contents/stored-content'
import { type DamagedVersion, damagedVersions, newestWholeVersion } from './damaged-versions'
import { findText } from '../redaction/find-text'
import { getMemory, listMemories } from '../memories/read-memories'
import { getVersion, listVersions } from './read-versions'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { oldestVersions } from './oldest-versions'
import { receiptOf, redactText } from '../redaction/redact-text'
import { restoreStore } from '../undo/restore-store'
import { restoreVersion } from './restore-version'
import { searchHistory } from '../search/search-history'
import { searchStore } from '../search/search-store'
import { undoChanges } from '../undo/undo-changes'

const cause: Cause = { actor: LOCAL_USER_ACTOR }

async function flipBit(...[db, ...flipped]: Parameters<typeof flipStoredBit>): Promise<void> {
  await flipStoredBit(db, ...flipped)
  clearRecents()
}

/** Long enough to be stored in every way: whole, deflated, as a delta and as a deflated delta. */
const LINES = Array.from({ length: 260 }, (_, line) => `line ${line}: account ${line * 7919}`)

/** Versions differ from the one before in one line, or in many. */
const textOf = (ordinal: number) =>
  LINES.map((line, at) => {
    const isChanged = at % 20 === ordinal && (ordinal % 2 === 1 || at < 20)
    return isChanged ? `${line}, of version ${ordinal}` : line
  }).join('\n')

const SECRET = 'sk-live-4f9c2e7ab1d0'

const damaged = (versionId: string) => ({ problem: { kind: 'version_damaged', versionId } })

onBothDatabases((current) => {
  /** A memory of five versions; `ids` begin with the first. */
  const written = async (db: Database) => {
    const { id: storeId } = await createStore(db, { name: 'Damage' })
    const path = '/accounts.md'
    await createMemory(db, { storeId, path, content: textOf(1), cause })
    for (let ordinal = 2; ordinal <= 5; ordinal++) {
      await editMemory(db, { storeId, path, edit: () => textOf(ordinal), cause })
    }
    const { versions } = await listVersions(db, { storeId, limit: 10 })
    const ids = versions.map(({ id }) => id).reverse()
    const memoryId = versions[0]?.memoryId ?? ''
    const id = (ordinal: number) => ids[ordinal - 1] ?? ''
    return { storeId, path, memoryId, id }
  }

  test('a flipped bit anywhere in what is stored is a refusal or changes nothing, never another text', async () => {
    const db = current()
    for (const isCompressed of [false, true]) {
      const { storeId, id } = await written(db)
      if (isCompressed) await compressAll(db)
      const { key } = await findStore(db.read, storeId)
      let refused = 0
      for (let at = 0; at < 30; at++) {
        const bit = (bytes: Buffer) => Math.floor((bytes.length * 8 * at) / 30)
        const flipped = id((at % 5) + 1)
        await flipBit(db, flipped, bit)
        for (let ordinal = 1; ordinal <= 5; ordinal++) {
          const answer = getVersion(db, { storeId, versionId: id(ordinal) })
          const { content } = await answer.catch((error: unknown) => {
            expect(error).toMatchObject(damaged(id(ordinal)))
            refused++
            return { content: textOf(ordinal) }
          })
          expect(content).toBe(textOf(ordinal))
        }
        const sequences = [1, 2, 3, 4, 5]
        const contents = await readContents(db.bulk, key, sequences, async () => {})
        for (const [sequence, content] of contents) {
          if (Buffer.isBuffer(content)) expect(content.toString('utf8')).toBe(textOf(sequence))
        }
        await flipBit(db, flipped, bit)
      }
      expect(refused).toBeGreaterThan(15)
    }
  })

  test('a damaged head is refused by its id, also to be edited or renamed, and can be replaced', async () => {
    const db = current()
    const { storeId, path, memoryId, id } = await written(db)
    await flipBit(db, id(5))
    await expect(getMemory(db, { storeId, path })).rejects.toMatchObject(damaged(id(5)))
    const edit = (text: string) => text.replace('line 0', 'line zero')
    await expect(editMemory(db, { storeId, path, edit, cause })).rejects.toMatchObject(
      damaged(id(5)),
    )
    await restoreVersion(db, { storeId, versionId: id(4), cause })
    expect((await getMemory(db, { storeId, path })).content).toBe(textOf(4))
    await flipBit(db, (await getMemory(db, { storeId, memoryId, view: 'basic' })).versionId)
    await restoreVersion(db, { storeId, versionId: id(4), cause })
    expect((await getMemory(db, { storeId, path })).content).toBe(textOf(4))
  })

  test('a head whose content is gone is damaged to everybody who reads it, not empty', async () => {
    const db = current()
    const { storeId, path, id } = await written(db)
    const { key } = await findStore(db.read, storeId)
    await db.write((tx) =>
      tx.run('DELETE FROM version_contents WHERE store_key = ? AND sequence = 5', [key]),
    )
    clearRecents()
    await expect(getMemory(db, { storeId, path })).rejects.toMatchObject(damaged(id(5)))
    await expect(getVersion(db, { storeId, versionId: id(5) })).rejects.toMatchObject(
      damaged(id(5)),
    )
    const edit = (text: string) => `${text}more`
    await expect(editMemory(db, { storeId, path, edit, cause })).rejects.toMatchObject(
      damaged(id(5)),
    )
    const contents = await readContents(db.bulk, key, [4, 5], async () => {})
    expect(
      [...contents].map(([sequence, content]) => [sequence, Buffer.isBuffer(content)]),
    ).toEqual([
      [4, true],
      [5, false],
    ])
    const found = await searchStore(db, { storeId, query: 'account', limit: 5 })
    expect(found.unreadable).toEqual([id(5)])
    await restoreVersion(db, { storeId, versionId: id(4), cause })
    expect((await getMemory(db, { storeId, path })).content).toBe(textOf(4))
  })

  test('versions are compressed over a damaged one, and no delta is made from it', async () => {
    const db = current()
    const { storeId, id } = await written(db)
    await flipBit(db, id(1))
    await compressAll(db)
    const { versions } = await listVersions(db, { storeId, view: 'full', limit: 10 })
    const readable = versions.filter(({ isDamaged }) => !isDamaged).map(({ ordinal }) => ordinal)
    expect(readable).toContain(5)
    for (const { ordinal, content } of versions) {
      if (readable.includes(ordinal)) expect(content).toBe(textOf(ordinal))
    }
    expect(await uncompressedStores(db.read)).toEqual([])
  })

  test('lists, exports and blame go on over a damaged version, and say which it is', async () => {
    const db = current()
    const { storeId, memoryId, id } = await written(db)
    await compressAll(db)
    await createMemory(db, { storeId, path: '/other.md', content: 'sound', cause })
    await flipBit(db, id(3))
    await flipBit(db, id(5))
    const isDamaged = async (ordinal: number) =>
      (await getVersion(db, { storeId, versionId: id(ordinal), whenDamaged: 'leave out' }))
        .isDamaged ?? false
    const expected = await Promise.all([1, 2, 3, 4, 5].map(isDamaged))
    expect(expected[4]).toBe(true)

    const listed = await listVersions(db, { storeId, memoryId, view: 'full', limit: 10 })
    expect(listed.versions.map((version) => version.isDamaged ?? false).reverse()).toEqual(expected)
    const oldest: boolean[] = []
    for await (const version of oldestVersions(db, storeId, { memoryId })) {
      oldest.push(version.isDamaged ?? false)
    }
    expect(oldest).toEqual(expected)
    const { entries } = await listMemories(db, {
      storeId,
      directory: '',
      depth: 'all',
      view: 'full',
      limit: 10,
    })
    expect(entries.map((entry) => entry.type === 'memory' && entry.memory.content)).toEqual([
      null,
      'sound',
    ])
    const leftOut: string[] = []
    const all: string[] = []
    const onDamaged = ({ path }: { path: string }) => leftOut.push(path)
    for await (const { path } of allMemories(db, { storeId, onDamaged })) all.push(path)
    expect([all, leftOut]).toEqual([['/other.md'], ['/accounts.md']])
    await expect(blameMemory(db, { storeId, memoryId })).rejects.toMatchObject(damaged(id(5)))
  })

  test('search reads over damaged versions and names them', async () => {
    const db = current()
    const { storeId, id } = await written(db)
    await compressAll(db)
    await flipBit(db, id(5))
    const query = { storeId, query: 'of version 5', limit: 5 }
    expect(await searchStore(db, query)).toMatchObject({ hits: [], unreadable: [id(5)] })
    const history = await searchHistory(db, query)
    expect(history.unreadable).toContain(id(5))
  })

  test('undoing and restoring leave alone what is damaged, and do the rest', async () => {
    const db = current()
    const { storeId, path, id } = await written(db)
    await createMemory(db, { storeId, path: '/other.md', content: 'before', cause })
    await putMemory(db, { storeId, path: '/other.md', content: 'after', cause })
    await putMemory(db, { storeId, path, content: 'all of it is gone', cause })
    await flipBit(db, id(5))
    const restored = await restoreStore(db, { storeId, at: { sequence: 6 }, cause })
    expect(restored.plan.cannot).toMatchObject([{ reason: 'damaged' }])
    expect((await getMemory(db, { storeId, path: '/other.md' })).content).toBe('before')
    await flipBit(db, id(4))
    const undone = await undoChanges(db, {
      storeId,
      changes: { versionIds: [id(4)] },
      cause,
    })
    expect(undone.plan.cannot).toMatchObject([{ reason: 'damaged' }])
  })

  /** Two memories whose every version holds a secret; `ids` are of the first's versions. */
  const withSecret = async (db: Database) => {
    const { id: storeId } = await createStore(db, { name: 'Secret' })
    for (const path of ['/one.md', '/two.md']) {
      for (const word of ['first', 'second', 'third', 'fourth']) {
        await putMemory(db, { storeId, path, content: `${word} ${SECRET}\n${LINES[0]}`, cause })
      }
    }
    await compressAll(db)
    const one = await getMemory(db, { storeId, path: '/one.md' })
    const { versions } = await listVersions(db, { storeId, memoryId: one.id, limit: 10 })
    clearRecents()
    return { storeId, memoryId: one.id, ids: versions.map(({ id }) => id).reverse() }
  }

  const holding = async (db: Database, storeId: string) => {
    const { versions } = await listVersions(db, { storeId, view: 'full', limit: 50 })
    return versions.filter(({ content }) => content?.includes(SECRET))
  }

  test('a redaction reads over damaged versions, does the rest, and names them in its plan and receipt', async () => {
    const db = current()
    const { storeId, memoryId, ids } = await withSecret(db)
    const [oldest = ''] = ids
    await flipBit(db, oldest)
    const unreadable = [{ storeId, memoryId, versionId: oldest }]
    expect((await findText(db, { text: SECRET, storeIds: [storeId] })).unreadable).toEqual(
      unreadable,
    )
    const { finished } = await redactText(db, {
      text: SECRET,
      storeIds: [storeId],
      replacement: '[gone]',
      cause,
    })
    const receipt = receiptOf(await finished)
    expect(receipt).toMatchObject({ rewrittenMemories: 2, unreadable: { count: 1 } })
    expect(receipt?.unreadable?.versions).toEqual(unreadable)
    expect(await holding(db, storeId)).toEqual([])
    const { content } = await getMemory(db, { storeId, path: '/one.md' })
    expect(content).toContain('fourth [gone]')
  })

  test('a redaction empties damaged versions if asked to, and leaves a damaged head for a person', async () => {
    const db = current()
    const { storeId, ids } = await withSecret(db)
    const [oldest = '', , , head = ''] = ids
    await flipBit(db, oldest)
    await flipBit(db, head)
    const { finished } = await redactText(db, {
      text: SECRET,
      storeIds: [storeId],
      replacement: '[gone]',
      unreadable: 'empty',
      cause,
    })
    const receipt = receiptOf(await finished)
    expect(receipt?.emptiedVersions).toBeGreaterThan(0)
    expect(receipt?.unreadable?.versions.map(({ versionId }) => versionId)).toEqual([head])
    const emptied = await getVersion(db, { storeId, versionId: oldest })
    expect(emptied).toMatchObject({ redactedAt: expect.any(Number) as number, content: null })
    expect(await holding(db, storeId)).toEqual([])
  })

  test('the search for damage goes through all versions of all stores, and a repair is offered', async () => {
    const db = current()
    await written(db)
    const { storeId, memoryId, id } = await written(db)
    await flipBit(db, id(5))
    await flipBit(db, id(2))
    const found: DamagedVersion[] = []
    for await (const each of damagedVersions(db)) found.push(each)
    const ofHere = found.filter((each) => each.storeId === storeId)
    expect(ofHere).toContainEqual({ storeId, memoryId, versionId: id(5), isHead: true })
    expect(ofHere).toContainEqual({ storeId, memoryId, versionId: id(2), isHead: false })
    expect(await newestWholeVersion(db, { storeId, memoryId })).toMatchObject({ id: id(4) })
  })
})
