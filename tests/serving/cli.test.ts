import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { strFromU8, unzipSync } from 'fflate'
import { onTestFinished } from 'vitest'
import { listConnections } from '@/lib/folders/connections'
import { migrate } from '@/lib/db/migrate'
import { jobEnded } from '@/lib/jobs/jobs'
import { serverSecret } from '@/lib/server-file'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redact/redact'
import { describe, expect } from '@/tests/support/fixtures'
import { makeKey } from '@/tests/support/keys'
import { onDatabase } from '@/tests/support/own-database'
import { hasTerminal, test as base } from '@/tests/support/palimpsest'
import { damage } from '@/tests/support/written'

/** `served`: the test's folder, of whose data this process's server is the one, as after a start. */
const test = base.extend('served', ({ folder, server: { url } }) => {
  mkdirSync(path.join(folder, 'data'), { recursive: true })
  const server = { url, pid: process.pid, secret: serverSecret() }
  writeFileSync(path.join(folder, 'data', 'server.json'), JSON.stringify(server))
  return folder
})

function putNotes(folder: string): void {
  mkdirSync(path.join(folder, 'notes', 'deep'), { recursive: true })
  writeFileSync(path.join(folder, 'notes', 'a.md'), 'alpha\n')
  writeFileSync(path.join(folder, 'notes', 'deep', 'b.md'), 'beta\r\n')
}

describe('what is typed', () => {
  test('helps, and says its version', async ({ palimpsest }) => {
    const help = await palimpsest(['--help'])
    expect([help.code, help.err]).toEqual([0, ''])
    for (const name of ['serve', 'seed', 'export', 'keys create', 'backup', 'mcp', 'doctor']) {
      expect(help.out).toContain(`palimpsest ${name}`)
    }
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect((await palimpsest(['--version'])).out).toBe(`${version}\n`)
    const one = await palimpsest(['keys', 'revoke', '--help'])
    expect(one.out).toBe('palimpsest keys revoke <id>\n      ends a key for good\n')
  })

  test('the package keeps no data in its own folder, also with an empty DATA_DIR', ({ folder }) => {
    cpSync('bin', path.join(folder, 'bin'), { recursive: true })
    mkdirSync(path.join(folder, 'cli'))
    const tells = 'export const main = () => console.log(process.env.DATA_DIR)'
    writeFileSync(path.join(folder, 'cli', 'main.mjs'), tells)
    const env = { ...process.env, HOME: '/home/me', XDG_DATA_HOME: '', DATA_DIR: '' }
    const program = path.join(folder, 'bin', 'palimpsest.mjs')
    const { stdout } = spawnSync('node', [program, 'x'], { env, encoding: 'utf8' })
    expect(stdout).toMatch(/^\/home\/me\/.+palimpsest\n$/)
  })

  test.for([
    ['nonsense', 'there is no command nonsense'],
    ['keys delete', 'keys takes create, list, rotate, revoke, and not "delete"'],
    ['seed', 'this takes seed <source>'],
    ['seed a b --store x', 'this takes seed <source>'],
    ['seed a', '--store names the store'],
    ['seed a --store x --conflicts mine', '--conflicts takes leave, source or store'],
    ['export x --format tar', '--format takes zip or jsonl'],
    ['export x --at', '--at'],
    ['keys create x --access root', '--access takes hook, metrics'],
    ['keys create x --days soon', '--days takes a number from 1 to 3650, or never'],
    ['keys create x --days 9999', '--days takes a number from 1 to 3650, or never'],
    ['doctor --fix', '--fix'],
  ])(
    '%s is mistyped: exit code 2, and what to type instead',
    async ([typed = '', words = ''], { palimpsest }) => {
      const { code, out, err } = await palimpsest(typed.split(' '))
      expect([code, out, err]).toEqual([2, '', expect.stringContaining(words)])
      expect(err).toMatch(/^palimpsest: /)
    },
  )
})

describe('seed and export', () => {
  test('without a server say how to start one', async ({ palimpsest, folder }) => {
    putNotes(folder)
    const words = `palimpsest: no server runs with the data of ${path.join(folder, 'data')}; start it with npx palimpsest, or set DATA_DIR or PALIMPSEST_URL\n`
    const none = { code: 1, out: '', err: words }
    expect(await palimpsest(['seed', 'notes', '--store', 'Notes'])).toEqual(none)
    expect(await palimpsest(['export', 'Notes', '--format', 'jsonl'])).toEqual(none)
  })

  test('fill a store that is made for it, plan first, and give it back byte for byte', async ({
    palimpsest,
    served: folder,
  }) => {
    putNotes(folder)
    const seed = (...more: string[]) => palimpsest(['seed', 'notes', '--store', 'Seeded', ...more])
    expect(await seed('--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^create +2$/m) as string,
      err: 'there is no store Seeded yet; it would be made\n',
    })
    const planned = JSON.parse((await seed('--dry-run', '--json')).out) as object
    expect(planned).toMatchObject({ counts: { create: 2 }, versions: 2, notes: [] })
    const first = await seed()
    expect([first.code, first.err]).toEqual([0, expect.stringMatching(/^made the store Seeded \(/)])
    expect(first.out).toMatch(/^create +2$/m)
    const again = await seed('--json')
    expect([again.code, JSON.parse(again.out)]).toMatchObject([0, { counts: { unchanged: 2 } }])
    const { code, err } = await palimpsest(['export', 'Seeded', '--out', 'out.zip'])
    expect([code, err]).toEqual([0, ''])
    const files = unzipSync(readFileSync(path.join(folder, 'out.zip')))
    const texts = Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])
    expect(texts).toEqual([
      ['a.md', 'alpha\n'],
      ['deep/b.md', 'beta\r\n'],
    ])
    const nowhere = await palimpsest(['export', 'Seeded', '--out', 'no/out.zip'])
    const words = `palimpsest: there is no folder ${path.join(folder, 'no')}\n`
    expect(nowhere).toEqual({ code: 1, out: '', err: words })
    const over = await palimpsest(['export', 'Seeded', '--out', 'out.zip'])
    expect([over.code, over.err]).toEqual([1, expect.stringContaining('is there already')])
    const lines = await palimpsest(['export', 'Seeded', '--history'])
    expect(lines.out.split('\n').filter(Boolean)).toHaveLength(1)
  })

  test('at a server elsewhere send what they have, with its key', async ({
    palimpsest,
    folder,
    server,
    as,
  }) => {
    writeFileSync(path.join(folder, 'notes.jsonl'), '{"path":"/a.md","content":"x"}\n')
    const script = await as({ access: 'admin', isAgent: false })
    const [, key = ''] = script.headers.authorization?.split(' ') ?? []
    const env = { PALIMPSEST_URL: server.url, PALIMPSEST_KEY: key }
    const seeded = await palimpsest(['seed', 'notes.jsonl', '--store', 'Sent'], env)
    expect([seeded.code, seeded.out]).toEqual([0, expect.stringMatching(/^create +1$/m)])
    putNotes(folder)
    writeFileSync(path.join(folder, 'notes', 'picture.png'), Buffer.from([0x89, 0, 0xff]))
    const sent = await palimpsest(['seed', 'notes', '--store', 'Files'], env)
    expect([sent.code, sent.err]).toEqual([0, expect.stringContaining('left out /picture.png: is')])
    expect(sent.out).toMatch(/^create +2$/m)
    rmSync(path.join(folder, 'notes', 'a.md'))
    symlinkSync('/nowhere', path.join(folder, 'notes', 'a.md'))
    const again = await palimpsest(['seed', 'notes', '--store', 'Files'], env)
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^keep +1$/m)])
    const wrong = await palimpsest(['export', 'Sent', '--format', 'jsonl'], {
      ...env,
      PALIMPSEST_KEY: 'plk_made-up',
    })
    expect([wrong.code, wrong.err]).toEqual([1, 'palimpsest: The API key is not valid.\n'])
  })

  test('plan for a server elsewhere what they would send it, wherever that lies', async ({
    palimpsest,
    folder,
    server,
    as,
  }) => {
    putNotes(folder)
    const script = await as({ access: 'admin', isAgent: false })
    const [, PALIMPSEST_KEY = ''] = script.headers.authorization?.split(' ') ?? []
    const env = { PALIMPSEST_URL: server.url, PALIMPSEST_KEY, SEED_ROOTS: '/nowhere' }
    const { code, out } = await palimpsest(['seed', 'notes', '--store', 'To be', '--dry-run'], env)
    expect([code, out]).toEqual([0, expect.stringMatching(/^source +notes\ncreate +2$/m)])
  })

  test('write over no file that came to be meanwhile, and leave it there', async ({
    palimpsest,
    folder,
  }) => {
    const file = path.join(folder, 'out.zip')
    const elsewhere = createServer(({ url = '' }, response) => {
      const isExport = url.includes('/export')
      if (isExport) writeFileSync(file, 'theirs')
      const stores = { data: [{ id: 'memstore_1', name: 'Notes' }], next_page: null }
      response.end(isExport ? 'ours' : JSON.stringify(stores))
    }).listen(0)
    onTestFinished(() => void elsewhere.close())
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as AddressInfo
    const env = { PALIMPSEST_URL: `http://127.0.0.1:${port}` }
    const { code, err } = await palimpsest(['export', 'Notes', '--out', 'out.zip'], env)
    expect([code, err]).toEqual([1, expect.stringContaining(`${file} cannot be made`)])
    expect(readFileSync(file, 'utf8')).toBe('theirs')
  })

  test('plan for a store that is not there what would become of it once it is', async ({
    palimpsest,
    served: folder,
  }) => {
    const write = (at: string, content: string) => ({ op: 'write', path: at, content })
    const moments = [
      { at: '2026-01-01T00:00:00Z', author: 'Ann', changes: [write('/a', '1')] },
      { at: '2026-01-02T00:00:00Z', author: 'Ben', changes: [write('/a', '2'), write('/a/b', '')] },
      { at: '2026-01-03T00:00:00Z', author: 'Ben', changes: [write('/b', 'x'.repeat(110_000))] },
    ]
    const lines = moments.map((moment) => JSON.stringify(moment)).join('\n')
    writeFileSync(path.join(folder, 'history.jsonl'), lines)
    const seed = async (...more: string[]) =>
      palimpsest(['seed', 'history.jsonl', '--store', 'Later', '--dry-run', '--json', ...more])
    const plans = async () => [await seed(), await seed('--no-history')]
    const before = await plans()
    await createStore({ name: 'Later' })
    const after = await plans()
    for (const index of [0, 1]) {
      const told = JSON.parse(before[index]?.out ?? '') as { hash: string }
      expect(told).toEqual({ ...(JSON.parse(after[index]?.out ?? '') as object), hash: told.hash })
    }
    writeFileSync(path.join(folder, 'letter.txt'), 'to my aunt')
    const none = await palimpsest(['seed', 'letter.txt', '--store', 'No such', '--dry-run'])
    expect([none.code, none.out]).toEqual([1, ''])
    expect(none.err).toContain('This is neither a folder, a zip nor JSON Lines.')
  })

  test('are told of a store of which there are two, and of none', async ({
    palimpsest,
    served: _served,
  }) => {
    const twins = [await createStore({ name: 'twin' })]
    twins.push(await createStore({ name: 'twin' }))
    const { code, err } = await palimpsest(['export', 'twin', '--format', 'jsonl'])
    expect(code).toBe(1)
    for (const { id } of twins) expect(err).toContain(id)
    const none = await palimpsest(['export', 'no such', '--format', 'jsonl'])
    expect(none).toEqual({ code: 1, out: '', err: 'palimpsest: there is no store no such\n' })
  })
})

/** As an administrator's, made where there was a terminal. */
async function administrators(folder: string): Promise<string> {
  await migrate(urlIn(folder))
  return inData(folder, async () => (await makeKey({ name: 'mine', access: 'admin' })).id)
}

/** The names of the keys of the folder; without a database there is none. */
function keysIn(folder: string): unknown[] {
  const file = path.join(folder, 'data', 'palimpsest.db')
  if (!existsSync(file)) return []
  const opened = new Sqlite(file, { readonly: true })
  const names = opened.prepare('SELECT "name" FROM "ApiKey"').pluck().all()
  opened.close()
  return names
}

describe('keys', () => {
  test('are made, listed, given another secret, and ended', async ({ palimpsest }) => {
    const made = await palimpsest(['keys', 'create', 'evil\u001b[2Jname', '--access', 'read'])
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^plk_[\w-]{43}\n$/)])
    const [, id = ''] = /made (apikey_\w+);/.exec(made.err) ?? []
    const listed = await palimpsest(['keys', 'list'])
    expect(listed.out).toMatch(
      new RegExp(`^${id}  evil\\\\u{1b}\\[2Jname  read  agent  all stores  ends 20`),
    )
    const rotated = await palimpsest(['keys', 'rotate', id])
    expect(rotated.out).toMatch(/^plk_/)
    expect(rotated.out).not.toBe(made.out)
    expect((await palimpsest(['keys', 'revoke', id])).code).toBe(0)
    const again = await palimpsest(['keys', 'revoke', id])
    expect([again.code, again.err]).toEqual([1, `palimpsest: There is no key ${id}.\n`])
    const json = JSON.parse((await palimpsest(['keys', 'list', '--json'])).out) as object[]
    expect(json).toMatchObject([{ id, access: 'read', revokedAt: expect.any(String) as string }])
  })

  test('are listed to who has read enough without a word', async ({ palimpsest, unheard }) => {
    await palimpsest(['keys', 'create', 'mine', '--access', 'read'])
    expect(await unheard(['keys', 'list'])).toEqual({ code: 0, err: '' })
  })

  test.for(['review', 'admin'])(
    'with %s are made at a terminal only',
    async (access, { palimpsest, folder }) => {
      const { code, err, out } = await palimpsest(['keys', 'create', 'mine', '--access', access])
      expect([code, out, err]).toEqual([1, '', expect.stringContaining('so a person makes it')])
      expect(keysIn(folder)).toEqual([])
    },
  )

  test('with admin are given another secret at a terminal only', async ({ palimpsest, folder }) => {
    const id = await administrators(folder)
    const { code, err, out } = await palimpsest(['keys', 'rotate', id])
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('so a person makes it')])
  })
})

describe.runIf(hasTerminal)('at a terminal', () => {
  const CREATE = '$palimpsest keys create mine --access review'

  test('a person who types the name again makes a key that decides', async ({
    palimpsest,
    terminal,
  }) => {
    const { code, shown } = await terminal(CREATE, 'mine')
    expect([code, shown]).toEqual([0, expect.stringMatching(/^plk_[\w-]{43}\r$/m)])
    expect(shown).toContain("Type the key's name again to give it review: ")
    expect((await palimpsest(['keys', 'list'])).out).toMatch(/ mine {2}review {2}script /)
  })

  test.for(['y', '\u0003'])('%j makes none', async (typed, { folder, terminal }) => {
    const { code, shown } = await terminal(CREATE, typed)
    const said = /palimpsest: (that is another name; )?nothing was done/
    expect([code, shown]).toEqual([1, expect.stringMatching(said)])
    expect(keysIn(folder)).toEqual([])
  })

  test('a person gives such a key another secret', async ({ folder, terminal }) => {
    const id = await administrators(folder)
    const { code, shown } = await terminal(`$palimpsest keys rotate ${id}`, 'mine')
    expect([code, shown]).toEqual([0, expect.stringMatching(/^plk_[\w-]{43}\r$/m)])
  })

  test.for([
    ['types for it', `echo mine | ${CREATE}`],
    ['reads what it says', `${CREATE} 2>&1 | cat`],
    ['has no terminal', `setsid --wait ${CREATE} < /dev/null`],
  ])('a program that %s makes none', async ([, line = ''], { folder, terminal }) => {
    const { shown } = await terminal(line, 'mine')
    expect(shown).toContain('so a person makes it')
    expect(keysIn(folder)).toEqual([])
  })
})

/** Fills the database of the folder, as a server that has ended. */
async function filled(folder: string): Promise<{ id: string; versionId: string }> {
  await migrate(urlIn(folder))
  return inData(folder, async () => {
    const { id: storeId } = await createStore({ name: 'kept' })
    return createMemory({ storeId, path: '/a.md', content: 'alpha' }, BY_PERSON)
  })
}

const urlIn = (folder: string) => `file:${path.join(folder, 'data', 'palimpsest.db')}`

/** Works on the database of the folder. */
const inData = <T>(folder: string, work: () => Promise<T>): Promise<T> =>
  onDatabase(urlIn(folder), work)

describe('backup, restore and doctor', () => {
  test('a backup is restored into an empty data folder only', async ({ palimpsest, folder }) => {
    await filled(folder)
    const counts = '1 stores, 1 memories, 1 versions\n'
    expect(await palimpsest(['backup', 'kept.db.gz'])).toEqual({ code: 0, out: counts, err: '' })
    const refused = await palimpsest(['restore', 'kept.db.gz'])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is not empty')])
    const elsewhere = { DATA_DIR: path.join(folder, 'elsewhere') }
    const restored = await palimpsest(['restore', 'kept.db.gz'], elsewhere)
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining(counts)])
    expect(readdirSync(path.join(folder, 'elsewhere'))).toContain('palimpsest.db')
    expect((await palimpsest(['doctor'], elsewhere)).code).toBe(0)
  })

  test('a backup that has no place where it is to lie says so of that place', async ({
    palimpsest,
    folder,
  }) => {
    await filled(folder)
    mkdirSync(path.join(folder, 'kept', '.palimpsest-lock'), { recursive: true })
    const { code, err } = await palimpsest(['backup', 'kept/kept.db.gz'])
    const words = `palimpsest: ${path.join(folder, 'kept')} cannot be written\n`
    expect([code, err]).toEqual([1, words])
  })

  test('a restored backup with redacted texts says which key it needs, and where', async ({
    palimpsest,
    folder,
  }) => {
    await filled(folder)
    const text = 'correct horse battery staple'
    await inData(folder, async () => {
      const { id: storeId } = await createStore({ name: 'said' })
      await createMemory({ storeId, path: '/said', content: text }, BY_PERSON)
      const ask = { text, replacement: '', earlierVersions: 'rewrite' } as const
      await jobEnded((await redactText(ask, BY_PERSON)).id)
    })
    await palimpsest(['backup', 'kept.db.gz'])
    const dataDir = path.join(folder, 'elsewhere')
    const restored = await palimpsest(['restore', 'kept.db.gz'], { DATA_DIR: dataDir })
    expect(restored.code).toBe(0)
    expect(restored.err).toContain('set FINGERPRINT_KEY to that key')
    expect(restored.err).toContain(`copy fingerprint.key from where it was made to ${dataDir}`)
  })

  test('doctor finds nothing wrong before the first start, and in a whole database', async ({
    palimpsest,
    folder,
  }) => {
    expect((await palimpsest(['doctor'])).code).toBe(0)
    await filled(folder)
    const { code, out } = await palimpsest(['doctor', '--json'])
    const findings = JSON.parse(out) as { state: string }[]
    expect([code, findings.filter(({ state }) => state !== 'ok')]).toEqual([0, []])
  })

  test('doctor names a damaged version and a damaged memory, and ends with 1', async ({
    palimpsest,
    folder,
  }) => {
    const { id, versionId } = await filled(folder)
    await inData(folder, () => damage(versionId))
    const { code, out } = await palimpsest(['doctor'])
    expect([code, out]).toEqual([1, expect.stringContaining(`bad   the version ${versionId}`)])
    expect(out).toContain(`bad   what /a.md (${id}) holds now`)
  })

  test('a backup of damaged versions says that an older one is to be kept', async ({
    palimpsest,
    folder,
  }) => {
    const { versionId } = await filled(folder)
    await inData(folder, () => damage(versionId))
    const { code, err } = await palimpsest(['backup', 'kept.db.gz'])
    expect([code, err]).toEqual([2, expect.stringContaining('1 of these versions are damaged')])
  })

  test('doctor tells of a file that is no database', async ({ palimpsest, folder }) => {
    mkdirSync(path.join(folder, 'data'))
    writeFileSync(path.join(folder, 'data', 'palimpsest.db'), 'a letter to my aunt'.repeat(100))
    const { code, out } = await palimpsest(['doctor'])
    expect([code, out]).toEqual([1, expect.stringMatching(/^bad .*damaged/m)])
  })
})

describe('test', () => {
  const file = (words: string) => `tests:
  - name: Releases
    messages: [When do releases go out?]
    checks: [{ type: contains, text: ${words} }]
    model: practice-agent
`

  test('runs the tests of a file: exit code 1 where one fails, 0 where all pass, as JUnit where asked', async ({
    palimpsest,
    served: folder,
    store,
  }) => {
    const content = 'Releases go out on Tuesdays.\n'
    await createMemory({ storeId: store.id, path: '/agreements.md', content }, BY_PERSON)
    const run = (...more: string[]) =>
      palimpsest(['test', store.name, '--file', 'tests.yml', ...more])
    writeFileSync(path.join(folder, 'tests.yml'), file('on Fridays'))
    expect(await run()).toEqual({
      code: 1,
      out: `FAIL    0 of 2    ${store.name}: Releases\n`,
      err: `${store.name}: 1 test, some 3 answers, free, at most 20\n`,
    })
    writeFileSync(path.join(folder, 'tests.yml'), file('on Tuesdays'))
    const passed = await run('--junit')
    expect(passed.code).toBe(0)
    expect(passed.out).toMatch(/^ +<testcase name="Releases"/m)
    expect(passed.out).not.toContain('<failure')
    const exported = await palimpsest(['test', store.name, '--export'])
    expect(exported.code).toBe(0)
    writeFileSync(path.join(folder, 'tests.yml'), exported.out.replace('Tuesdays', 'Sundays'))
    expect((await run('--dry-run')).code).toBe(0)
    expect((await palimpsest(['test', store.name, '--export'])).out).toBe(exported.out)
    expect((await run('--max-answers', '1O')).code).toBe(2)
    writeFileSync(path.join(folder, 'tests.yml'), 'tests: [{ name: 3 }]')
    const wrong = await run()
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('tests.yml: ')])
  })

  test('says that there are none', async ({ palimpsest, served: _served, store }) => {
    const { code, err } = await palimpsest(['test', store.name])
    expect([code, err]).toEqual([0, 'there are no tests\n'])
  })
})

describe('connect', () => {
  const claude = (folder: string, name = '-gone') => {
    const memory = path.join(folder, '.claude', 'projects', name, 'memory')
    mkdirSync(memory, { recursive: true })
    writeFileSync(path.join(memory, 'MEMORY.md'), '- nothing\n')
    return {
      WATCH_ROOTS: folder,
      SEED_ROOTS: folder,
      CLAUDE_CONFIG_DIR: path.join(folder, '.claude'),
    }
  }

  test('makes a store of a folder, which is then in step with it', async ({
    palimpsest,
    folder,
  }) => {
    putNotes(folder)
    const env = { WATCH_ROOTS: folder, SEED_ROOTS: folder }
    const { code, out, err } = await palimpsest(['connect', 'notes', '--two-way'], env)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^memstore_\w+ {2}notes {2}\/\S+\/notes\n$/)
    const again = await palimpsest(['connect', 'notes'], env)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('in step already')])
  })

  test('takes all of Claude Code’s memory, or only the files that are named, or none where it does not know of this folder', async ({
    palimpsest,
    folder,
  }) => {
    const env = claude(folder)
    expect((await palimpsest(['connect', 'claude-code', '--all', '--only', ''], env)).code).toBe(2)
    const here = await palimpsest(['connect', 'claude-code'], env)
    expect([here.code, here.err]).toEqual([1, expect.stringContaining('--all takes those listed')])
    const all = await palimpsest(['connect', 'claude-code', '--all', '--only', 'MEMORY.md,'], env)
    expect([all.code, all.out]).toEqual([0, expect.stringContaining('/-gone/memory')])
    expect(await inData(folder, listConnections)).toMatchObject([{ include: ['MEMORY.md'] }])
    // Without a transcript the name of its folder says where it was.
    claude(folder, realpathSync(folder).replaceAll(/[^A-Za-z0-9]/g, '-'))
    const named = await palimpsest(['connect', 'claude-code'], env)
    expect([named.code, named.err]).toEqual([0, ''])
  })
})
