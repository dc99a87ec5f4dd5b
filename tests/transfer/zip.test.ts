import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { character } from '@/tests/support/strings'
import { unzipSync } from 'fflate'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { contentProblem } from '@/lib/text/content'
import { memoryPathProblem } from '@/lib/text/memory-path'
import { readSource } from '@/lib/transfer/read-source'
import { drawn } from '@/tests/support/drawn'
import { describe, expect, test } from '@/tests/support/fixtures'
import { exported, jsonLines, seedFrom, upload } from '@/tests/support/seeding'
import { type EntryByHand, storedByHand, zip64Extra, zipByHand } from '@/tests/support/zip-by-hand'
import { textsOf } from '@/tests/support/written'

const signal = new AbortController().signal

/** What is read of a zip: texts by path, and what is left out. */
async function read(zip: Buffer) {
  const { moments, left, notes } = await readSource(upload('a.zip', zip), signal)
  const files = moments
    .flatMap(({ changes }) => changes)
    .map((change) => [change.path, change.text?.content ?? null])
  const told = [...left].map(([path, reason]) => ({ path, reason }))
  return { files: Object.fromEntries(files) as object, left: told, notes }
}

const good = storedByHand('good.md', 'good')

/** One odd entry beside a good one, which is taken in any case. */
const beside = async (entry: EntryByHand) => {
  const { files, left } = await read(zipByHand([entry, good]))
  expect(files).toMatchObject({ '/good.md': 'good' })
  return {
    files: Object.fromEntries(Object.entries(files).filter(([path]) => path !== '/good.md')),
    left,
  }
}

test('a zip of files of a disk is without what a folder there would pass over, and names it', async () => {
  const names = ['.env', 'node_modules', 'notes.bak', 'good.md']
  const bytes = zipByHand(names.map((name) => storedByHand(name, 'text')))
  const pathsIn = async (isOfDisk: boolean) => {
    const named = { type: 'upload' as const, name: 'a', bytes, isOfDisk }
    const { moments, notes } = await readSource(named, signal)
    return { paths: moments.flatMap(({ changes }) => changes).map(({ path }) => path), notes }
  }
  expect(await pathsIn(true)).toEqual({
    paths: ['/good.md'],
    notes: [{ note: 'passed_over', count: 3, names: ['.env', 'node_modules', 'notes.bak'] }],
  })
  // An archive may have them of a store.
  expect((await pathsIn(false)).paths).toHaveLength(4)
})

describe('an entry of a zip', () => {
  test('with its sizes after its contents is read by the list', async () => {
    const packed = deflateRawSync('hello hello hello')
    const descriptor = Buffer.alloc(16, 'PK\x07\x08')
    const crc = crc32('hello hello hello')
    const entry = { name: 'a', packed, size: 17, crc, flags: 8, descriptor }
    expect((await beside(entry)).files).toEqual({ '/a': 'hello hello hello' })
  })

  test.each([
    ['notes\\a.md', '/notes/a.md'],
    ['./notes/a.md', '/notes/a.md'],
    ['메모', '/메모'],
    ['cafe\u0301', '/caf\u00e9'],
    ['a:b.md', '/a:b.md'],
  ])('named %j is at %s', async (name, path) => {
    expect((await beside(storedByHand(name, 'x'))).files).toEqual({ [path]: 'x' })
  })

  test.each([
    ['../../evil', 'dot_segments'],
    ['a/../../evil', 'dot_segments'],
    ['..\\..\\evil', 'dot_segments'],
    ['/etc/passwd', 'leads_out'],
    ['//host/share', 'leads_out'],
    ['\\\\host\\share', 'leads_out'],
    ['C:/evil', 'leads_out'],
    ['a//b', 'empty_segments'],
    ['%2e%2e/evil', 'percent_encoded'],
    ['a\u202eb', 'control_or_format_characters'],
  ])('named %j is left out by its name', async (name, reason) => {
    const { files, left } = await beside(storedByHand(name, 'x'))
    expect([files, left]).toMatchObject([{}, [{ reason }]])
  })

  test('whose name is not UTF-8 is left out, even if its flag says it is', async () => {
    const entry = { ...storedByHand(Buffer.from([0x61, 0xe9]), 'x'), flags: 0x800 }
    expect((await beside(entry)).left).toEqual([{ path: '/aé', reason: 'name_not_utf8' }])
  })

  test.each([
    ['a link', 0o120777],
    ['a device', 0o020666],
    ['a folder without its slash', 0o040755],
  ])('that is %s is left out', async (_, mode) => {
    const entry = { ...storedByHand('a', '/etc/passwd'), madeBy: 3 << 8, attributes: mode * 65536 }
    expect((await beside(entry)).left).toEqual([{ path: '/a', reason: 'not_regular_file' }])
  })

  test.each<[string, Partial<EntryByHand>, string]>([
    ['encrypted', { flags: 1 }, 'encrypted'],
    ['packed otherwise', { method: 12 }, 'packing_unknown'],
    ['not as large as it says', { size: 2 }, 'damaged'],
    ['not what its checksum says', { crc: 1 }, 'damaged'],
    ['not where the list says', { offset: 41 }, 'damaged'],
    ['far outside', { offset: 0xfffffff0 }, 'damaged'],
    [
      'no text',
      { packed: Buffer.from([0, 1, 2]), size: 3, crc: crc32(Buffer.from([0, 1, 2])) },
      'not_text',
    ],
  ])('that is %s is left out', async (_, odd, reason) => {
    const { left } = await read(zipByHand([good, { ...storedByHand('a', 'xyz'), ...odd }]))
    expect(left).toEqual([{ path: '/a', reason }])
  })

  test('whose name is there twice counts once, the first', async () => {
    const { files, left } = await read(zipByHand([storedByHand('a', '1'), storedByHand('a', '2')]))
    expect([files, left]).toEqual([{ '/a': '1' }, [{ path: '/a', reason: 'twice' }]])
  })

  test('that systems leave behind, and what git keeps, is passed over', async () => {
    const names = ['__MACOSX/._a', 'x/.DS_Store', 'Thumbs.db', '.git/config', 'x/.git/HEAD']
    const { files, left, notes } = await read(
      zipByHand([...names.map((name) => storedByHand(name, 'x')), good]),
    )
    expect([files, left]).toEqual([{ '/good.md': 'good' }, []])
    expect(notes).toEqual([{ note: 'passed_over', count: 5, names }])
  })
})

describe('a zip is refused', () => {
  const refused = (zip: Buffer, code: string) =>
    expect(read(zip)).rejects.toMatchObject({ name: 'Refusal', code })

  test('when an entry unpacks to more than it declares', async () => {
    const packed = deflateRawSync(Buffer.alloc(1_000_000))
    await refused(zipByHand([{ name: 'bomb', packed, size: 10 }]), 'source_too_large')
  })

  test('when its entries declare more than the limit, before anything is unpacked', async () => {
    const packed = deflateRawSync(Buffer.alloc(9_000_000))
    const bombs = Array.from({ length: 40 }, (_, n) => ({ name: `${n}`, packed, size: 9_000_000 }))
    await refused(zipByHand(bombs), 'source_too_large')
  })

  test('when it declares more than any file has, in a field of ZIP64', async () => {
    const extra = zip64Extra(2n ** 64n - 1n, 2n ** 64n - 1n)
    const far = { ...good, size: 0xffffffff, packedSize: 0xffffffff, extra }
    await refused(zipByHand([far]), 'source_too_large')
  })

  test('when it has 20,001 entries', async () => {
    const many = Array.from({ length: 20_001 }, (_, n) => storedByHand(`${n}`, ''))
    await refused(zipByHand(many), 'source_too_large')
  })

  test('when its list is not where it says, longer or shorter than it is, or cut off', async () => {
    const entries = [good, storedByHand('b', 'b')]
    for (const end of [{ count: 1 }, { count: 0xfffe }, { start: 1 }, { start: 0xfffffff0 }]) {
      await expect(read(zipByHand(entries, end))).rejects.toMatchObject({ name: 'Refusal' })
    }
    const zip = zipByHand(entries)
    for (const length of [30, zip.length - 30, zip.length - 1]) {
      await refused(zip.subarray(0, length), 'not_a_source')
    }
  })

  test('when it is none: neither is a tar taken, which is named, nor any other file', async () => {
    const tar = Buffer.alloc(1024)
    tar.write('ustar', 257)
    await expect(read(tar)).rejects.toMatchObject({ message: 'a.zip is a tar: unpack it first.' })
    await expect(read(gzipSync(tar))).rejects.toMatchObject({ code: 'not_a_source' })
    await expect(read(Buffer.of(1, 2, 3, 4))).rejects.toMatchObject({
      message: 'This is neither a folder, a zip nor JSON Lines.',
    })
    await refused(gzipSync(Buffer.alloc(257 * 1024 * 1024), { level: 1 }), 'source_too_large')
  })
})

test('memories of any path and text come back from a zip and from JSON Lines to the byte, the same bytes each time', async () => {
  const segment = fc.oneof(
    fc.constantFrom('a', 'A', 'nul', 'CON.md', '.git', '.DS_Store', 'x.bak', 'why? "b"'),
    fc.constantFrom('배포', 'a:b', '%41', 'ends. '),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  )
  const path = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((segments) => `/${segments.join('/')}`.normalize('NFC'))
    .filter((each) => memoryPathProblem(each) === null)
  const text = fc
    .oneof(fc.constantFrom('', '\r\n', '\ufeffx', 'a\r'), fc.string({ unit: character }))
    .filter((each) => contentProblem(each) === null)
  await fc.assert(
    fc.asyncProperty(fc.dictionary(path, text, { minKeys: 1, maxKeys: 20 }), async (files) => {
      const { id } = await createStore({ name: 'Out' })
      const lines = Object.entries(files).map(([at, content]) => ({ path: at, content }))
      await seedFrom(id, upload('in.jsonl', jsonLines(...lines)))
      const held = await textsOf(id)
      for (const format of ['zip', 'jsonl'] as const) {
        const bytes = await exported(id, { format })
        expect((await exported(id, { format })).equals(bytes)).toBe(true)
        const { id: copy } = await createStore({ name: 'In' })
        await seedFrom(copy, upload(`out.${format}`, bytes))
        expect(await textsOf(copy)).toEqual(held)
      }
    }),
    drawn({ sqlite: 4, postgresql: 4 }),
  )
})

test('a zip holds a moment of the store, and opens with any program', async ({ storeId }) => {
  await createMemory({ storeId, path: '/a/é.md', content: 'then' }, BY_PERSON)
  const at = (await createMemory({ storeId, path: '/b', content: 'then' }, BY_PERSON)).sequence
  await createMemory({ storeId, path: '/later', content: 'now' }, BY_PERSON)
  const zip = unzipSync(await exported(storeId, { format: 'zip', at }))
  expect(Object.keys(zip)).toEqual(['a/é.md', 'b'])
  expect(Buffer.from(zip.b ?? []).toString()).toBe('then')
})
