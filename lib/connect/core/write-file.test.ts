import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { folderWith } from '@/tests/support/watched-folder'
import { writeFileSafely } from './write-file'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

function folder(files: Record<string, string>): string {
  const root = folderWith(files)
  roots.push(root)
  return root
}

const hash = (text: string) => sha256Hex(utf8Bytes(text))

function write(
  root: string,
  memoryPath: string,
  { from, to }: { from: string | null; to: string | null },
  atStep: (step: string) => Promise<void> = async () => {},
) {
  return writeFileSafely({
    root,
    memoryPath,
    base: from === null ? null : hash(from),
    wanted: to === null ? null : utf8Bytes(to),
    token: randomBytes(9).toString('hex'),
    atStep,
  })
}

const held = (root: string) =>
  Object.fromEntries(
    readdirSync(root)
      .toSorted()
      .map((name) => [name, readFileSync(path.join(root, name), 'utf8')]),
  )

/** Puts a link to `outside` in the place of a folder and the folder back, until `stop` is set. */
const SWAP = `
  const { renameSync, rmSync, symlinkSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  const { sub, aside, outside, stop } = workerData
  parentPort.postMessage('swapping')
  while (Atomics.load(stop, 0) === 0) {
    renameSync(sub, aside)
    try { symlinkSync(outside, sub) } catch {}
    for (;;) {
      try {
        rmSync(sub, { recursive: true, force: true })
        renameSync(aside, sub)
        break
      } catch {}
    }
  }
`

/** Has a thread swap a folder for a link while something is done. */
async function whileSwapped(
  { sub, aside, outside }: Record<'sub' | 'aside' | 'outside', string>,
  work: () => Promise<void>,
): Promise<void> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(SWAP, { eval: true, workerData: { sub, aside, outside, stop } })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  await new Promise((resolve) => worker.once('message', resolve))
  try {
    await work()
  } finally {
    Atomics.store(stop, 0, 1)
    await ended
  }
}

describe('writing a file', () => {
  test.each(['in the folder', 'out of it'])(
    'reaches nothing out of the folder while its subfolder, moved %s, is swapped for a link',
    async (where) => {
      const outside = folder({ '/a.md': 'one', '/b.md': 'one' })
      const root = folder({ '/sub/a.md': 'one', '/sub/b.md': 'one' })
      const aside = where === 'out of it' ? path.join(folder({}), 'moved') : `${root}/.moved`
      const sub = path.join(root, 'sub')
      const before = held(outside)
      let written = 0
      const count = async (outcome: ReturnType<typeof write>) => {
        if ((await outcome).kind === 'written') written++
      }
      await whileSwapped({ sub, aside, outside }, async () => {
        // Which of the two is quicker is chance: some writes are to meet the folder itself.
        for (let round = 0; round < 120 || (written === 0 && round < 5_000); round++) {
          await count(write(root, `/sub/new-${round}.md`, { from: null, to: 'new' }))
          await count(write(root, '/sub/a.md', { from: 'one', to: 'two' }))
          await count(write(root, '/sub/a.md', { from: 'two', to: 'one' }))
          await count(write(root, '/sub/b.md', { from: 'one', to: null }))
          await count(write(root, '/sub/b.md', { from: null, to: 'one' }))
        }
      })
      expect(held(outside)).toEqual(before)
      expect(readdirSync(sub).filter((name) => name.endsWith('.new'))).toEqual([])
      expect(written).toBeGreaterThan(0)
    },
  )

  test.each([
    ['created', { from: null, to: 'two' }, 'put in place'],
    ['replaced', { from: 'one', to: 'two' }, 'replace'],
    ['deleted', { from: 'one', to: null }, 'move away'],
  ])(
    'leaves a folder that is moved away as it was when a file of it is to be %s',
    async (_how, change, moment) => {
      const files = change.from === null ? {} : { 'a.md': change.from }
      const outside = folder({ '/a.md': 'of another' })
      const root = folder({})
      const sub = path.join(root, 'sub')
      mkdirSync(sub)
      if (change.from !== null) await write(root, '/sub/a.md', { from: null, to: change.from })
      const outcome = await write(root, '/sub/a.md', change, async (step) => {
        if (step !== moment) return
        renameSync(sub, `${root}/moved`)
        symlinkSync(outside, sub)
      })
      expect(outcome).toEqual({ kind: 'changed' })
      expect(held(`${root}/moved`)).toEqual(files)
      expect(held(outside)).toEqual({ 'a.md': 'of another' })
    },
  )

  test('leaves nothing beside a file that could not be written', async () => {
    const root = folder({ '/a.md': 'one' })
    const outcome = await write(root, '/a.md', { from: 'one', to: 'two' }, async (step) => {
      if (step === 'keep the former') rmSync(path.join(root, 'a.md'))
    })
    expect(outcome).toEqual({ kind: 'changed' })
    expect(held(root)).toEqual({})
  })
})
