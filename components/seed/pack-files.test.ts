import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openFile } from '@/lib/transfer/open-source'
import type { SourceChange } from '@/lib/transfer/source'
import { sourceFolder } from '@/tests/support/seeding'
import { MAX_PACKED_FILES, packFiles } from './pack-files'

const { at } = sourceFolder()

const one = (path: string, content: string) => ({ path, file: new File([content], 'x') })

/** Reads a packed archive as the server does. */
async function unpacked(parts: BlobPart[]): Promise<SourceChange[]> {
  writeFileSync(at('packed.zip'), Buffer.from(await new Blob(parts).arrayBuffer()))
  const changes: SourceChange[] = []
  const { signal } = new AbortController()
  const { moments } = await openFile(at('packed.zip'), 'packed', signal)
  for await (const moment of moments(signal)) changes.push(...moment.changes)
  return changes
}

test('every file is packed, in order: duplicates of a path, empty files and odd names too', async () => {
  const packed = await packFiles([
    one('b.md', 'first'),
    one('b.md', 'second'),
    one('empty', ''),
    one('메모/__proto__', '배포'),
    one('7', 'a number'),
  ])
  expect(await unpacked(packed)).toEqual([
    { op: 'write', path: '/b.md', bytes: Buffer.from('first') },
    { op: 'write', path: '/b.md', bytes: Buffer.from('second') },
    { op: 'write', path: '/empty', bytes: Buffer.from('') },
    { op: 'write', path: '/메모/__proto__', bytes: Buffer.from('배포') },
    { op: 'write', path: '/7', bytes: Buffer.from('a number') },
  ])
})

test('as many files as a zip can count are packed, and not one more', async () => {
  const file = new File([], 'x')
  const many = Array.from({ length: MAX_PACKED_FILES }, (_, at) => ({ path: `${at}`, file }))
  expect(await unpacked(await packFiles(many))).toHaveLength(MAX_PACKED_FILES)
  await expect(packFiles([...many, { path: 'more', file }])).rejects.toThrow(RangeError)
})
