import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { zombie } from '@/tests/support/zombie'
import { inTurn } from './in-turn.mjs'

let folder = ''
let lock = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-turn-'))
  lock = path.join(folder, 'cache', 'preparing')
})
afterEach(() => rmSync(folder, { recursive: true }))

const nobodyWaits = (pid: number) => expect.fail(`waits for ${pid}`)

/** Another process at work on its job, until its standard input ends. */
async function otherProcess() {
  const module = pathToFileURL(path.resolve('scripts/in-turn.mjs')).href
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { inTurn } from '${module}'
     await inTurn('${lock}', async () => {
       process.stdout.write('begun')
       for await (const chunk of process.stdin) chunk
     }, () => {})`,
  ])
  await once(child.stdout, 'data')
  return child
}

test('a job runs and leaves no lock behind, even when it fails', async () => {
  expect(await inTurn(lock, async () => existsSync(lock), nobodyWaits)).toBe(true)
  const failing = inTurn(lock, () => Promise.reject(new Error('broken')), nobodyWaits)
  await expect(failing).rejects.toThrow('broken')
  expect(existsSync(lock)).toBe(false)
})

test("a job waits until another process's is done", async () => {
  const other = await otherProcess()
  const order: string[] = []
  other.once('exit', () => order.push('the other ended'))
  await inTurn(
    lock,
    async () => order.push('this one began'),
    (pid: number) => {
      expect(pid).toBe(other.pid)
      other.stdin.end()
    },
  )
  expect(order.at(-1)).toBe('this one began')
})

test.runIf(process.platform === 'linux')(
  'a process that ended and that nobody cleared away blocks nobody',
  async () => {
    const pid = await zombie()
    mkdirSync(path.dirname(lock))
    writeFileSync(lock, String(pid))
    expect(await inTurn(lock, async () => 'done', nobodyWaits)).toBe('done')
  },
)

test('a process that was killed blocks nobody', async () => {
  const other = await otherProcess()
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(existsSync(lock)).toBe(true)
  expect(await inTurn(lock, async () => 'done', nobodyWaits)).toBe('done')
})

test('a lock without a pid, or with that of this process itself, is stale', async () => {
  await inTurn(lock, async () => {}, nobodyWaits)
  for (const content of ['', String(process.pid)]) {
    writeFileSync(lock, content)
    expect(await inTurn(lock, async () => 'done', nobodyWaits)).toBe('done')
  }
})
