import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { withoutText } from '@/lib/text/without-text'
import { onBothDatabases } from '@/tests/support/databases'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { blameMemory } from '../versions/blame-memory'
import { compactionFinished } from '../background/compaction'
import { createMemory, putMemory } from '../memories/change-memories'
import { createStore, updateStore } from '../stores/change-stores'
import { listEvents } from '../events/events'
import { findText } from './find-text'
import { getMemory, listMemories } from '../memories/read-memories'
import type { MemoryVersion } from '../model/memory-version'
import { movePath, removePath } from '../memories/change-paths'
import { mountedStore } from '../stores/mounted-stores'
import { nameActor } from '../stores/name-actor'
import { oldestVersions } from '../versions/oldest-versions'
import { receiptOf, redactText, type RedactTextInput } from './redact-text'
import { restoreVersion } from '../versions/restore-version'
import { searchHistory } from '../search/search-history'
import { searchStore } from '../search/search-store'
import { compressAll } from '../background/version-compressor'

const cause: Cause = { actor: LOCAL_USER_ACTOR }
const SECRET = 'sk-live-4f9c2e7ab1d0'
const LINES = Array.from({ length: 60 }, (_, line) => `line ${line} of a memory of some length ü`)

async function redact(db: Database, input: Partial<RedactTextInput> = {}) {
  const { finished } = await redactText(db, {
    text: SECRET,
    replacement: '[gone]',
    cause,
    ...input,
  })
  return receiptOf(await finished)
}

async function versionsOf(db: Database, storeId: string): Promise<MemoryVersion[]> {
  const versions: MemoryVersion[] = []
  for await (const version of oldestVersions(db, storeId)) versions.push(version)
  return versions
}

onBothDatabases((current) => {
  describe('history after a text was redacted', () => {
    /** A memory whose first version contains the text, as do all but the last of many versions. */
    const long = async (count = 80) => {
      const { id: storeId } = await createStore(current(), { name: 'Long' })
      const path = '/notes.md'
      for (let index = 0; index < count; index++) {
        const secret = index < count - 1 ? `token ${SECRET}` : 'clean'
        const content = [...LINES.slice(0, 20), secret, `step ${index}`].join('\n')
        await putMemory(current(), { storeId, path, content, cause })
      }
      return { storeId, path, count }
    }

    test('keeps every version, without the text, recording by whom and when, with its new hash', async () => {
      const { storeId, count } = await long()
      await compressAll(current())
      expect(await redact(current())).toMatchObject({
        rewrittenMemories: 0,
        rewrittenVersions: count - 1,
        emptiedVersions: 0,
        proof: { placesLeft: 0 },
      })
      const versions = await versionsOf(current(), storeId)
      expect(versions).toHaveLength(count)
      for (const [index, version] of versions.entries()) {
        const isClean = index === count - 1
        expect(version.content).toContain(isClean ? 'clean' : 'token [gone]')
        expect(version.content).toContain(`step ${index}`)
        expect(version.redactedAt).toBeNull()
        expect(version.rewrittenBy).toEqual(isClean ? null : LOCAL_USER_ACTOR)
        expect(version.rewrittenAt === null).toBe(isClean)
      }
    })

    test('can still be blamed, searched, restored and read at a moment', async () => {
      const { storeId, path, count } = await long(40)
      await redact(current())
      const { id: memoryId } = await getMemory(current(), { storeId, path })
      const versions = await versionsOf(current(), storeId)
      const runs = await blameMemory(current(), { storeId, memoryId })
      expect(runs.map(({ version }) => version.ordinal)).toEqual([1, count])
      const then = versions[10] ?? expect.fail()
      const history = await searchHistory(current(), { storeId, query: 'token [gone]', limit: 5 })
      expect(history.hits[0]?.appearances).toMatchObject([
        { from: { ordinal: 1 }, until: { ordinal: count } },
      ])
      expect((await searchHistory(current(), { storeId, query: SECRET, limit: 5 })).hits).toEqual(
        [],
      )
      const past = await getMemory(current(), {
        storeId,
        path,
        at: { sequence: then.sequence },
      })
      expect(past).toMatchObject({ content: then.content, sha256: then.sha256 })
      await restoreVersion(current(), { storeId, versionId: then.id, cause })
      expect(await getMemory(current(), { storeId, path })).toMatchObject({ sha256: then.sha256 })
    })

    test('is emptied instead if so chosen, as by redacting each version', async () => {
      const { storeId, count } = await long(70)
      await compressAll(current())
      const { counts } = await findText(current(), { text: SECRET })
      expect(await redact(current(), { earlierVersions: 'empty' })).toMatchObject({
        rewrittenVersions: 0,
        emptiedVersions: counts.versions,
        proof: { placesLeft: 0 },
      })
      const versions = await versionsOf(current(), storeId)
      expect(versions.filter(({ redactedAt }) => redactedAt !== null)).toHaveLength(count - 1)
      expect(versions.at(-1)?.content).toContain('clean')
      const search = await searchStore(current(), {
        storeId,
        query: 'line 3 of a memory',
        limit: 5,
      })
      expect(search.hits).toHaveLength(1)
    })

    test('moves to other paths if its path contained the text, at every moment', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Paths' })
      const put = (path: string, content: string) =>
        putMemory(current(), { storeId, path, content, cause })
      await put(`/${SECRET}/a.md`, 'one')
      await put('/[gone]/a.md', 'stood there at the same time')
      await put(`/${SECRET}/b.md`, 'two')
      const before = await versionsOf(current(), storeId)
      await movePath(current(), { storeId, path: `/${SECRET}/b.md`, newPath: '/b.md', cause })
      await removePath(current(), { storeId, path: `/${SECRET}/a.md`, cause })
      const { counts } = await findText(current(), { text: SECRET })
      const receipt = await redact(current())
      expect(receipt).toMatchObject({
        rewrittenMemories: 0,
        rewrittenVersions: counts.versions,
        proof: { placesLeft: 0 },
      })
      const at = { sequence: before.at(-1)?.sequence ?? 0 }
      const listing = await listMemories(current(), {
        storeId,
        directory: '',
        depth: 'all',
        at,
        limit: 100,
      })
      expect(JSON.stringify(listing)).not.toContain(SECRET)
      const contents: string[] = []
      for (const version of await versionsOf(current(), storeId)) {
        expect(version.path).not.toContain(SECRET)
        if (version.sequence > at.sequence || version.path === null) continue
        const memory = await getMemory(current(), { storeId, path: version.path, at })
        contents.push(memory.content ?? '')
      }
      expect(contents.sort()).toEqual(['one', 'stood there at the same time', 'two'])
      expect(
        await current().read.all(`SELECT path FROM path_nodes WHERE path LIKE '%sk-live%'`),
      ).toEqual([])
    })

    test('of a live memory whose new path is taken moves to a free one', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Taken' })
      await createMemory(current(), { storeId, path: '/a-[gone].md', content: 'x', cause })
      await createMemory(current(), { storeId, path: `/a-${SECRET}.md`, content: 'y', cause })
      expect(await redact(current())).toMatchObject({
        rewrittenMemories: 1,
        proof: { placesLeft: 0 },
      })
      const paths = (await versionsOf(current(), storeId)).map(({ path }) => path)
      expect(new Set(paths).size).toBe(2)
      expect(await getMemory(current(), { storeId, path: '/a-[gone].md' })).toMatchObject({
        content: 'x',
      })
    })

    test('notifies viewers of the store that versions were rewritten', async () => {
      const { storeId } = await long(5)
      const last = (await listEvents(current(), { storeId, after: 0, limit: 100 })).at(-1)
      await redact(current())
      const events = await listEvents(current(), { storeId, after: last?.sequence ?? 0, limit: 9 })
      expect(events).toMatchObject([
        { type: 'memory_versions.rewritten', actor: LOCAL_USER_ACTOR, version: { ordinal: 4 } },
      ])
    })
  })

  describe('whatever the text and its replacement', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        'a"b\\c',
        'x\ny\nz',
        "'; --%_",
        '.*+?^${}()|[]\\',
        '👩‍👩‍👧‍👦🌊',
        '"{}\\u0041',
        'aba',
        '../..',
        '%%%___',
      ),
      fc.string({ minLength: 3, maxLength: 12, unit: 'grapheme' }),
    )
    const textOf = hostile
      .map((text) => text.replaceAll('\0', '').toWellFormed())
      .filter((text) => text.split('\n').some((line) => [...line.trim()].length >= 3))
    const replacementOf = fc
      .oneof(hostile, fc.constantFrom('', '"', '\\', '\n', 'ab', 'b'))
      .map((text) => text.replaceAll('\0', '').toWellFormed())

    test('it is gone from contents, metadata and names, the rest is unchanged, and plan and receipt agree', async () => {
      const db = current()
      await fc.assert(
        fc.asyncProperty(
          textOf,
          replacementOf,
          fc.array(fc.array(fc.constantFrom('text', 'a', 'b', 'c', '\n', '"'), { maxLength: 8 }), {
            minLength: 1,
            maxLength: 6,
          }),
          fc.boolean(),
          async (text, wanted, pieces, isCompressed) => {
            const replacement = wanted.includes(text) ? '' : wanted
            const contents = pieces.map((some, index) =>
              [...some.map((piece) => (piece === 'text' ? text : piece)), `|${index}`].join(''),
            )
            const { id: storeId } = await createStore(db, {
              name: 'Hostile',
              metadata: { key: `of ${text}`.slice(0, 500), [`k${text}`.slice(0, 60)]: 'v' },
            })
            for (const content of contents) {
              await putMemory(db, { storeId, path: '/m.md', content, cause })
            }
            if (isCompressed) await compressAll(db)
            const storeIds = [storeId]
            const { counts } = await findText(db, { text, storeIds })
            const receipt = await redact(db, { text, replacement, storeIds })
            expect(receipt).toMatchObject({
              rewrittenMemories: counts.memories,
              rewrittenVersions: counts.versions,
              rewrittenRemarks: counts.remarks,
              proof: { placesLeft: 0 },
            })
            const versions = await versionsOf(db, storeId)
            const head = versions.at(-1)
            expect(head?.content).toBe(withoutText(contents.at(-1) ?? '', text, replacement))
            const kept = versions.slice(0, contents.length).map(({ content }) => content)
            expect(kept).toEqual(contents.map((each) => withoutText(each, text, replacement)))
            const stores = await db.read.all<{ metadata: string }>(
              'SELECT metadata FROM memory_stores',
            )
            for (const { metadata } of stores) JSON.parse(metadata)
          },
        ),
        { numRuns: 10 },
      )
    })
  })

  test('redacting one store reaches the names of those who wrote in it, and no one else’s', async () => {
    const db = current()
    const author = { type: 'user', id: 'user_author' } as const
    const stranger = { type: 'user', id: 'user_stranger' } as const
    const { id: storeId } = await createStore(db, { name: 'One' })
    const { id: otherId } = await createStore(db, { name: 'Two' })
    await createMemory(db, { storeId, path: '/a.md', content: 'x', cause: { actor: author } })
    await createMemory(db, {
      storeId: otherId,
      path: '/a.md',
      content: 'x',
      cause: { actor: stranger },
    })
    await nameActor(db, author, `Author ${SECRET}`)
    await nameActor(db, stranger, `Stranger ${SECRET}`)
    await updateStore(db, { storeId: otherId, description: `About ${SECRET}`, cause })
    expect(await redact(db, { storeIds: [storeId] })).toMatchObject({
      rewrittenRemarks: 1,
      proof: { placesLeft: 0 },
    })
    const names = await db.read.all('SELECT name FROM actors ORDER BY name')
    expect(names).toEqual([{ name: 'Author [gone]' }, { name: `Stranger ${SECRET}` }])
    await compactionFinished(db)
  })

  test('the directory of a store follows its redacted name', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: `Notes of ${SECRET}` })
    await redact(db, { storeIds: [storeId] })
    expect(await mountedStore(db, storeId, null)).toMatchObject({ mount: 'notes-of-gone-' })
    await compactionFinished(db)
  })
})
