import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-spool-'))
  vi.stubEnv('DATA_DIR', folder)
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** The settings are read once, so each test loads the module anew for its own folder. */
const spoolInFolder = async () => (await import('./spool')).spool

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

test('an upload is kept on disk, readable only by its owner, until it is discarded', async () => {
  const spool = await spoolInFolder()
  const { file, sha256, discard } = await spool(chunks('one', 'two'))
  expect(readFileSync(file, 'utf8')).toBe('onetwo')
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(sha256).toBe(createHash('sha256').update('onetwo').digest('hex'))
  await discard()
  expect(existsSync(file)).toBe(false)
})

test('an upload is refused as soon as it exceeds the limit, and leaves nothing', async () => {
  const spool = await spoolInFolder()
  let read = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read++
      yield Buffer.alloc(10)
    }
  }
  await expect(spool(endless(), 25)).rejects.toMatchObject({
    name: 'UploadTooLargeError',
    limit: 25,
  })
  expect(read).toBeLessThan(10)
  expect(readdirSync(path.join(folder, 'uploads'))).toEqual([])
})

test('an interrupted upload leaves nothing', async () => {
  const spool = await spoolInFolder()
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new Error('the connection was lost')
  }
  await expect(spool(breaking())).rejects.toThrow('the connection was lost')
  expect(readdirSync(path.join(folder, 'uploads'))).toEqual([])
})

test('files of an ended process are removed after a day', async () => {
  const uploads = path.join(folder, 'uploads')
  mkdirSync(uploads)
  writeFileSync(path.join(uploads, 'old'), 'x')
  writeFileSync(path.join(uploads, 'new'), 'x')
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600
  utimesSync(path.join(uploads, 'old'), twoDaysAgo, twoDaysAgo)
  const spool = await spoolInFolder()
  const { discard } = await spool(chunks('x'))
  await discard()
  expect(readdirSync(uploads)).toEqual(['new'])
})
