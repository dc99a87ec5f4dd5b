import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { sourceFolder } from '@/tests/support/seeding'
import type { DiskReach } from './disk-reach'
import { withinTime } from './moments-of'
import { openPath, type OpenPathInput } from './open-source'
import type { SourceChange } from './source'

const { at, put } = sourceFolder()

const signal = new AbortController().signal

/** The folder `allowed` may be read, except `allowed/data`. */
const reach = (): DiskReach => ({ roots: [at('allowed')], closed: [at('allowed/data')] })

const opened = (name: string, input: Partial<OpenPathInput> = {}) =>
  openPath({
    location: name.startsWith('/') ? name : at(name),
    kind: 'any',
    withHistory: true,
    reach: reach(),
    signal,
    ...input,
  })

async function changesOf(name: string, input: Partial<OpenPathInput> = {}) {
  const changes: SourceChange[] = []
  const source = await opened(name, input)
  for await (const moment of source.moments(signal)) changes.push(...moment.changes)
  return changes
}

const writtenPaths = (changes: SourceChange[]) =>
  changes.filter(({ op }) => op === 'write').map(({ path }) => path)

const refusal = (name: string) =>
  opened(name).then(
    () => null,
    (error: unknown) => error,
  )

function git(folder: string, ...args: string[]) {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@b']
  return execFileSync('git', ['-C', at(folder), ...who, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function repository(folder: string, content = 'x') {
  put(`${folder}/a.md`, content)
  git(folder, 'init', '-q')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'first')
}

describe("reading the server's disk", () => {
  test.each(['/etc', '/etc/hostname', '/proc/self', '/no/such/folder', '/'])(
    '%s is refused, without revealing whether it exists',
    async (location) => {
      put('allowed/a', 'x')
      expect(await refusal(location)).toMatchObject({
        problem: { code: 'folder_not_allowed', path: location, allowed: at('allowed') },
        message: expect.stringContaining('SEED_ROOTS') as string,
      })
    },
  )

  test('a folder whose name merely starts like an allowed one is refused', async () => {
    put('allowed/a', 'x')
    put('allowed-not/a', 'x')
    expect(await refusal('allowed-not')).toMatchObject({ name: 'FolderNotAllowedError' })
    expect(await refusal('allowed/../allowed-not')).toMatchObject({ name: 'FolderNotAllowedError' })
  })

  test('a link out of the allowed folder is refused, one within it is followed', async () => {
    put('allowed/notes/a', 'x')
    put('secret/b', 'x')
    symlinkSync(at('secret'), at('allowed/out'))
    symlinkSync(at('allowed/notes'), at('allowed/in'))
    expect(await refusal('allowed/out')).toMatchObject({ name: 'FolderNotAllowedError' })
    expect(await refusal('allowed/out/b')).toMatchObject({ name: 'FolderNotAllowedError' })
    expect(writtenPaths(await changesOf('allowed/in'))).toEqual(['/a'])
  })

  test("the server's own data is refused, and left out of a folder that contains it", async () => {
    put('allowed/a', 'x')
    put('allowed/data/uploads/job_1', 'of somebody else')
    expect(await refusal('allowed/data')).toMatchObject({ name: 'FolderNotAllowedError' })
    expect(await refusal('allowed/data/uploads')).toMatchObject({ name: 'FolderNotAllowedError' })
    expect(await changesOf('allowed')).toMatchObject([
      { op: 'write', path: '/a' },
      { op: 'skip', path: '/data', reason: { code: 'own_data' } },
    ])
  })

  test('an allowed folder may be given as a link', async () => {
    put('really/a', 'x')
    symlinkSync(at('really'), at('allowed'))
    expect(writtenPaths(await changesOf('allowed'))).toEqual(['/a'])
  })
})

describe('anything but a regular file', () => {
  test('a pipe is neither opened nor waited for', async () => {
    put('allowed/a', 'x')
    execFileSync('mkfifo', [at('allowed/pipe')])
    expect(await refusal('allowed/pipe')).toMatchObject({
      message: `${at('allowed/pipe')} is not a regular file.`,
    })
    expect(await changesOf('allowed')).toMatchObject([
      { op: 'write', path: '/a' },
      { op: 'skip', path: '/pipe', reason: { code: 'not_regular_file' } },
    ])
  })

  test('a device is never read', async () => {
    const whole = { roots: null, closed: [] }
    await expect(opened('/dev/zero', { reach: whole })).rejects.toThrow('not a regular file')
  })

  test('a kernel file that reports no size is read up to a limit', async () => {
    // 8 bytes per page of the process's memory: larger than any disk, with a reported size of 0.
    const kernel = { location: '/proc/self/task', reach: { roots: ['/proc'], closed: [] } }
    const changes: SourceChange[] = []
    for await (const change of (await opened('', kernel)).moments(signal)) {
      changes.push(...change.changes)
      if (changes.some(({ path }) => path.endsWith('/pagemap'))) break
    }
    const pagemap = changes.find(({ path }) => path.endsWith('/pagemap'))
    expect(pagemap).toMatchObject({ op: 'skip' })
  })
})

describe('a folder replaced by a link while it is read', () => {
  test("yields nothing of the link's target", async () => {
    put('allowed/notes/deep/a', 'mine')
    for (let file = 0; file < 200; file++) put(`allowed/notes/a-first/f${file}`, 'x')
    put('secret/a', 'of somebody else')
    const source = await opened('allowed/notes')
    const changes: SourceChange[] = []
    for await (const moment of source.moments(signal)) {
      changes.push(...moment.changes)
      if (changes.length > 64) continue
      renameSync(at('allowed/notes/deep'), at('allowed/gone'))
      symlinkSync(at('secret'), at('allowed/notes/deep'))
    }
    const read = changes.flatMap((change) => ('bytes' in change ? String(change.bytes) : []))
    expect(read).not.toContain('of somebody else')
    expect(changes.at(-1)).toMatchObject({ op: 'skip', path: '/deep' })
  })
})

describe('a git repository that points elsewhere', () => {
  test('a .git file that names a folder out of reach is refused', async () => {
    repository('secret')
    mkdirSync(at('allowed/notes'), { recursive: true })
    put('allowed/notes/.git', `gitdir: ${at('secret/.git')}\n`)
    expect(await refusal('allowed/notes')).toMatchObject({
      name: 'SourceError',
      message: expect.stringContaining('leads to') as string,
    })
  })

  test('a link as .git is refused if its target is out of reach', async () => {
    repository('secret')
    put('allowed/notes/b', 'x')
    symlinkSync(at('secret/.git'), at('allowed/notes/.git'))
    expect(await refusal('allowed/notes')).toMatchObject({ name: 'SourceError' })
  })

  test('a worktree whose repository is in reach has its history', async () => {
    repository('allowed/notes')
    git('allowed/notes', 'worktree', 'add', '-q', at('allowed/tree'))
    const source = await opened('allowed/tree')
    expect([source.kind, source.label]).toEqual([
      'history',
      `git:${realpathSync(at('allowed/tree'))}#`,
    ])
  })

  test('a repository above the allowed folder is not used', async () => {
    put('allowed/a.md', 'x')
    repository('.', 'above')
    expect((await opened('allowed')).kind).toBe('snapshot')
  })

  test('objects borrowed from out of reach are refused', async () => {
    repository('secret')
    repository('allowed/notes')
    put('allowed/notes/.git/objects/info/alternates', `${at('secret/.git/objects')}\n`)
    expect(await refusal('allowed/notes')).toMatchObject({ name: 'SourceError' })
  })

  test('a link to objects out of reach is refused', async () => {
    repository('secret')
    repository('allowed/notes')
    await rm(at('allowed/notes/.git/objects'), { recursive: true })
    symlinkSync(at('secret/.git/objects'), at('allowed/notes/.git/objects'))
    expect(await refusal('allowed/notes')).toMatchObject({ name: 'SourceError' })
  })

  test.each([
    ['include.path', '/etc/passwd'],
    ['includeIf.gitdir:/.path', '/etc/passwd'],
    ['remote.origin.promisor', 'true'],
  ])('the setting %s is refused', async (name, value) => {
    repository('allowed/notes')
    git('allowed/notes', 'config', name, value)
    expect(await refusal('allowed/notes')).toMatchObject({
      name: 'SourceError',
      message: expect.stringMatching(/setting/) as string,
    })
  })

  test('programs named in its settings are not run', async () => {
    repository('allowed/notes')
    const proof = at('ran')
    put('run.sh', `#!/bin/sh\ntouch ${proof}\n`)
    execFileSync('chmod', ['+x', at('run.sh')])
    const run = at('run.sh')
    put('allowed/notes/.gitattributes', '* filter=evil diff=evil\n')
    git('allowed/notes', 'add', '.')
    git('allowed/notes', 'commit', '-q', '-m', 'second')
    for (const [name, value] of [
      ['core.fsmonitor', run],
      ['core.sshCommand', run],
      ['core.pager', run],
      ['diff.external', run],
      ['diff.evil.textconv', run],
      ['filter.evil.clean', run],
      ['filter.evil.smudge', run],
      ['log.showSignature', 'true'],
      ['gpg.program', run],
      ['core.hooksPath', at('.')],
    ] as const) {
      git('allowed/notes', 'config', name, value)
    }
    const source = await opened('allowed/notes')
    let moments = 0
    for await (const moment of source.moments(signal)) moments += moment.changes.length > 0 ? 1 : 0
    const leftOut: string[] = []
    for await (const { path } of source.leftOut?.(signal) ?? []) leftOut.push(path)
    expect([moments, leftOut]).toEqual([2, []])
    expect(() => realpathSync(proof)).toThrow()
  })
})

describe('the requested type', () => {
  test('a file is not a folder, nor a folder a file', async () => {
    put('allowed/a.jsonl', '{"path":"/a","content":"x"}\n')
    await expect(opened('allowed', { kind: 'file' })).rejects.toThrow('is a folder, not a file')
    await expect(opened('allowed/a.jsonl', { kind: 'folder' })).rejects.toThrow('is not a folder')
    expect(writtenPaths(await changesOf('allowed/a.jsonl', { kind: 'file' }))).toEqual(['/a'])
  })
})

describe('reading', () => {
  test('ends when the caller disconnects', async () => {
    for (let file = 0; file < 300; file++) put(`allowed/f${file}`, 'x')
    const caller = new AbortController()
    const source = await opened('allowed')
    const moments = withinTime((own) => source.moments(own), caller.signal)
    await moments.next()
    caller.abort(new Error('the caller left'))
    await expect(moments.next()).rejects.toThrow('the caller left')
  })

  test('stops at its time limit', async () => {
    async function* slow(own: AbortSignal) {
      await new Promise((resolve) => own.addEventListener('abort', resolve))
      yield 1
    }
    await expect(withinTime(slow, signal, 1).next()).rejects.toThrow('took longer than 1 seconds')
  })
})
