import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '@/lib/store/stores/change-stores'
import { openDatabase } from './open-database'
import { migrate } from './migrate'
import { tightenFiles } from './private-files'

let root: string
let dataDir: string

vi.mock('@/lib/settings', async (original) => ({
  ...(await original<object>()),
  settings: () => ({ dataDir, logLevel: 'info' }),
}))

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'palimpsest-'))
  dataDir = path.join(root, 'deep', 'data')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
const database = () => path.join(dataDir, 'palimpsest.db')
const FILES = ['palimpsest.db', 'palimpsest.db-wal', 'palimpsest.db-shm']

/** The logged lines. */
function logged() {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  return lines
}

describe.skipIf(process.platform === 'win32')('the data', () => {
  test('is created for this user alone, whatever the umask: folders, database and journals', async () => {
    const before = process.umask(0)
    try {
      await migrate(`file:${database()}`)
      const db = openDatabase(`file:${database()}`)
      await createStore(db, { name: 'Notes' })
      expect([path.join(root, 'deep'), dataDir].map(mode)).toEqual(['700', '700'])
      expect(FILES.map((name) => mode(path.join(dataDir, name)))).toEqual(['600', '600', '600'])
      await db.close()
    } finally {
      process.umask(before)
    }
  })

  test('of earlier versions is closed to others when the server starts, and the log says so', async () => {
    await migrate(`file:${database()}`)
    const db = openDatabase(`file:${database()}`)
    await createStore(db, { name: 'Notes' })
    for (const name of ['palimpsest.db-journal', 'palimpsest.db.bak']) {
      writeFileSync(path.join(dataDir, name), '')
    }
    for (const folder of ['uploads', 'backups']) mkdirSync(path.join(dataDir, folder))
    const files = [...FILES, 'palimpsest.db-journal', 'palimpsest.db.bak'].map((name) =>
      path.join(dataDir, name),
    )
    const folders = [dataDir, path.join(dataDir, 'uploads'), path.join(dataDir, 'backups')]
    for (const file of files) chmodSync(file, 0o644)
    for (const folder of folders) chmodSync(folder, 0o755)
    const lines = logged()
    tightenFiles(`file:${database()}`)
    expect(files.map(mode)).toEqual(files.map(() => '600'))
    expect(folders.map(mode)).toEqual(folders.map(() => '700'))
    expect(lines).toHaveLength(files.length + folders.length)
    expect(lines[0]).toContain('"name":"data","was":"0755"')
    lines.length = 0
    tightenFiles(`file:${database()}`)
    expect(lines).toEqual([])
    await db.close()
  })

  test('of a database elsewhere leaves its folder as it is', async () => {
    const elsewhere = path.join(root, 'shared')
    mkdirSync(elsewhere)
    chmodSync(elsewhere, 0o755)
    const file = path.join(elsewhere, 'other.db')
    await migrate(`file:${file}`)
    chmodSync(file, 0o644)
    logged()
    tightenFiles(`file:${file}`)
    expect([mode(elsewhere), mode(file)]).toEqual(['755', '600'])
  })

  test('in a world-writable folder causes a warning, and the folder stays as it is', () => {
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, 0o1777)
    const lines = logged()
    tightenFiles(`file:${database()}`)
    expect([mode(dataDir), lines.length]).toEqual(['777', 1])
    expect(existsSync(database())).toBe(false)
  })
})
