import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { sqliteOfFile } from '@/tests/support/databases'
import {
  contents,
  openAnything,
  planOf,
  runToEnd,
  SEEDER,
  seedFrom,
  sourceFolder,
} from '@/tests/support/seeding'

const { at, put } = sourceFolder()
const db = sqliteOfFile()

const newStore = async () => (await createStore(db(), { name: 'Left out' })).id

const inputOf = async (storeId: string) => ({
  storeId,
  source: await openAnything(at('.')),
  withHistory: true,
  cause: SEEDER,
})

async function seedWithout(storeId: string, ...leftOut: string[]) {
  return runToEnd(db(), { ...(await inputOf(storeId)), leftOut: new Set(leftOut) })
}

const git = (...args: string[]) =>
  execFileSync('git', ['-C', at('.'), '-c', 'user.name=A', '-c', 'user.email=a@b', ...args])

function commit(message: string): void {
  git('add', '-A')
  git('commit', '-q', '-m', message)
}

describe('what a person leaves out of a plan', () => {
  test('is not written, and is offered again the next time', async () => {
    put('a', 'a')
    put('b', 'b')
    const id = await newStore()
    const report = await seedWithout(id, '/b')
    expect(await contents(db(), id)).toEqual({ '/a': 'a' })
    expect(report.entries).toContainEqual({
      path: '/b',
      action: 'skip',
      reason: { code: 'not_chosen' },
    })
    const again = await planOf(db(), await inputOf(id))
    expect(again.counts).toMatchObject({ create: 1, unchanged: 1 })
  })

  test('stays in the store if it is gone from the source', async () => {
    put('a', 'a')
    put('b', 'b')
    const id = await newStore()
    await seedFrom(db(), id, at('.'))
    rmSync(at('b'))
    await seedWithout(id, '/b')
    expect(await contents(db(), id)).toEqual({ '/a': 'a', '/b': 'b' })
  })

  test('is left out of a history from its first path on', async () => {
    git('init', '-q')
    put('first', 'one\ntwo\nthree\n')
    put('other', 'other\n')
    commit('both')
    git('mv', 'first', 'second')
    commit('moved')
    put('first', 'another memory\n')
    commit('a new one')
    const id = await newStore()
    await seedWithout(id, '/second')
    expect(await contents(db(), id)).toEqual({ '/first': 'another memory\n', '/other': 'other\n' })
    const { versions } = await listVersions(db(), { storeId: id, limit: 10 })
    expect(versions).toHaveLength(2)
  })
})

describe('the texts of a plan', () => {
  const plannedOf = async (storeId: string, texts: 'all' | { path: string }) => {
    const { entries } = await planOf(db(), { ...(await inputOf(storeId)), texts })
    return Object.fromEntries(entries.map(({ path, text }) => [path, text]))
  }

  test('say how much changes, with both sides', async () => {
    put('changes', 'one\ntwo\n')
    put('goes', 'gone\n')
    const id = await newStore()
    await seedFrom(db(), id, at('.'))
    put('changes', 'one\n2\nthree\n')
    put('new', '배포\n')
    rmSync(at('goes'))
    expect(await plannedOf(id, 'all')).toEqual({
      '/changes': {
        from: null,
        size: 12,
        added: 2,
        removed: 1,
        sides: { stores: 'one\ntwo\n', sources: 'one\n2\nthree\n' },
      },
      '/goes': {
        from: null,
        size: 5,
        added: 0,
        removed: 1,
        sides: { stores: 'gone\n', sources: null },
      },
      '/new': {
        from: null,
        size: 7,
        added: 1,
        removed: 0,
        sides: { stores: null, sources: '배포\n' },
      },
    })
  })

  test('follow a memory of a history to where it is in the end', async () => {
    git('init', '-q')
    put('first', 'one\ntwo\nthree\n')
    commit('first')
    const id = await newStore()
    await seedFrom(db(), id, at('.'))
    git('mv', 'first', 'second')
    commit('moved')
    put('second', 'one\ntwo\nthree\nfour\n')
    commit('more')
    git('mv', 'second', 'third')
    commit('moved again')
    expect(await plannedOf(id, 'all')).toEqual({
      '/third': {
        from: '/first',
        size: 19,
        added: 1,
        removed: 0,
        sides: { stores: 'one\ntwo\nthree\n', sources: 'one\ntwo\nthree\nfour\n' },
      },
    })
  })

  test('are given for one path alone if they are too much together', async () => {
    const long = `${'x'.repeat(99)}\n`.repeat(1000)
    for (let at = 0; at < 50; at++) put(`${at}`, long)
    const id = await newStore()
    const all = Object.values(await plannedOf(id, 'all'))
    expect(all.filter((text) => text?.sides)).toHaveLength(40)
    expect(all.every((text) => text?.added === 1000)).toBe(true)
    const one = await plannedOf(id, { path: '/49' })
    expect(one['/49']?.sides?.sources).toBe(long)
    expect(Object.values(one).filter((text) => text?.sides)).toHaveLength(1)
  })
})
