import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { createApiKey, type CreateApiKeyInput } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { migrate } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import { bundle } from './bundle'

/**
 * The command line as a program, with a folder and a database of its own for each test. `command`: what
 * is always typed after `palimpsest`.
 */
export function commandLine(command: string) {
  let bundled = ''
  beforeAll(async () => {
    bundled = await bundle(`${command}-command-line`, 'tests/support/command-line.ts')
  })

  let folder = ''
  let db: Database | undefined
  const current = (): Database => {
    if (!db) throw new Error('the database is open only inside tests')
    return db
  }
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), `palimpsest-${command}-`))
    const url = `file:${path.join(folder, 'palimpsest.db')}`
    await migrate(url)
    db = openDatabase(url)
  })
  afterEach(async () => {
    await db?.close()
    rmSync(folder, { recursive: true })
  })

  /** Writes a file into the folder that the command runs in; returns its name. */
  const put = (name: string, content: string): string => {
    writeFileSync(path.join(folder, name), content)
    return name
  }

  /** Runs the command to its end. */
  const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [bundled, command, ...args], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PALIMPSEST_CWD: folder, ...env },
    })
    let [output, complaint] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, output, complaint }
  }

  /** Writes the secret of a new key that may review into a file; returns its name. */
  const keyFile = async (input: Partial<CreateApiKeyInput> = {}): Promise<string> => {
    const key = { name: 'reviewer', access: 'review' as const, storeIds: null, ...input }
    return put('reviewer.key', `${(await createApiKey(current(), key)).secret}\n`)
  }

  return { db: current, put, run, keyFile }
}
