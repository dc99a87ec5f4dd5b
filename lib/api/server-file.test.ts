import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serverAddress } from '@/bin/mcp-bridge.mjs'
import { zombie } from '@/tests/support/zombie'
import { announceServer, serverOnThisMachine } from './server-file'

const dataDir = mkdtempSync(path.join(tmpdir(), 'palimpsest-server-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const FILE = path.join(dataDir, 'server.json')
const OTHER = 'http://127.0.0.1:4001'
const OURS = 'http://127.0.0.1:4002'

const found = (): unknown => serverAddress('/', { NODE_ENV: 'test', DATA_DIR: dataDir })
const announce = () => announceServer({ dataDir, host: '127.0.0.1', port: 4002 })

test('a second server on the same data is found first, and leaves the other to be found', () => {
  writeFileSync(FILE, JSON.stringify({ url: OTHER, pid: process.ppid }))
  const withdraw = announce()
  expect(found()).toBe(OURS)
  expect(statSync(FILE).mode & 0o777).toBe(0o600)
  withdraw()
  expect(found()).toBe(OTHER)
})

test('one that ends before the second is found no more, nor is any when both have', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(FILE, JSON.stringify({ url: OTHER, pid }))
  const withdraw = announce()
  expect(found()).toBe(OURS)
  withdraw()
  expect(existsSync(FILE)).toBe(false)
})

test('the command line finds the one that runs whatever its own port is set to, else that one', () => {
  const own = { dataDir, host: '::1', port: 4003 }
  writeFileSync(FILE, JSON.stringify({ url: OTHER, pid: process.ppid }))
  expect(serverOnThisMachine(own)).toBe(OTHER)
  rmSync(FILE)
  expect(serverOnThisMachine(own)).toBe('http://[::1]:4003')
})

test('while the newest has ended without a word, the other is found', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const earlier = [{ url: OTHER, pid: process.ppid }]
  writeFileSync(FILE, JSON.stringify({ url: OURS, pid, earlier }))
  expect(found()).toBe(OTHER)
})

test.runIf(process.platform === 'linux')(
  'one that ended and that nobody cleared away is found no more',
  async () => {
    const pid = await zombie()
    writeFileSync(FILE, JSON.stringify({ url: OTHER, pid }))
    expect(found()).toBe(null)
    const withdraw = announce()
    withdraw()
    expect(existsSync(FILE)).toBe(false)
  },
)
