import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ScanInput } from './finding'
import { scan, Scanner, warmScanner } from './scanner'

const PLENTY_MS = 30_000
const PATIENT = { caller: 'agent', deadlineMs: PLENTY_MS }

const scanners: Scanner[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(scanners.splice(0).map((scanner) => scanner.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function started(scanner: Scanner): Scanner {
  scanners.push(scanner)
  return scanner
}

/** A scanner whose thread runs this instead. */
function scannerOf(code: string, options?: { maxWaiting?: number; turnMs?: number }): Scanner {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-scanner-'))
  folders.push(folder)
  const file = path.join(folder, 'worker.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${code}`)
  return started(new Scanner(file, { turnMs: PLENTY_MS, ...options }))
}

const lineOf = (text: string): ScanInput => ({ path: '/a.md', lines: [{ number: 1, text }] })

/** Hangs where the line says so, else finds nothing. */
const HANGING = `
parentPort.on('message', ({ lines }) => {
  while (lines[0].text === 'hang');
  if (lines[0].text === 'throw') throw new Error(lines[0].text)
  parentPort.postMessage({ findings: [], isWhole: lines[0].text !== 'too much' })
})
parentPort.postMessage('ready')`

test('what a change adds is scanned in a thread', async () => {
  const outcome = await started(new Scanner()).scan(
    lineOf('token: dckr_pat_Example1234567890AbCdEfGhjK'),
    PATIENT,
  )
  expect(outcome).toMatchObject({
    state: 'scanned',
    findings: [
      { rule: 'docker_token', severity: 'critical', line: 1, fromColumn: 7, toColumn: 43 },
    ],
  })
})

test('the process has a scanner, which can be started ahead of its first scan', async () => {
  warmScanner()
  expect(await scan(lineOf('nothing of note'), PATIENT)).toEqual({
    state: 'scanned',
    findings: [],
  })
})

test('nothing added needs no thread', async () => {
  const scanner = scannerOf('while (true);')
  expect(await scanner.scan({ path: null, lines: [] }, { caller: 'agent', deadlineMs: 1 })).toEqual(
    {
      state: 'scanned',
      findings: [],
    },
  )
})

test('a scan past its deadline is unscanned, and the thread is replaced', async () => {
  const scanner = scannerOf(HANGING)
  expect((await scanner.scan(lineOf('short'), PATIENT)).state).toBe('scanned')
  expect(await scanner.scan(lineOf('hang'), { caller: 'agent', deadlineMs: 50 })).toEqual({
    state: 'unscanned',
    reason: 'deadline',
  })
  expect((await scanner.scan(lineOf('short'), PATIENT)).state).toBe('scanned')
})

test('one that waits behind it is scanned by the new thread', async () => {
  const scanner = scannerOf(HANGING)
  const outcomes = await Promise.all([
    scanner.scan(lineOf('hang'), { caller: 'agent', deadlineMs: 500 }),
    scanner.scan(lineOf('short'), PATIENT),
  ])
  expect(outcomes.map(({ state }) => state)).toEqual(['unscanned', 'scanned'])
})

test('a thread that is still starting at the deadline goes on starting', async () => {
  const scanner = scannerOf(`await new Promise((resolve) => setTimeout(resolve, 200))\n${HANGING}`)
  expect((await scanner.scan(lineOf('short'), { caller: 'agent', deadlineMs: 1 })).state).toBe(
    'unscanned',
  )
  expect((await scanner.scan(lineOf('short'), PATIENT)).state).toBe('scanned')
})

test('where nobody waits, the deadline counts from when it is scanned', async () => {
  const scanner = scannerOf(`await new Promise((resolve) => setTimeout(resolve, 700))\n${HANGING}`)
  expect((await scanner.scanInBackground(lineOf('short'), 600)).state).toBe('scanned')
})

test('a thread that cannot start keeps nobody waiting for it', async () => {
  const scanner = scannerOf(`throw new Error('no')`)
  expect((await scanner.scanInBackground(lineOf('a'), PLENTY_MS)).state).toBe('unscanned')
})

test('a scan that throws is unscanned, and the next one is scanned', async () => {
  const scanner = scannerOf(HANGING)
  expect(await scanner.scan(lineOf('throw'), PATIENT)).toEqual({
    state: 'unscanned',
    reason: 'fault',
  })
  expect((await scanner.scan(lineOf('short'), PATIENT)).state).toBe('scanned')
})

test('a text with too much to look at is unscanned', async () => {
  const scanner = scannerOf(HANGING)
  expect(await scanner.scan(lineOf('too much'), PATIENT)).toEqual({
    state: 'unscanned',
    reason: 'too_much',
    findings: [],
  })
})

test('without a thread that starts, everything is unscanned', async () => {
  const scanner = scannerOf(`throw new Error('no')`)
  const both = [scanner.scan(lineOf('a'), PATIENT), scanner.scan(lineOf('b'), PATIENT)]
  expect(await Promise.all(both)).toEqual([
    { state: 'unscanned', reason: 'fault' },
    { state: 'unscanned', reason: 'fault' },
  ])
})

test('of one caller, no more wait than the queue holds', async () => {
  const scanner = scannerOf(HANGING, { maxWaiting: 2 })
  const asked = [1, 2, 3].map(() => scanner.scan(lineOf('short'), PATIENT))
  expect((await Promise.all(asked)).map(({ state }) => state)).toEqual([
    'scanned',
    'scanned',
    'unscanned',
  ])
})

/** The order in which these are scanned, asked at once while the thread starts. */
async function orderOf(
  scanner: Scanner,
  asked: readonly { text: string; caller: string | null }[],
): Promise<string[]> {
  const order: string[] = []
  await Promise.all(
    asked.map(async ({ text, caller }) => {
      const input = lineOf(text)
      await (caller === null
        ? scanner.scanInBackground(input, PLENTY_MS)
        : scanner.scan(input, { caller, deadlineMs: PLENTY_MS }))
      order.push(text)
    }),
  )
  return order
}

test('callers take turns, and what nobody waits for comes last', async () => {
  const order = await orderOf(scannerOf(HANGING), [
    { text: 'background', caller: null },
    { text: 'a1', caller: 'a' },
    { text: 'a2', caller: 'a' },
    { text: 'a3', caller: 'a' },
    { text: 'b1', caller: 'b' },
    { text: 'b2', caller: 'b' },
  ])
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'background'])
})

test('a caller with too much waiting keeps nobody else from asking', async () => {
  const scanner = scannerOf(HANGING, { maxWaiting: 1 })
  const states = await Promise.all(
    ['a', 'a', 'b'].map(async (caller) => {
      const outcome = await scanner.scan(lineOf('short'), { caller, deadlineMs: PLENTY_MS })
      return `${caller} ${outcome.state}`
    }),
  )
  expect(states).toEqual(['a scanned', 'a unscanned', 'b scanned'])
})

test('a scan ends when it has had its turn and somebody else waits', async () => {
  const scanner = scannerOf(HANGING, { turnMs: 10 })
  const hanging = scanner.scan(lineOf('hang'), PATIENT)
  const other = await scanner.scan(lineOf('short'), { caller: 'other', deadlineMs: PLENTY_MS })
  expect(other.state).toBe('scanned')
  expect(await hanging).toMatchObject({ state: 'unscanned', reason: 'deadline' })
})

test('one in the background ends likewise, as soon as somebody waits', async () => {
  const scanner = scannerOf(HANGING, { turnMs: 10 })
  expect((await scanner.scan(lineOf('short'), PATIENT)).state).toBe('scanned')
  const hanging = scanner.scanInBackground(lineOf('hang'), PLENTY_MS)
  expect((await scanner.scan(lineOf('short'), PATIENT)).state).toBe('scanned')
  expect((await hanging).state).toBe('unscanned')
})

test('stopped, it answers what was asked and scans nothing more', async () => {
  const scanner = scannerOf(HANGING)
  const asked = scanner.scan(lineOf('hang'), PATIENT)
  await scanner.stop()
  expect(await asked).toEqual({ state: 'unscanned', reason: 'stopped' })
  expect(await scanner.scan(lineOf('short'), PATIENT)).toEqual({
    state: 'unscanned',
    reason: 'stopped',
  })
})
