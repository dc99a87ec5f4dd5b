import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { db } from '@/lib/db'
import { putMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { beforeEach, onTestFinished } from 'vitest'
import { readSource } from '@/lib/transfer/read-source'
import { incomingFolder } from '@/lib/transfer/source'
import { describe, expect, test } from '@/tests/support/fixtures'
import { asNobody } from '@/tests/support/refused'
import { byPath, planFrom, put, seedFrom } from '@/tests/support/seeding'
import { textsOf, versionsIn } from '@/tests/support/written'

let commits = 0
beforeEach(() => void (commits = 0))

/** A repository in a folder, as Ada uses it. */
function repository(folder: string) {
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, GIT_COMMITTER_DATE: `2026-01-0${commits + 1}T12:00:00Z` },
      },
    )
  git('init', '-q', '-b', 'main')
  const commit = (message: string) => {
    git('add', '.')
    git('commit', '-q', '-m', message)
    commits++
  }
  return { git, commit }
}

describe('a git repository', () => {
  test('gives each commit as a batch with its time, author, message and id, and goes on later', async ({
    store,
    folder,
  }) => {
    const { git, commit } = repository(folder)
    put(folder, 'memory/a.md', `${'shared line\n'.repeat(20)}one\n`)
    put(folder, 'elsewhere.md', 'not memory')
    commit('First')
    git('mv', 'memory/a.md', 'memory/b.md')
    commit('Renamed \u0001 with odd bytes')
    put(folder, 'memory/b.md', 'two\n')
    commit('Changed')
    const place = path.join(folder, 'memory')
    const { plan, done } = await planFrom(store.id, place)
    expect(plan.moments).toEqual({
      moments: 3,
      from: new Date('2026-01-01T12:00:00Z'),
      to: new Date('2026-01-03T12:00:00Z'),
      authors: 1,
    })
    await done()
    const versions = await versionsIn(store.id)
    expect(versions.map((each) => [each.path, each.operation, each.batch?.message])).toEqual([
      ['/a.md', 'created', 'First'],
      ['/b.md', 'modified', 'Renamed \u0001 with odd bytes'],
      ['/b.md', 'modified', 'Changed'],
    ])
    expect(new Set(versions.map(({ memoryId }) => memoryId)).size).toBe(1)
    const [first] = versions
    expect(first?.createdAt).toEqual(new Date('2026-01-01T12:00:00Z'))
    expect(first?.batch).toMatchObject({
      kind: 'commit',
      reference: expect.stringMatching(/^\w{40}$/) as unknown,
    })
    expect(await db.actor.findUnique({ where: { id: first?.actorId ?? '' } })).toMatchObject({
      name: 'Ada',
    })
    put(folder, 'memory/b.md', 'three\n')
    commit('Later')
    expect(await seedFrom(store.id, place)).toMatchObject({ moments: 1, versions: 1 })
    expect(await textsOf(store.id)).toEqual({ '/b.md': 'three\n' })
  })

  test('gives what is not committed as one moment more, without what is ignored, and takes it once', async ({
    store,
    folder,
  }) => {
    const { commit } = repository(folder)
    put(folder, 'changed', 'old')
    put(folder, 'gone', 'x')
    put(folder, 'same', 'x')
    put(folder, '.gitignore', 'ignored\n')
    commit('first')
    put(folder, 'changed', 'new')
    put(folder, 'added', 'new')
    put(folder, 'ignored', 'x')
    rmSync(path.join(folder, 'gone'))
    const report = await seedFrom(store.id, folder)
    expect(report).toMatchObject({ moments: 1, versions: 6 })
    const expected = { '/added': 'new', '/changed': 'new', '/same': 'x' }
    expect(await textsOf(store.id)).toEqual(expected)
    const [newest] = (await versionsIn(store.id)).toReversed()
    expect(newest?.batch).toMatchObject({ kind: 'seed', message: 'not committed' })
    expect(await seedFrom(store.id, folder)).toMatchObject({ moments: 0, versions: 0 })
    commit('second')
    expect(await seedFrom(store.id, folder)).toMatchObject({ moments: 1, versions: 0 })
    expect(await textsOf(store.id)).toEqual(expected)
  })

  test('without a commit, or asked for as a folder, is a folder', async ({ store, folder }) => {
    repository(folder)
    put(folder, 'a', 'x')
    expect(
      (await readSource({ type: 'any', path: folder }, new AbortController().signal)).isHistory,
    ).toBe(false)
    await seedFrom(store.id, { type: 'folder', path: folder })
    expect(await textsOf(store.id)).toEqual({ '/a': 'x' })
    await expect(seedFrom(store.id, { type: 'git', path: folder })).rejects.toMatchObject({
      code: 'not_a_source',
    })
  })

  test('seeded as files, then with its history, has no conflict where only seedings wrote', async ({
    store,
    folder,
  }) => {
    const { commit } = repository(folder)
    for (const name of ['a', 'b', 'c']) put(folder, name, 'one\ntwo\nthree\n')
    commit('first')
    await seedFrom(store.id, folder)
    const write = (at: string, content: string) =>
      putMemory({ storeId: store.id, path: at, content }, BY_PERSON)
    await write('/b', 'by an agent\ntwo\nthree\n')
    await write('/c', 'by an agent\n')
    put(folder, 'a', 'changed\n')
    put(folder, 'b', 'one\ntwo\nchanged\n')
    put(folder, 'c', 'changed\n')
    const report = await seedFrom(store.id, folder, { withHistory: false })
    expect(byPath(report.entries)).toEqual({
      '/a': 'replace',
      '/b': 'merge',
      '/c': 'conflict same_lines',
    })
    commit('the same, committed')
    const again = await seedFrom(store.id, folder)
    expect([again.versions, byPath(again.entries)]).toEqual([
      0,
      { '/b': 'keep', '/c': 'conflict same_lines' },
    ])
  })

  test('is read by its own bytes: names as they are, links left out, ends of lines as committed', async ({
    store,
    folder,
  }) => {
    const { git, commit } = repository(folder)
    put(folder, '[ab]/x', 'x\n')
    put(folder, 'a/y', 'y')
    put(folder, '[ab]/ünï\tcode', 'z')
    symlinkSync('/etc/passwd', path.join(folder, '[ab]/link'))
    commit('first')
    git('config', 'core.autocrlf', 'true')
    put(folder, '[ab]/x', 'x\r\n')
    const report = await seedFrom(store.id, path.join(folder, '[ab]'))
    expect(await textsOf(store.id)).toEqual({ '/x': 'x\n' })
    expect(byPath(report.entries)).toMatchObject({
      '/link': 'skip link',
      '/ünï\tcode': 'skip control_or_format_characters',
    })
  })

  test('is read at the very path that was named, whatever stands for a character in addresses', async ({
    store,
    folder,
  }) => {
    const place = path.join(folder, '100%25 é#?')
    put(place, 'a.md', 'a\n')
    repository(place).commit('first')
    const { plan } = await planFrom(store.id, place)
    expect(plan.moments?.moments).toBe(1)
  })

  test('of a sparse checkout is whole', async ({ store, folder }) => {
    const { git, commit } = repository(folder)
    put(folder, 'a/x', 'x')
    put(folder, 'b/y', 'y')
    commit('first')
    git('sparse-checkout', 'set', '--no-cone', '/a/')
    await seedFrom(store.id, folder)
    expect(await textsOf(store.id)).toEqual({ '/a/x': 'x', '/b/y': 'y' })
  })

  test('is read where its head is no branch, in a work tree, in a shallow copy, and with ids of SHA-256', async ({
    folder,
  }) => {
    const main = path.join(folder, 'main')
    put(main, 'a.md', 'one\n')
    const { git, commit } = repository(main)
    commit('first')
    git('worktree', 'add', '-q', path.join(folder, 'tree'))
    execFileSync('git', [
      'clone',
      '-q',
      '--depth=1',
      `file://${main}`,
      path.join(folder, 'shallow'),
    ])
    const sha256 = path.join(folder, 'sha256')
    put(sha256, 'a.md', 'one\n')
    execFileSync('git', ['-C', sha256, 'init', '-q', '--object-format=sha256'])
    repository(sha256).commit('first')
    git('checkout', '-q', '--detach')
    for (const name of ['main', 'tree', 'shallow', 'sha256']) {
      put(path.join(folder, name), 'a.md', 'changed\n')
      const { moments } = await readSource(
        { type: 'git', path: path.join(folder, name) },
        new AbortController().signal,
      )
      expect([name, moments.map(({ message }) => message)]).toEqual([
        name,
        ['first', 'not committed'],
      ])
    }
  })

  test('with a part of another user’s is refused', async ({ store, folder }) => {
    const { commit } = repository(folder)
    put(folder, 'a', 'x')
    commit('first')
    mkdirSync(path.join(folder, '.git/objects/fe'), { mode: 0 })
    const seeding = asNobody([folder, await incomingFolder()], () => seedFrom(store.id, folder))
    await expect(seeding).rejects.toMatchObject({ code: 'git_failed' })
  })

  test('that keeps a part where the server may not read is refused', async ({ store, folder }) => {
    const outside = mkdtempSync('/var/tmp/palimpsest-outside-')
    onTestFinished(() => rmSync(outside, { recursive: true }))
    const { commit, git } = repository(folder)
    put(folder, 'a', 'x')
    commit('first')
    const config = readFileSync(path.join(folder, '.git/config'), 'utf8')
    const refused = async (code: string) => {
      await expect(seedFrom(store.id, folder)).rejects.toMatchObject({ code })
      put(folder, '.git/config', config)
    }
    git('config', 'include.path', path.join(outside, 'settings'))
    await refused('git_failed')
    git('config', 'remote.origin.promisor', 'true')
    await refused('git_failed')
    const alternates = put(folder, '.git/objects/info/alternates', `${outside}\n`)
    await refused('git_failed')
    rmSync(alternates)
    symlinkSync(outside, path.join(folder, '.git/objects/fe'))
    await refused('folder_not_allowed')
    rmSync(path.join(folder, '.git/objects/fe'))
    const other = repository(outside)
    put(outside, 'a', 'x')
    other.commit('first')
    other.git('worktree', 'add', '-q', path.join(folder, 'tree'))
    const inTree = seedFrom(store.id, path.join(folder, 'tree'))
    await expect(inTree).rejects.toMatchObject({ code: 'folder_not_allowed' })
  })
})
