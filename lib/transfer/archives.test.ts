import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import tar from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { createStore } from '@/lib/store/create-store'
import { sqliteOfFile } from '@/tests/support/databases'
import { contents, jsonLines, seedFrom, sourceFolder } from '@/tests/support/seeding'

const { at, put } = sourceFolder()

const db = sqliteOfFile()

const newStore = async () => (await createStore(db(), { name: 'Archive' })).id

async function tarOf(...files: readonly [name: string, content: string][]): Promise<Buffer> {
  const pack = tar.pack()
  for (const [name, content] of files) pack.entry({ name }, content)
  pack.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of pack as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Where the headers of a zip's first entry keep their flags. */
function flagsOf(zip: Buffer): number[] {
  return [6, zip.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 8]
}

test('of one path twice in JSON Lines the first counts, which is said', async () => {
  put('twice.jsonl', jsonLines({ path: '/a', content: 'one' }, { path: '/a', content: 'two' }))
  const id = await newStore()
  const { entries } = await seedFrom(db(), id, at('twice.jsonl'))
  expect(entries).toEqual([
    { path: '/a', action: 'skip', reason: 'the source has this path twice; the first one counts' },
  ])
  expect(await contents(db(), id)).toEqual({ '/a': 'one' })
  expect((await seedFrom(db(), id, at('twice.jsonl'))).versions).toBe(0)
})

describe('an archive', () => {
  test('that is cut off is refused as damaged, and nothing of it is written', async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => ({
      path: `/a${n}`,
      content: `${n * 7919}`,
    }))
    const gzipped = gzipSync(jsonLines(...lines))
    put('cut.jsonl.gz', gzipped.subarray(0, gzipped.length - 2000))
    const whole = await tarOf(['a', 'x'.repeat(5000)], ['b', 'y'.repeat(5000)])
    put('cut.tar', whole.subarray(0, 8000))
    for (const name of ['cut.jsonl.gz', 'cut.tar']) {
      const id = await newStore()
      await expect(seedFrom(db(), id, at(name))).rejects.toMatchObject({ name: 'SourceError' })
      expect(await contents(db(), id)).toEqual({})
    }
  })

  test('a tar with one name twice holds what was added last, and repeats without change', async () => {
    put('twice.tar', await tarOf(['a', 'one'], ['a', 'two']))
    const id = await newStore()
    await seedFrom(db(), id, at('twice.tar'))
    expect(await contents(db(), id)).toEqual({ '/a': 'two' })
    expect((await seedFrom(db(), id, at('twice.tar'))).versions).toBe(0)
  })

  test('names what is encrypted, and takes the rest', async () => {
    const zip = Buffer.from(
      zipSync({ 'a.md': Buffer.from('hello hello hello'), 'b.md': Buffer.from('b') }),
    )
    for (const flags of flagsOf(zip)) zip[flags] = (zip[flags] ?? 0) | 1
    put('encrypted.zip', zip)
    const id = await newStore()
    const { entries } = await seedFrom(db(), id, at('encrypted.zip'))
    expect(entries).toContainEqual({ path: '/a.md', action: 'skip', reason: 'encrypted' })
    expect(await contents(db(), id)).toEqual({ '/b.md': 'b' })
  })

  test('names what is damaged, and writes none of its bytes', async () => {
    const zip = Buffer.from(
      zipSync({ 'a.md': [Buffer.from('hello hello'), { level: 0 }], 'b.md': Buffer.from('b') }),
    )
    zip[zip.indexOf('hello')] = 0x58
    put('damaged.zip', zip)
    const id = await newStore()
    const { entries } = await seedFrom(db(), id, at('damaged.zip'))
    expect(entries).toContainEqual({ path: '/a.md', action: 'skip', reason: 'damaged' })
    expect(await contents(db(), id)).toEqual({ '/b.md': 'b' })
  })
})
