import { deflateRawSync, crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { sourceFolder } from '@/tests/support/seeding'
import {
  type EndByHand,
  type EntryByHand,
  storedByHand,
  zip64Extra,
  zipByHand,
} from '@/tests/support/zip-by-hand'
import { openFile } from './open-source'
import type { SourceChange } from './source'

const { at, put } = sourceFolder()

/** The changes read from a zip's bytes. */
async function readZip(zip: Buffer): Promise<SourceChange[]> {
  put('a.zip', zip)
  const { signal } = new AbortController()
  const { moments } = await openFile(at('a.zip'), 'a', signal)
  const changes: SourceChange[] = []
  for await (const moment of moments(signal)) changes.push(...moment.changes)
  return changes
}

const written = (path: string, content: string): SourceChange => ({
  op: 'write',
  path,
  bytes: Buffer.from(content),
})
const skipped = (path: string, reason: SeedReason): SourceChange => ({ op: 'skip', path, reason })

const good = storedByHand('good.md', 'good')

/** One odd entry beside a valid one, which is always taken. */
const beside = (entry: EntryByHand) => readZip(zipByHand([entry, good]))

describe('an entry of a zip', () => {
  test('with its sizes after its contents is read by the sizes in the directory', async () => {
    const packed = deflateRawSync('hello hello hello')
    const descriptor = Buffer.alloc(16, 'PK\x07\x08')
    const entry = {
      name: 'a',
      packed,
      size: 17,
      crc: crc32('hello hello hello'),
      flags: 8,
      descriptor,
    }
    expect(await beside(entry)).toEqual([
      written('/a', 'hello hello hello'),
      written('/good.md', 'good'),
    ])
  })

  test.each([
    ['a\\b', '/a\\b'],
    ['..\\..\\evil', '/..\\..\\evil'],
    ['/etc/passwd', '/etc/passwd'],
    ['//host/share', '/host/share'],
    ['C:/evil', '/C:/evil'],
    ['../../evil', '/../../evil'],
    ['a/../../evil', '/a/../../evil'],
  ])(
    'named %j comes to the plan as it is named, which refuses what is no path',
    async (name, path) => {
      expect(await beside(storedByHand(name, 'x'))).toEqual([
        written(path, 'x'),
        written('/good.md', 'good'),
      ])
    },
  )

  test('named in UTF-8 is read so, whatever its flag', async () => {
    const entries = [storedByHand('메모', 'x'), { ...storedByHand('メモ', 'y'), flags: 0x800 }]
    expect(await readZip(zipByHand(entries))).toEqual([
      written('/메모', 'x'),
      written('/メモ', 'y'),
    ])
  })

  test('whose name is not UTF-8 is skipped, even if its flag claims it is', async () => {
    const entry = { ...storedByHand(Buffer.from([0x61, 0xe9]), 'x'), flags: 0x800 }
    expect(await beside(entry)).toEqual([
      skipped('/aé', { code: 'name_not_utf8' }),
      written('/good.md', 'good'),
    ])
  })

  test.each([
    ['a link', 0o120777],
    ['a device', 0o020666],
    ['a directory without its slash', 0o040755],
  ])('that is %s is skipped', async (_, mode) => {
    const entry = { ...storedByHand('a', '/etc/passwd'), madeBy: 3 << 8, attributes: mode * 65536 }
    expect(await beside(entry)).toEqual([
      skipped('/a', { code: 'not_regular_file' }),
      written('/good.md', 'good'),
    ])
  })

  test('that is encrypted or compressed by another method is skipped', async () => {
    const encrypted = { ...storedByHand('a', 'x'), flags: 1 }
    expect(await beside(encrypted)).toContainEqual(skipped('/a', { code: 'encrypted' }))
    const bzip2 = { ...storedByHand('b', 'x'), method: 12 }
    expect(await beside(bzip2)).toEqual([
      skipped('/b', { code: 'packing_not_supported', method: 12 }),
      written('/good.md', 'good'),
    ])
  })

  test('with a name used twice comes twice, and the plan takes the first', async () => {
    expect(await readZip(zipByHand([storedByHand('a', '1'), storedByHand('a', '2')]))).toEqual([
      written('/a', '1'),
      written('/a', '2'),
    ])
  })

  test('stored with another size than declared is damaged', async () => {
    expect(await beside({ ...storedByHand('a', 'xyz'), size: 2 })).toEqual([
      skipped('/a', { code: 'damaged' }),
      written('/good.md', 'good'),
    ])
  })

  test('with an invalid local header is damaged', async () => {
    expect(await readZip(zipByHand([good, { ...storedByHand('a', ''), offset: 41 }]))).toEqual([
      written('/good.md', 'good'),
      skipped('/a', { code: 'damaged' }),
    ])
  })

  test('with ZIP64 numbers is read', async () => {
    const packed = Buffer.from('x')
    const far = { ...storedByHand('a', 'x'), size: 0xffffffff, packedSize: 0xffffffff }
    const extra = zip64Extra(BigInt(packed.length), BigInt(packed.length))
    expect(await readZip(zipByHand([{ ...far, extra }]))).toEqual([written('/a', 'x')])
  })

  test('with ZIP64 numbers larger than any file makes the zip refused', async () => {
    const most = 0xffffffffffffffffn
    const size = {
      ...good,
      size: 0xffffffff,
      packedSize: 0xffffffff,
      extra: zip64Extra(most, most),
    }
    const position = { ...good, offset: 0xffffffff, extra: zip64Extra(most) }
    for (const entries of [[size], [good, position]]) {
      await expect(readZip(zipByHand(entries))).rejects.toMatchObject({
        message: 'The zip is damaged: it names a place far outside.',
      })
    }
  })
})

describe('a zip whose end record is wrong', () => {
  const entries = [good, storedByHand('b', 'b')]
  const refused = (end: EndByHand) =>
    expect(readZip(zipByHand(entries, end))).rejects.toMatchObject({
      name: 'SourceError',
      message: expect.stringMatching(/^The zip is damaged: /) as unknown,
    })

  test('about its number of files is read up to that number, and never past its directory', async () => {
    expect(await readZip(zipByHand(entries, { count: 1 }))).toEqual([written('/good.md', 'good')])
    await refused({ count: 3 })
    await refused({ count: 0xfffe })
  })

  test('about the offset of its directory is refused', async () => {
    await refused({ start: 1 })
    await refused({ start: 0xfffffff0 })
  })

  test.each([
    { count: 2n ** 60n },
    { count: 2n, start: 2n ** 63n },
    { count: 2n, start: 2n ** 64n - 1n },
    { count: 2n, recordAt: 2n ** 64n - 1n },
    { count: 2n, recordAt: 0n },
  ])('in its records of ZIP64 is refused: %o', async (zip64) => {
    await refused({ zip64 })
  })

  test('about nothing, in ZIP64 records, is read', async () => {
    expect(await readZip(zipByHand(entries, { zip64: { count: 2n } }))).toHaveLength(2)
  })

  test('or missing, cut off or empty is refused', async () => {
    const zip = zipByHand(entries)
    for (const length of [4, 30, zip.length - 30, zip.length - 1]) {
      await expect(readZip(zip.subarray(0, length))).rejects.toMatchObject({
        message: 'The zip is damaged: its end is missing.',
      })
    }
  })
})
