import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundle } from '@/tests/support/bundle'
import { freshPostgresql, type TestDatabase } from '@/tests/support/databases'
import { connect, folderWith } from '@/tests/support/watched-folder'

/** Servers of one PostgreSQL, each a process with its own data folder. */

const SECRET = 'hunter2-of-ada'
const HELD = `the password is ${SECRET}, they say`
const KEY = Buffer.alloc(32, 7).toString('base64')

let program = ''
let fresh: TestDatabase
beforeAll(async () => {
  program = await bundle('fingerprinting-server', 'tests/support/fingerprinting-server.ts')
  fresh = await freshPostgresql()
})
afterAll(() => fresh.discard())

async function watchedStore(): Promise<string> {
  const root = folderWith({ '/a.md': 'nothing of note\n' })
  onTestFinished(() => rmSync(root, { recursive: true }))
  return (await connect(fresh.db, root)).storeId
}

interface Said {
  advice: string | null
  holds: boolean
}

/** A server with a data folder of its own, that acts each time it is started. */
function server(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'palimpsest-server-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return async (act: 'redacts' | 'looks', storeId: string, text: string): Promise<Said> => {
    const env = { ...process.env, DATA_DIR: dataDir, ...settings }
    const args = [program, fresh.url, act, storeId, text]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    return JSON.parse(stdout) as Said
  }
}

test('with one key, what was redacted through one server is known to the other', async () => {
  const storeId = await watchedStore()
  const [a, b] = [server({ FINGERPRINT_KEY: KEY }), server({ FINGERPRINT_KEY: KEY })]
  expect(await b('looks', storeId, HELD)).toEqual({ advice: null, holds: false })
  expect(await a('redacts', storeId, SECRET)).toEqual({ advice: null, holds: true })
  expect(await b('looks', storeId, HELD)).toEqual({ advice: null, holds: true })
})

test('a server with another key, or with none, says so at its start', async () => {
  const storeId = await watchedStore()
  const [a, b] = [server(), server()]
  await a('redacts', storeId, SECRET)
  const said = await b('looks', storeId, HELD)
  expect(said.holds).toBe(false)
  expect(said.advice).toMatch(/\d fingerprints .* made by another key .* set FINGERPRINT_KEY/)
  // Once it has made its own, it still says so.
  expect((await b('looks', storeId, HELD)).advice).toBe(said.advice)
})

test('a key that a server made in its data folder serves all when it is their setting', async () => {
  const storeId = await watchedStore()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'palimpsest-server-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await server({ DATA_DIR: dataDir })('redacts', storeId, SECRET)
  const made = readFileSync(path.join(dataDir, 'fingerprint.key')).toString('base64')
  expect((await server({ FINGERPRINT_KEY: made })('looks', storeId, HELD)).holds).toBe(true)
})
