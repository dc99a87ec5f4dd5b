import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { TaskThread } from './task-thread'

const PLENTY_MS = 30_000

/** Answers with the number of its thread. */
const NUMBERED = `import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', () => parentPort.postMessage({ threadId }))
parentPort.postMessage('ready')`

test('a thread without a task is ended after a while, and the next task starts another', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-thread-'))
  const file = path.join(folder, 'worker.mjs')
  writeFileSync(file, NUMBERED)
  const thread = new TaskThread<string, { threadId: number }>(file, { idleMs: 1 })
  const ask = async () => {
    const outcome = await thread.ask('which?', { caller: 'test', deadlineMs: PLENTY_MS })
    return outcome.isAnswered ? outcome.answer.threadId : null
  }
  const first = await ask()
  await vi.waitFor(async () => expect(await ask()).not.toBe(first), { timeout: PLENTY_MS })
  await thread.stop()
  rmSync(folder, { recursive: true })
})
