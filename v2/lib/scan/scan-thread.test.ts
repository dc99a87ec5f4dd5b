import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from 'vitest'
import { ScanThread } from './scan-thread'

const PLENTY_MS = 60_000

/** Hangs or fails where the text says so, else finds nothing. */
const WORKER = `export default ({ content }) => {
  while (content === 'hang');
  if (content === 'throw') throw new Error(content)
  if (content === 'exit') process.exit(1)
  return { found: [], isWhole: true }
}`

const NOTHING = { found: [], isWhole: true }

const test = base.extend<{ threadOf: (mostWaiting?: number, code?: string) => ScanThread }>({
  threadOf: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-scan-'))
    const threads: ScanThread[] = []
    await use((mostWaiting = 256, code = WORKER) => {
      const file = path.join(folder, `${threads.length}.mjs`)
      writeFileSync(file, code)
      const thread = new ScanThread(file, mostWaiting)
      threads.push(thread)
      return thread
    })
    await Promise.all(threads.map((thread) => thread.stop()))
    rmSync(folder, { recursive: true })
  },
})

const memory = (content: string) => ({ path: '/a.md', content })

test('a scan past its deadline is not answered, and the next one is', async ({ threadOf }) => {
  const thread = threadOf()
  expect(await thread.scan(memory('short'), PLENTY_MS)).toEqual(NOTHING)
  expect(await thread.scan(memory('hang'), 50)).toBeNull()
  expect(await thread.scan(memory('short'), PLENTY_MS)).toEqual(NOTHING)
})

test('one that waits behind it is scanned by the new thread', async ({ threadOf }) => {
  const thread = threadOf()
  const both = [thread.scan(memory('hang'), 500), thread.scan(memory('short'), PLENTY_MS)]
  expect(await Promise.all(both)).toEqual([null, NOTHING])
})

test.for(['throw', 'exit'])(
  'a scan that fails (%s) is not answered, the next one is',
  async (content, { threadOf }) => {
    const thread = threadOf()
    expect(await thread.scan(memory(content), PLENTY_MS)).toBeNull()
    expect(await thread.scan(memory('short'), PLENTY_MS)).toEqual(NOTHING)
  },
)

test('no more wait than the queue holds', async ({ threadOf }) => {
  const thread = threadOf(2)
  const asked = [1, 2, 3].map(() => thread.scan(memory('short'), PLENTY_MS))
  expect(await Promise.all(asked)).toEqual([NOTHING, NOTHING, null])
  expect(await thread.scan(memory('short'), PLENTY_MS)).toEqual(NOTHING)
})

test('a thread that cannot start keeps nobody waiting beyond the deadline', async ({
  threadOf,
}) => {
  const thread = threadOf(256, `throw new Error('no')`)
  const both = [thread.scan(memory('short'), 200), thread.scan(memory('short'), 200)]
  expect(await Promise.all(both)).toEqual([null, null])
})
