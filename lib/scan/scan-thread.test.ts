import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ScanThread } from './flags-of'

const PLENTY_MS = 60_000

/** Hangs or fails where the text says so, else finds nothing. */
const WORKER = `export default ({ content }) => {
  while (content === 'hang');
  if (content === 'throw') throw new Error(content)
  if (content === 'exit') process.exit(1)
  return { found: [], isWhole: true }
}`

const NOTHING = { found: [], isWhole: true }

function threadOf(mostWaiting = 256, code = WORKER): ScanThread {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-scan-'))
  const file = path.join(folder, 'worker.mjs')
  writeFileSync(file, code)
  const thread = new ScanThread(file, mostWaiting)
  onTestFinished(async () => {
    await thread.stop()
    rmSync(folder, { recursive: true })
  })
  return thread
}

const memory = (content: string) => ({ path: '/a.md', content })

test('a scan past its deadline is not answered, and the next one is', async () => {
  const thread = threadOf()
  expect(await thread.scan(memory('short'), PLENTY_MS)).toEqual(NOTHING)
  expect(await thread.scan(memory('hang'), 50)).toBeNull()
  expect(await thread.scan(memory('short'), PLENTY_MS)).toEqual(NOTHING)
})

test('one that waits behind it is scanned by the new thread', async () => {
  const thread = threadOf()
  const both = [thread.scan(memory('hang'), 500), thread.scan(memory('short'), PLENTY_MS)]
  expect(await Promise.all(both)).toEqual([null, NOTHING])
})

test.each(['throw', 'exit'])(
  'a scan that fails (%s) is not answered, the next one is',
  async (content) => {
    const thread = threadOf()
    expect(await thread.scan(memory(content), PLENTY_MS)).toBeNull()
    expect(await thread.scan(memory('short'), PLENTY_MS)).toEqual(NOTHING)
  },
)

test('no more wait than the queue holds', async () => {
  const thread = threadOf(2)
  const asked = [1, 2, 3].map(() => thread.scan(memory('short'), PLENTY_MS))
  expect(await Promise.all(asked)).toEqual([NOTHING, NOTHING, null])
  expect(await thread.scan(memory('short'), PLENTY_MS)).toEqual(NOTHING)
})

test('a thread that cannot start keeps nobody waiting beyond the deadline', async () => {
  const thread = threadOf(256, `throw new Error('no')`)
  const both = [thread.scan(memory('short'), 200), thread.scan(memory('short'), 200)]
  expect(await Promise.all(both)).toEqual([null, null])
})
