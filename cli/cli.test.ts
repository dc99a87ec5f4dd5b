import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { openDatabase } from '@/lib/db/open-database'
import { migrate } from '@/lib/db/migrate'
import { createMemory, putMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { flipBit } from '@/tests/support/damaged-version'
import { followEvents } from '@/lib/store/events/follow-events'
import { bundle } from '@/tests/support/bundle'
import { freshPostgresql } from '@/tests/support/databases'
import { printable } from './printable'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-cli-'))
  mkdirSync(path.join(folder, 'notes/deep'), { recursive: true })
  writeFileSync(path.join(folder, 'notes/a.md'), 'alpha secret-word\n')
  writeFileSync(path.join(folder, 'notes/deep/b.md'), 'beta\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

let bundled = ''
beforeAll(async () => {
  bundled = await bundle('command-line', 'tests/support/command-line.ts')
})

function started(args: string[], cwd: string, env: Record<string, string> = {}) {
  return spawn(process.execPath, args, {
    cwd,
    env: {
      ...process.env,
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: '',
      PALIMPSEST_CWD: folder,
      ...env,
    },
  })
}

/** Runs the command and kills it as soon as there is a file whose name holds this. */
async function killedWith(part: string, inFolder: string, args: string[]): Promise<void> {
  const child = started([bundled, ...args], path.resolve('.'))
  const ended = new Promise<unknown>((resolve) =>
    child.once('exit', (_, signal) => resolve(signal)),
  )
  const isThere = () =>
    existsSync(inFolder) && readdirSync(inFolder).some((name) => name.includes(part))
  await expect.poll(isThere, { interval: 5, timeout: 30_000 }).toBe(true)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
}

/** Runs the command as a person does, from the folder with the notes. */
async function palimpsest(args: string[], input = '', env: Record<string, string> = {}) {
  return run([bundled, ...args], path.resolve('.'), input, env)
}

async function run(args: string[], cwd: string, input = '', env: Record<string, string> = {}) {
  const child = started(args, cwd, env)
  child.stdin.end(input)
  const out: Buffer[] = []
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: Buffer.concat(out).toString('utf8'), complaint }
}

describe('branches on the command line', () => {
  test('are made and merged, once what both changed was settled', async () => {
    const file = path.join(folder, 'data', 'palimpsest.db')
    mkdirSync(path.dirname(file), { recursive: true })
    await migrate(`file:${file}`)
    const inDatabase = async (work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>) => {
      const db = openDatabase(`file:${file}`)
      await work(db)
      await db.close()
    }
    const cause = { actor: { type: 'user' as const, id: 'user_1' } }
    let storeId = ''
    await inDatabase(async (db) => {
      storeId = (await createStore(db, { name: 'Notes' })).id
      await createMemory(db, { storeId, path: '/a.md', content: 'one\n', cause })
    })
    const made = await palimpsest(['branch', 'Notes', 'try'])
    expect(made).toMatchObject({ code: 0, complaint: '' })
    const branchId = made.output.trim()
    await inDatabase(async (db) => {
      await putMemory(db, { storeId, path: '/a.md', content: 'origin\n', cause })
      await putMemory(db, { storeId: branchId, path: '/a.md', content: 'branch\n', cause })
    })
    expect(await palimpsest(['merge', 'try', '--conflicts', 'both'])).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('--key-file') as string,
    })
    await inDatabase(async (db) => {
      const key = await createApiKey(db, { name: 'CI', access: 'review', storeIds: null })
      writeFileSync(path.join(folder, 'key'), key.secret)
    })
    const merge = (...args: string[]) => palimpsest(['merge', 'try', '--key-file', 'key', ...args])
    expect(await merge('--dry-run')).toMatchObject({
      code: 0,
      output: 'M /a.md +1 -1 1 changed on both sides\n',
    })
    expect(await merge()).toMatchObject({ code: 2 })
    expect(await merge('--conflicts', 'both')).toMatchObject({ code: 0 })
    expect((await palimpsest(['export', 'Notes', '--format', 'jsonl'])).output).toContain(
      'origin\\nbranch\\n',
    )
  })
})

describe('the command line', () => {
  const databaseFile = () => path.join(folder, 'data', 'palimpsest.db')

  /** Seeds stores without a process for each. */
  const storesWithTheNotes = async (...names: string[]) => {
    await migrate(`file:${databaseFile()}`)
    const db = openDatabase(`file:${databaseFile()}`)
    const cause = { actor: { type: 'user' as const, id: 'user_1' } }
    for (const name of names) {
      const { id: storeId } = await createStore(db, { name })
      for (const file of ['a.md', 'deep/b.md']) {
        const content = readFileSync(path.join(folder, 'notes', file), 'utf8')
        await createMemory(db, { storeId, path: `/${file}`, content, cause })
      }
    }
    await db.close()
  }

  test('makes a backup, and restores it into an empty folder only', async () => {
    await migrate(`file:${databaseFile()}`)
    const backup = await palimpsest(['backup', 'kept.tar.gz'])
    expect([backup.code, backup.output]).toEqual([
      0,
      expect.stringMatching(/^0 stores, 0 memories, 0 versions/),
    ])
    const refused = await palimpsest(['restore', 'kept.tar.gz'])
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringMatching(/ is not empty /)])
    rmSync(path.join(folder, 'data'), { recursive: true })
    expect((await palimpsest(['restore', 'kept.tar.gz'])).code).toBe(0)
    expect(existsSync(databaseFile())).toBe(true)
  })

  /** A database that takes long enough to copy for a command to be killed meanwhile. */
  const largeDatabase = async () => {
    await migrate(`file:${databaseFile()}`)
    const db = new Sqlite(databaseFile())
    db.exec('CREATE TABLE filler (bytes); INSERT INTO filler VALUES (randomblob(16000000))')
    db.close()
  }

  test('takes away what a killed backup left, which counts as none, before the next', async () => {
    await largeDatabase()
    const backups = path.join(folder, 'data', 'backups')
    await killedWith('.unfinished', backups, ['backup', '--regular'])
    const formerly = 'regular-2026.palimpsest.tar.gz.8400f3f6-72c2-4f6a-9d86-0b4f4a1d0c4f.db'
    writeFileSync(path.join(backups, formerly), 'a copy of an earlier version')
    const once = { BACKUP_KEEP: '1' }
    expect(await palimpsest(['backup', '--regular'], '', once)).toMatchObject({ code: 0 })
    expect(readdirSync(backups).filter((name) => !name.startsWith('.'))).toEqual([
      expect.stringMatching(/^regular-[-\dTZ]+\.palimpsest\.tar\.gz$/),
    ])
  })

  test('begins a killed restore anew, and until then makes no database in its place', async () => {
    await largeDatabase()
    expect(await palimpsest(['backup', 'kept.tar.gz'])).toMatchObject({ code: 0 })
    const data = path.join(folder, 'data')
    rmSync(data, { recursive: true })
    await killedWith('restoring.db', data, ['restore', 'kept.tar.gz'])
    expect(await palimpsest(['stores'])).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(
        /^palimpsest: a restore into [^\n]+ was interrupted/,
      ) as string,
    })
    expect(await palimpsest(['doctor'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/bad +a restore into \S+ was interrupted/) as string,
    })
    expect(await palimpsest(['restore', 'kept.tar.gz'])).toMatchObject({ code: 0 })
    expect(readdirSync(data).filter((name) => !name.startsWith('.'))).toEqual(['palimpsest.db'])
  })

  test('says of a database that was cut off what is wrong with it', async () => {
    await migrate(`file:${databaseFile()}`)
    truncateSync(databaseFile(), statSync(databaseFile()).size / 2)
    expect(await palimpsest(['doctor'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /bad +\S+ is damaged: database disk image is malformed\. /,
      ) as string,
    })
  })

  test('names damaged versions by their ids and what a tree lost, with what repairs them', async () => {
    await migrate(`file:${databaseFile()}`)
    const db = openDatabase(`file:${databaseFile()}`)
    const cause = { actor: { type: 'user' as const, id: 'user_1' } }
    const { id: storeId } = await createStore(db, { name: 'Kept' })
    const memory = await createMemory(db, { storeId, path: '/a', content: 'account 1111', cause })
    const first = memory.versionId
    const { versionId } = await updateMemory(db, {
      storeId,
      memoryId: memory.id,
      content: 'account 2222',
      cause,
    })
    expect((await palimpsest(['doctor'])).output).toMatch(/ok +every stored version is what was/)
    await flipBit(db, versionId)
    await db.write((tx) => tx.run(`UPDATE path_nodes SET entry = NULL WHERE path = '/a'`))
    await db.close()
    expect(await palimpsest(['doctor'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        new RegExp(
          `bad +the tree of ${storeId} lacks[^\\n]*: /a\\.[^]*bad +the version ${versionId} [^]* restore ${first} \\(v1\\), the newest`,
        ),
      ) as string,
    })
    expect((await palimpsest(['doctor', '--mend-trees'])).output).toContain('has these again')
    expect(await palimpsest(['backup', 'kept.tar.gz'])).toMatchObject({
      code: 0,
      output: expect.stringContaining(`damaged  the version ${versionId} `) as string,
    })
  })

  test('is started by its program from any folder, and resolves file names from there', async () => {
    await migrate(`file:${databaseFile()}`)
    const started = await run([path.resolve('bin/palimpsest.mjs'), 'backup', 'kept.tar.gz'], folder)
    expect(started).toMatchObject({ code: 0, complaint: '' })
    expect(existsSync(path.join(folder, 'kept.tar.gz'))).toBe(true)
  })

  test('reports a whole database and a damaged one, which no command opens', async () => {
    await migrate(`file:${databaseFile()}`)
    expect(await palimpsest(['doctor'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/ok +\S+palimpsest\.db is whole[^]*of this version/) as string,
    })
    writeFileSync(databaseFile(), 'no database at all'.repeat(100))
    expect(await palimpsest(['doctor'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/bad +\S+ is damaged/) as string,
    })
    expect(await palimpsest(['stores'])).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(
        /^palimpsest: The database file is damaged[^\n]*\n$/,
      ) as string,
    })
  })

  test('reports a PostgreSQL that is new enough', async () => {
    const fresh = await freshPostgresql()
    const { code, output } = await palimpsest(['doctor'], '', { DATABASE_URL: fresh.url })
    await fresh.discard()
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /ok +PostgreSQL \d\d[^\n]* answers\nok +the database is of this version/,
      ),
    ])
  })

  test('names in one line the version to install for a newer database', async () => {
    await migrate(`file:${databaseFile()}`)
    const db = openDatabase(`file:${databaseFile()}`)
    await db.write((tx) =>
      tx.run(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
         VALUES ('x', 'y', '99990101000000_later', 'palimpsest 7.8.9')`,
      ),
    )
    await db.close()
    const { code, complaint } = await palimpsest(['stores'])
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(/^palimpsest: [^\n]*: install version 7\.8\.9 or newer\n$/),
    ])
  })

  test('plans and seeds a store that it creates, exports it, and repeats without change', async () => {
    const plan = await palimpsest([
      'seed',
      'notes',
      '--store',
      'Notes',
      '--dry-run',
      '--no-history',
    ])
    expect(plan.output).toContain('2 versions would be written')
    expect((await palimpsest(['stores'])).output).toBe('')
    const seeded = await palimpsest(['seed', 'notes', '--store', 'Notes', '--no-history'])
    expect([seeded.code, seeded.output]).toEqual([
      0,
      expect.stringMatching(/create +2\n2 versions were written/),
    ])
    const again = await palimpsest(['seed', 'notes', '--store', 'Notes', '--no-history', '--json'])
    expect(JSON.parse(again.output)).toMatchObject({ versions: 0 })
    await palimpsest(['export', 'Notes', '--format', 'jsonl', '--out', 'out.jsonl'])
    expect(readFileSync(path.join(folder, 'out.jsonl'), 'utf8')).toBe(
      '{"path":"/a.md","content":"alpha secret-word\\n"}\n{"path":"/deep/b.md","content":"beta\\n"}\n',
    )
  })

  test('works beside a process that has the database open, which is notified of its writes', async () => {
    const url = `file:${path.join(folder, 'data/palimpsest.db')}`
    await migrate(url)
    const db = openDatabase(url)
    const { id } = await createStore(db, { name: 'Shared' })
    const leaving = new AbortController()
    const heard: string[] = []
    const listening = (async () => {
      for await (const event of followEvents(db, {
        storeId: id,
        after: 0,
        signal: leaving.signal,
      })) {
        heard.push(event.version?.path ?? '')
        if (heard.length === 3) return
      }
    })()
    const cause = { actor: { type: 'user' as const, id: 'user_1' } }
    const running = palimpsest(['seed', 'notes', '--store', id, '--no-history'])
    await createMemory(db, { storeId: id, path: '/mine', content: 'x', cause })
    expect((await running).code).toBe(0)
    await listening
    expect(heard.sort()).toEqual(['/a.md', '/deep/b.md', '/mine'])
    leaving.abort()
    await db.close()
  })

  test('takes a text out of a store, and prints the receipt', async () => {
    await storesWithTheNotes('Notes')
    const redacted = await palimpsest(['redact', '--store', 'Notes'], 'secret-word\n')
    expect(JSON.parse(redacted.output)).toMatchObject({
      rewrittenMemories: 1,
      rewrittenVersions: 1,
      emptiedVersions: 0,
      proof: { placesLeft: 0, files: [{ found: 0 }, { found: 0 }] },
    })
    const raw = readFileSync(path.join(folder, 'data/palimpsest.db'))
    expect(raw.includes('secret-word')).toBe(false)
  })

  test('connects what Claude Code remembers, a store for each project, and adds its hooks', async () => {
    const memory = path.join(folder, 'claude/projects/-work-demo/memory')
    mkdirSync(memory, { recursive: true })
    writeFileSync(path.join(memory, 'MEMORY.md'), '- [Gone](gone.md)\n')
    writeFileSync(path.join(memory, '../one.jsonl'), '{"cwd":"/work/demo"}\n')
    writeFileSync(path.join(folder, 'claude/settings.json'), '{"model":"kept"}\n')
    const env = { CLAUDE_CONFIG_DIR: path.join(folder, 'claude'), WATCH_ROOTS: folder }
    const connected = await palimpsest(
      ['connect', 'claude-code', '--all', '--hooks', '--yes'],
      '',
      env,
    )
    expect(connected.output).toMatch(
      /1 {2}demo {2}\(1 memories, [^\n]*MEMORY\.md lists 1 files[^\n]*\n\S+ {2}demo {2}\(1 memories\)\n/,
    )
    const settings: unknown = JSON.parse(
      readFileSync(path.join(folder, 'claude/settings.json'), 'utf8'),
    )
    expect(settings).toMatchObject({
      model: 'kept',
      hooks: {
        PreToolUse: [{ hooks: [{ url: 'http://127.0.0.1:3000/v1/hooks/claude-code' }] }],
        PostToolUse: [
          { hooks: [{ type: 'http', url: 'http://127.0.0.1:3000/v1/hooks/claude-code' }] },
        ],
      },
    })
  })

  test('says where a text still occurs after it was taken out of one store only', async () => {
    await storesWithTheNotes('One', 'Two')
    const redacted = await palimpsest(['redact', '--store', 'One'], 'secret-word\n')
    expect(redacted.complaint).toMatch(/its bytes still stand \d+ times? in palimpsest\.db/)
    expect(redacted.code).toBe(1)
  })

  test('makes keys that work, lists them without their secrets, and revokes them', async () => {
    const made = await palimpsest(['keys', 'create', 'ci', '--access', 'read'])
    expect(made.output).toMatch(/^plk_\S{43}\n$/)
    const id = /apikey_\w+/.exec(made.complaint)?.[0] ?? ''
    expect((await palimpsest(['keys', 'list'])).output).toBe(`${id}  ci  read  agent  all stores\n`)
    expect((await palimpsest(['keys', 'revoke', id])).code).toBe(0)
    expect((await palimpsest(['keys', 'list'])).output).toContain('revoked')
  })

  test('serves agents over MCP from the database itself where no server runs', async () => {
    await storesWithTheNotes('Notes')
    const client = new Client({ name: 'peer', version: '3' })
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [bundled, 'mcp'],
      env: { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '', PATH: process.env.PATH ?? '' },
    })
    await client.connect(transport)
    expect((await client.listTools()).tools).toHaveLength(7)
    const input = { path: '/b.md', content: 'written over MCP' }
    const written = await client.callTool({ name: 'memory_write', arguments: input })
    expect(written.content).toEqual([{ type: 'text', text: 'Created /b.md' }])
    await client.close()
    expect((await palimpsest(['export', 'Notes', '--format', 'jsonl'])).output).toContain(
      'written over MCP',
    )
  })

  test('makes keys that decide for scripts, and for no agent', async () => {
    const made = await palimpsest(['keys', 'create', 'reviewer', '--access', 'review'])
    expect(made.complaint).toContain('keep it from agents')
    expect((await palimpsest(['keys', 'list'])).output).toMatch(/reviewer {2}review {2}script/)
    for (const [wrong, why] of [
      [['--access', 'review', '--purpose', 'agent'], 'an agent does not review'],
      [['--purpose', 'person'], '--purpose must be agent or script'],
      [['--access', 'all'], '--access must be hook, metrics, read, write, review or admin'],
    ] as const) {
      const refused = await palimpsest(['keys', 'create', 'x', ...wrong])
      expect([refused.code, refused.complaint]).toEqual([2, expect.stringContaining(why)])
    }
    expect((await palimpsest(['keys', 'create', ' '])).complaint).toContain('takes a name')
  })

  test.each([
    [[], 2, ''],
    [['fly'], 2, 'there is no command fly'],
    [['seed'], 2, 'seed takes one source'],
    [['seed', 'notes'], 2, 'seed needs --store'],
    [['seed', 'nowhere', '--store', 'x'], 1, 'There is nothing at'],
    [['export', 'nothing'], 2, 'there is no store nothing'],
    [['seed', 'notes', '--store', 'x', '--fast'], 2, "Unknown option '--fast'"],
  ])('names the fault in %j', async (args, code, complaint) => {
    const ended = await palimpsest(args)
    expect([ended.code, ended.complaint]).toEqual([code, expect.stringContaining(complaint)])
  })
})

test.each([[['--help']], [['seed', '--help']], [['export', 'Notes', '-h']]])(
  'asked for help, %j prints the usage and does nothing',
  async (args) => {
    const { code, output } = await palimpsest(args)
    expect([code, output]).toEqual([0, expect.stringContaining('palimpsest seed <source>')])
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  },
)

test('control characters for a terminal are printed escaped', () => {
  expect(printable('a\u001b[31mred\u202e')).toBe('a\\x1b[31mred\\u{202e}')
})
