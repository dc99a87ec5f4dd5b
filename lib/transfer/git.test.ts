import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { putMemory } from '@/lib/store/memories/change-memories'
import { sqliteOfFile } from '@/tests/support/databases'
import { contents, SEEDER, seedFrom, sourceFolder } from '@/tests/support/seeding'

const { at, put } = sourceFolder()

const db = sqliteOfFile()
afterEach(() => void vi.unstubAllEnvs())

const newStore = async () => (await createStore(db(), { name: 'Git' })).id

const git = (...args: string[]) =>
  execFileSync('git', ['-C', at('.'), '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })

function commit(message: string): void {
  git('add', '.')
  git('commit', '-q', '-m', message)
}

describe('a git repository', () => {
  test('without a commit is seeded as a plain folder', async () => {
    git('init', '-q')
    put('a', 'x')
    const id = await newStore()
    await seedFrom(db(), id, at('.'))
    expect(await contents(db(), id)).toEqual({ '/a': 'x' })
  })

  test('may have messages with the bytes that delimit our own lists', async () => {
    git('init', '-q')
    put('a', 'x')
    commit('evil \u0001deadbeef\u0001 x')
    const id = await newStore()
    const { history } = await seedFrom(db(), id, at('.'))
    expect(history?.moments).toBe(1)
    const { versions } = await listVersions(db(), { storeId: id, limit: 1 })
    expect(versions[0]?.batch?.message).toContain('deadbeef')
  })

  test('a folder in it is matched by name, not as a pattern', async () => {
    git('init', '-q')
    put('[ab]/x', 'x')
    put('a/y', 'y')
    commit('both')
    const id = await newStore()
    await seedFrom(db(), id, at('[ab]'))
    expect(await contents(db(), id)).toEqual({ '/x': 'x' })
  })

  test('may be set to print commits differently', async () => {
    git('init', '-q')
    put('a', 'x')
    commit('first')
    for (const [name, value] of [
      ['log.showRoot', 'false'],
      ['log.showSignature', 'true'],
      ['gpg.program', '/bin/false'],
      ['diff.relative', 'true'],
      ['diff.renames', 'copies'],
      ['core.quotePath', 'true'],
      ['log.date', 'relative'],
    ] as const) {
      git('config', name, value)
    }
    const id = await newStore()
    await seedFrom(db(), id, at('.'))
    expect(await contents(db(), id)).toEqual({ '/a': 'x' })
  })

  test.each([
    ['GIT_DIR', '/nowhere/.git'],
    ['GIT_WORK_TREE', '/nowhere'],
    ['GIT_INDEX_FILE', '/nowhere/index'],
    ['LC_ALL', 'de_DE.UTF-8'],
  ])('is read as itself, whatever the variable %s says', async (name, value) => {
    git('init', '-q')
    put('a', 'x')
    commit('first')
    vi.stubEnv(name, value)
    const id = await newStore()
    const { history } = await seedFrom(db(), id, at('.'))
    expect(history?.moments).toBe(1)
    expect(await contents(db(), id)).toEqual({ '/a': 'x' })
  })

  test('reports the files that are in no commit', async () => {
    git('init', '-q')
    put('a', 'x')
    commit('first')
    put('b', 'y')
    const id = await newStore()
    const { entries } = await seedFrom(db(), id, at('.'))
    expect(entries).toContainEqual(expect.objectContaining({ path: '/b', action: 'skip' }))
    expect(await contents(db(), id)).toEqual({ '/a': 'x' })
  })

  test('uncommitted changes are added after its history on request', async () => {
    git('init', '-q')
    put('changed', 'old')
    put('gone', 'x')
    put('same', 'x')
    put('.gitignore', 'ignored\n')
    commit('first')
    put('changed', 'new')
    put('added', 'new')
    put('ignored', 'x')
    rmSync(at('gone'))
    const id = await newStore()
    const report = await seedFrom(db(), id, at('.'), { withUncommitted: true })
    expect(report.counts).toMatchObject({ create: 4, replace: 0, delete: 0, skip: 0, conflict: 0 })
    expect(report.versions).toBe(7)
    const expected = {
      '/.gitignore': 'ignored\n',
      '/added': 'new',
      '/changed': 'new',
      '/same': 'x',
    }
    expect(await contents(db(), id)).toEqual(expected)
    // What has no time is no moment of the history.
    expect(report.history?.moments).toBe(1)
    const again = await seedFrom(db(), id, at('.'), { withUncommitted: true })
    expect([again.versions, again.history]).toEqual([0, expect.objectContaining({ moments: 0 })])
    commit('second')
    const later = await seedFrom(db(), id, at('.'), { withUncommitted: true })
    expect([later.versions, later.counts.conflict]).toEqual([0, 0])
    expect(later.history).toMatchObject({ moments: 1, from: later.history?.to })
    expect(await contents(db(), id)).toEqual(expected)
  })

  test('files left out of a sparse checkout do not count as deleted', async () => {
    git('init', '-q')
    put('a/x', 'x')
    put('b/y', 'y')
    commit('first')
    git('sparse-checkout', 'set', '--no-cone', '/a/')
    const id = await newStore()
    await seedFrom(db(), id, at('.'), { withUncommitted: true })
    expect(await contents(db(), id)).toEqual({ '/a/x': 'x', '/b/y': 'y' })
  })

  test('seeded again as plain files, it has no conflict where only seedings wrote', async () => {
    git('init', '-q')
    put('a', 'one\n')
    put('b', 'one\ntwo\nthree\n')
    put('c', 'one\n')
    commit('first')
    const id = await newStore()
    await seedFrom(db(), id, at('.'))
    await putMemory(db(), {
      storeId: id,
      path: '/b',
      content: 'by an agent\ntwo\nthree\n',
      cause: SEEDER,
    })
    await putMemory(db(), { storeId: id, path: '/c', content: 'by an agent\n', cause: SEEDER })
    put('a', 'changed\n')
    put('b', 'one\ntwo\nchanged\n')
    put('c', 'changed\n')
    const report = await seedFrom(db(), id, at('.'), { withHistory: false })
    expect(report.counts).toMatchObject({ replace: 1, merge: 1, conflict: 1 })
    expect(await contents(db(), id)).toEqual({
      '/a': 'changed\n',
      '/b': 'by an agent\ntwo\nchanged\n',
      '/c': 'by an agent\n',
    })
    expect((await seedFrom(db(), id, at('.'), { withHistory: false })).versions).toBe(0)
    git('commit', '-qam', 'the same, committed')
    const again = await seedFrom(db(), id, at('.'))
    expect([again.versions, again.counts]).toMatchObject([0, { replace: 0, merge: 0 }])
  })
})
