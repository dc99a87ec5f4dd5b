import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ScanInput } from './finding'
import { scan, Scanner, warmScanner } from './scanner'

const PLENTY_MS = 30_000

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
function scannerOf(code: string, mostWaiting?: number): Scanner {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-scanner-'))
  folders.push(folder)
  const file = path.join(folder, 'worker.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${code}`)
  return started(new Scanner(file, mostWaiting))
}

const lineOf = (text: string): ScanInput => ({ path: '/a.md', lines: [{ number: 1, text }] })

/** Hangs where the line says so, else finds nothing. */
const HANGING = `
parentPort.on('message', ({ lines }) => {
  while (lines[0].text === 'hang');
  if (lines[0].text === 'throw') throw new Error(lines[0].text)
  parentPort.postMessage([])
})
parentPort.postMessage('ready')`

test('what a change adds is scanned in a thread', async () => {
  const outcome = await started(new Scanner()).scan(
    lineOf('token: dckr_pat_Example1234567890AbCdEfGhjK'),
    PLENTY_MS,
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
  expect(await scan(lineOf('nothing of note'), PLENTY_MS)).toEqual({
    state: 'scanned',
    findings: [],
  })
})

test('nothing added needs no thread', async () => {
  const scanner = scannerOf('while (true);')
  expect(await scanner.scan({ path: null, lines: [] }, 1)).toEqual({
    state: 'scanned',
    findings: [],
  })
})

test('a scan past its deadline is unscanned, and the thread is replaced', async () => {
  const scanner = scannerOf(HANGING)
  expect((await scanner.scan(lineOf('short'), PLENTY_MS)).state).toBe('scanned')
  expect(await scanner.scan(lineOf('hang'), 50)).toEqual({
    state: 'unscanned',
    reason: 'deadline',
  })
  expect((await scanner.scan(lineOf('short'), PLENTY_MS)).state).toBe('scanned')
})

test('one that waits behind it is scanned by the new thread', async () => {
  const scanner = scannerOf(HANGING)
  const outcomes = await Promise.all([
    scanner.scan(lineOf('hang'), 500),
    scanner.scan(lineOf('short'), PLENTY_MS),
  ])
  expect(outcomes.map(({ state }) => state)).toEqual(['unscanned', 'scanned'])
})

test('a thread that is still starting at the deadline goes on starting', async () => {
  const scanner = scannerOf(`await new Promise((resolve) => setTimeout(resolve, 200))\n${HANGING}`)
  expect((await scanner.scan(lineOf('short'), 1)).state).toBe('unscanned')
  expect((await scanner.scan(lineOf('short'), PLENTY_MS)).state).toBe('scanned')
})

test('where nobody waits, the deadline counts from when the thread runs', async () => {
  const scanner = scannerOf(`await new Promise((resolve) => setTimeout(resolve, 700))\n${HANGING}`)
  expect((await scanner.scanOnceReady(lineOf('short'), 600)).state).toBe('scanned')
})

test('a thread that cannot start keeps nobody waiting for it', async () => {
  const scanner = scannerOf(`throw new Error('no')`)
  expect((await scanner.scanOnceReady(lineOf('a'), PLENTY_MS)).state).toBe('unscanned')
})

test('a scan that throws is unscanned, and the next one is scanned', async () => {
  const scanner = scannerOf(HANGING)
  expect(await scanner.scan(lineOf('throw'), PLENTY_MS)).toEqual({
    state: 'unscanned',
    reason: 'fault',
  })
  expect((await scanner.scan(lineOf('short'), PLENTY_MS)).state).toBe('scanned')
})

test('without a thread that starts, everything is unscanned', async () => {
  const scanner = scannerOf(`throw new Error('no')`)
  const both = [scanner.scan(lineOf('a'), PLENTY_MS), scanner.scan(lineOf('b'), PLENTY_MS)]
  expect(await Promise.all(both)).toEqual([
    { state: 'unscanned', reason: 'fault' },
    { state: 'unscanned', reason: 'fault' },
  ])
})

test('no more wait than the queue holds', async () => {
  const scanner = scannerOf(HANGING, 2)
  const asked = [1, 2, 3].map(() => scanner.scan(lineOf('short'), PLENTY_MS))
  expect((await Promise.all(asked)).map(({ state }) => state)).toEqual([
    'scanned',
    'scanned',
    'unscanned',
  ])
})

test('stopped, it answers what was asked and scans nothing more', async () => {
  const scanner = scannerOf(HANGING)
  const asked = scanner.scan(lineOf('hang'), PLENTY_MS)
  await scanner.stop()
  expect(await asked).toEqual({ state: 'unscanned', reason: 'stopped' })
  expect(await scanner.scan(lineOf('short'), PLENTY_MS)).toEqual({
    state: 'unscanned',
    reason: 'stopped',
  })
})
