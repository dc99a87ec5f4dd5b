import { deflateRawSync, gzipSync } from 'node:zlib'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import tar from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { sqliteOfFile } from '@/tests/support/databases'
import {
  contents,
  exported,
  jsonLines,
  SEEDER,
  seedFrom,
  sourceFolder,
} from '@/tests/support/seeding'
import { zipByHand } from '@/tests/support/zip-by-hand'
import { openFile } from './open-source'
import { SourceError } from './source'
import { survey } from './survey'

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

/** The first bytes of a tar, which announce a file of this size. */
async function tarHeaderOf(name: string, size: number): Promise<Buffer> {
  const pack = tar.pack()
  pack.entry({ name, size })
  for await (const chunk of pack as AsyncIterable<Buffer>) return chunk
  throw new Error('a tar begins with a header')
}

/** Offsets of the flags in the two headers of a zip's first entry. */
function flagsOf(zip: Buffer): number[] {
  return [6, zip.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 8]
}

test('a path that JSON Lines repeat is taken once, and the repeat is reported', async () => {
  put('twice.jsonl', jsonLines({ path: '/a', content: 'one' }, { path: '/a', content: 'two' }))
  const id = await newStore()
  const { entries } = await seedFrom(db(), id, at('twice.jsonl'))
  expect(entries).toEqual([
    { path: '/a', action: 'skip', reason: { code: 'twice' } },
    { path: '/a', action: 'create', reason: null },
  ])
  expect(await contents(db(), id)).toEqual({ '/a': 'one' })
  expect((await seedFrom(db(), id, at('twice.jsonl'))).versions).toBe(0)
})

const MEGABYTE = 1024 * 1024
const TEN_MEGABYTES = deflateRawSync(Buffer.alloc(10 * MEGABYTE))

/** The message a refused source gives. */
async function refusalOf(name: string): Promise<string> {
  const id = await newStore()
  const refused = await seedFrom(db(), id, at(name)).catch((error: unknown) => error)
  expect(await contents(db(), id)).toEqual({})
  return refused instanceof SourceError ? refused.message : ''
}

describe('an archive built to keep the server busy', () => {
  const bomb = Array.from({ length: 40 }, (_, file) => ({
    name: `f${file}`,
    packed: TEN_MEGABYTES,
    size: 10 * MEGABYTE,
  }))

  test('is refused when it unpacks to far more than its size, even with wrong checksums', async () => {
    put('bomb.zip', zipByHand(bomb))
    expect(await refusalOf('bomb.zip')).toContain('unpacks to more than 268435456')
  })

  test('is refused when its files overlap', async () => {
    const [first, ...others] = bomb.map((entry) => ({ ...entry, size: 1000 }))
    if (!first) throw new Error('no entry')
    put('same.zip', zipByHand([first, ...others.map((entry) => ({ ...entry, offset: 0 }))]))
    expect(await refusalOf('same.zip')).toContain('share the same bytes')
    put(
      'quoted.zip',
      zipByHand([first, ...others.map((entry, at) => ({ ...entry, offset: at + 1 }))]),
    )
    expect(await refusalOf('quoted.zip')).toContain('share the same bytes')
  })

  test('a file larger than its declared size is unpacked only up to that size', async () => {
    put('liar.zip', zipByHand([{ name: 'a', packed: TEN_MEGABYTES, size: 10 }]))
    const id = await newStore()
    const { entries } = await seedFrom(db(), id, at('liar.zip'))
    expect(entries).toEqual([{ path: '/a', action: 'skip', reason: { code: 'damaged' } }])
  })

  test('is refused, when gzipped, as soon as it unpacks to too much', async () => {
    const lines = gzipSync(jsonLines({ path: '/a', content: 'x'.repeat(4000) }).repeat(2_500))
    put('bomb.jsonl.gz', Buffer.concat(Array.from({ length: 28 }, () => lines)))
    expect(await refusalOf('bomb.jsonl.gz')).toContain('unpacks to more than 268435456')
    const zeros = gzipSync(Buffer.alloc(10 * MEGABYTE))
    const header = gzipSync(await tarHeaderOf('a', 300 * MEGABYTE))
    put('bomb.tar.gz', Buffer.concat([header, ...Array.from({ length: 30 }, () => zeros)]))
    expect(await refusalOf('bomb.tar.gz')).toContain('unpacks to more than 268435456')
  })

  test('an endless line of JSON is refused', async () => {
    put('line.jsonl', Buffer.concat([Buffer.from('{"path":"'), Buffer.alloc(65 * MEGABYTE, 'a')]))
    expect(await refusalOf('line.jsonl')).toBe('Line 1 is longer than 67108864 bytes.')
  })

  test('endless lines are refused, empty ones too', async () => {
    put(
      'empty.jsonl',
      Buffer.concat([
        Buffer.from('{"path":"/a","content":"x"}'),
        Buffer.alloc(11 * MEGABYTE, '\n'),
      ]),
    )
    expect(await refusalOf('empty.jsonl')).toBe('The file has more than 10000000 lines.')
  })

  test('a line with too many values is refused', async () => {
    put('parts.jsonl', `{"changes":[${'[],'.repeat(600_000)}0]}`)
    expect(await refusalOf('parts.jsonl')).toBe('Line 1 holds more than 500000 values.')
  })

  test('the server keeps answering others, and stops when the caller disconnects', async () => {
    const lines = Array.from({ length: 20 }, () => `${' '.repeat(4 * MEGABYTE)}\n`).join('')
    put('long.jsonl', `{"path":"/a","content":"x"}\n${lines}`)
    const caller = new AbortController()
    const source = await openFile(at('long.jsonl'), 'long', caller.signal)
    let turns = 0
    const counted = setInterval(() => {
      if (++turns === 3) caller.abort(new Error('the caller left'))
    }, 1)
    await expect(survey(source, null, caller.signal)).rejects.toThrow('the caller left')
    clearInterval(counted)
  })

  test('a long line is parsed like a short one', async () => {
    const content = 'é\n"'.repeat(400_000)
    put('long.jsonl', jsonLines({ path: '/a', content }, { path: '/b', content: 'x' }))
    const id = (
      await createStore(db(), { name: 'Long', settings: { maxContentBytes: 10_000_000 } })
    ).id
    await seedFrom(db(), id, at('long.jsonl'))
    expect(await contents(db(), id)).toEqual({ '/a': content, '/b': 'x' })
  })
})

describe('an export', () => {
  const paths = [
    '/..\\..\\evil.bat',
    '/README.md',
    '/readme.md',
    '/nul',
    '/a: b?',
    '/.git/config',
    '/100%.md',
    '/%5C',
  ]

  test.each(['zip', 'tar'] as const)(
    'as %s has only safe names, and imports to the original paths',
    async (format) => {
      const id = await newStore()
      for (const path of paths)
        await createMemory(db(), { storeId: id, path, content: path, cause: SEEDER })
      const before = await contents(db(), id)
      const bytes = await exported(db(), { storeId: id, format, withHistory: false })
      put(`out.${format}`, bytes)
      const copy = await newStore()
      await seedFrom(db(), copy, at(`out.${format}`))
      expect(await contents(db(), copy)).toEqual(before)
      if (format === 'tar') return
      const files = unzipSync(bytes)
      expect(Object.keys(files).filter((name) => /[\\:?*"<>|]/.test(name))).toEqual([])
      expect(strFromU8(files['%!names.txt'] ?? new Uint8Array())).toContain(
        '..%5C..%5Cevil.bat\t/..\\..\\evil.bat\n',
      )
    },
  )

  test('unpacked into a folder, imports to the original paths', async () => {
    const id = await newStore()
    for (const path of paths)
      await createMemory(db(), { storeId: id, path, content: path, cause: SEEDER })
    const files = unzipSync(
      await exported(db(), { storeId: id, format: 'zip', withHistory: false }),
    )
    for (const [name, bytes] of Object.entries(files)) put(`unpacked/${name}`, bytes)
    const copy = await newStore()
    await seedFrom(db(), copy, at('unpacked'))
    expect(await contents(db(), copy)).toEqual(await contents(db(), id))
  })

  test('of plain paths adds no extra file', async () => {
    const id = await newStore()
    await createMemory(db(), { storeId: id, path: '/notes/100%.md', content: 'x', cause: SEEDER })
    const bytes = await exported(db(), { storeId: id, format: 'zip', withHistory: false })
    expect(Object.keys(unzipSync(bytes))).toEqual(['notes/100%.md'])
  })

  test.each(['zip', 'tar'])(
    'of a repository is taken without what git keeps, a %s',
    async (kind) => {
      const files = { 'a.md': 'x', '.git/config': 'y', 'lib/.git/HEAD': 'z', '.gitignore': 'w' }
      const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const)
      if (kind === 'zip') put('clone.zip', zipSync(Object.fromEntries(bytes)))
      else put('clone.tar', await tarOf(...Object.entries(files)))
      const id = await newStore()
      const { repositories } = await seedFrom(db(), id, at(`clone.${kind}`))
      expect(repositories.map((each) => each.split('/').at(-1))).toEqual([`clone.${kind}`, 'lib'])
      expect(await contents(db(), id)).toEqual({ '/.gitignore': 'w', '/a.md': 'x' })
    },
  )

  test('of somebody else’s is taken with its names unchanged', async () => {
    put('theirs.zip', zipSync({ 'a%5Cb': Buffer.from('x') }))
    const id = await newStore()
    await seedFrom(db(), id, at('theirs.zip'))
    expect(await contents(db(), id)).toEqual({ '/a%5Cb': 'x' })
  })
})

describe('an archive', () => {
  test('that is cut off is refused as damaged, and none of it is written', async () => {
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

  test('a tar with a name twice holds the last one, and repeats without change', async () => {
    put('twice.tar', await tarOf(['a', 'one'], ['a', 'two']))
    const id = await newStore()
    await seedFrom(db(), id, at('twice.tar'))
    expect(await contents(db(), id)).toEqual({ '/a': 'two' })
    expect((await seedFrom(db(), id, at('twice.tar'))).versions).toBe(0)
  })

  test('reports encrypted entries, and takes the rest', async () => {
    const zip = Buffer.from(
      zipSync({ 'a.md': Buffer.from('hello hello hello'), 'b.md': Buffer.from('b') }),
    )
    for (const flags of flagsOf(zip)) zip[flags] = (zip[flags] ?? 0) | 1
    put('encrypted.zip', zip)
    const id = await newStore()
    const { entries } = await seedFrom(db(), id, at('encrypted.zip'))
    expect(entries).toContainEqual({ path: '/a.md', action: 'skip', reason: { code: 'encrypted' } })
    expect(await contents(db(), id)).toEqual({ '/b.md': 'b' })
  })

  test('reports damaged entries, and writes none of their bytes', async () => {
    const zip = Buffer.from(
      zipSync({ 'a.md': [Buffer.from('hello hello'), { level: 0 }], 'b.md': Buffer.from('b') }),
    )
    zip[zip.indexOf('hello')] = 0x58
    put('damaged.zip', zip)
    const id = await newStore()
    const { entries } = await seedFrom(db(), id, at('damaged.zip'))
    expect(entries).toContainEqual({ path: '/a.md', action: 'skip', reason: { code: 'damaged' } })
    expect(await contents(db(), id)).toEqual({ '/b.md': 'b' })
  })
})
