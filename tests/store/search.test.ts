import { updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { type Search, search, searchHistory } from '@/lib/store/search'
import { foldForSearch } from '@/lib/text/matches'
import { describe, expect, test } from '@/tests/support/fixtures'
import { damage, written } from '@/tests/support/written'

type Asked = Omit<Search, 'storeId' | 'limit'> & { limit?: number }

const pathsWith = async (storeId: string, asked: Asked) =>
  (await search({ storeId, limit: 50, ...asked })).hits.map(({ memory }) => memory.path)

describe('a search', () => {
  test('finds contents and paths, with the places of each', async ({ storeId }) => {
    await written(storeId, { '/budget.md': 'nothing', '/notes.md': 'one\nThe Budget of May\n' })
    const { hits } = await search({ storeId, query: 'budget', limit: 10 })
    expect(hits).toMatchObject([
      { memory: { path: '/budget.md' }, pathMatches: true, matches: [] },
      {
        memory: { path: '/notes.md' },
        pathMatches: false,
        matches: [{ line: 2, column: 5, length: 6, snippet: 'The Budget of May' }],
      },
    ])
  })

  test('takes a sharp s as two, and signs of patterns literally', async ({ storeId }) => {
    const sharp = 'Große STRASSE, alte Straße, Waſſer'
    await written(storeId, { '/sharp': sharp, '/marks': '50%_off \\d', '/near': '50xxoff /d' })
    const of = (query: string) => pathsWith(storeId, { query })
    for (const query of ['GROSSE', 'großE', 'grosse s', 'te STRASSE', 'straße,', 'wasser', 'ser']) {
      expect([query, await of(query)]).toEqual([query, ['/sharp']])
    }
    expect(await of('0%_o')).toEqual(['/marks'])
    expect(await of('\\D')).toEqual(['/marks'])
    expect(await of("'; DROP")).toEqual([])
  })

  test('crosses lines, and finds a single character', async ({ storeId }) => {
    await written(storeId, { '/a': 'end\nbegin', '/b': 'z' })
    expect(await pathsWith(storeId, { query: 'D\nb' })).toEqual(['/a'])
    expect(await pathsWith(storeId, { query: 'z' })).toEqual(['/b'])
  })

  test('is narrowed to a folder and goes on page by page', async ({ storeId }) => {
    const many = Object.fromEntries(Array.from({ length: 205 }, (_, n) => [`/f/${n + 100}`, 'x']))
    await written(storeId, { '/e': 'x', ...many, '/f0': 'x' })
    for (const at of [undefined, 207]) {
      const found: string[] = []
      let after: string | null = ''
      for (let pages = 0; after !== null; pages++) {
        expect(pages).toBeLessThan(4)
        const asked: Search = { storeId, query: 'X', below: '/f', limit: 100, after, at }
        const page = await search(asked)
        found.push(...page.hits.map(({ memory }) => memory.path))
        expect(page.hasMore).toBe(page.next !== null)
        after = page.next
      }
      expect(found).toEqual(Object.keys(many))
    }
  })

  test('names damaged versions instead of guessing', async ({ storeId }) => {
    const [one] = await written(storeId, { '/a': 'text', '/b': 'text' })
    await damage(one?.id ?? '')
    const { hits, unreadable } = await search({ storeId, query: 'written', limit: 5 })
    expect([hits, unreadable]).toEqual([[], [one?.id]])
  })

  test('refuses what is no query, and ends when its caller leaves', async ({ storeId }) => {
    await written(storeId, { '/a': 'x' })
    for (const query of ['', 'x'.repeat(301), '\ud800', 'a\0b']) {
      await expect(search({ storeId, query, limit: 5 })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
    const signal = AbortSignal.abort(new Error('left'))
    await expect(search({ storeId, query: 'x', limit: 5, signal })).rejects.toThrow('left')
    await expect(searchHistory({ storeId, query: 'x', limit: 5, signal })).rejects.toThrow('left')
  })
})

describe('a search of the history', () => {
  const lives = async (storeId: string, query: string, more: object = {}) =>
    (await searchHistory({ storeId, query, limit: 10, ...more })).hits.map((hit) => [
      hit.newest.path,
      ...hit.appearances.map(({ from, until }) => `${from.sequence}-${until?.sequence ?? ''}`),
    ])

  test('tells when a text came and went, in deleted memories too', async ({ storeId }) => {
    await written(storeId, { '/a': 'secret' })
    await written(storeId, { '/a': 'secret kept' })
    await written(storeId, { '/a': 'gone' })
    await written(storeId, { '/a': 'SECRET again' })
    await written(storeId, { '/b': 'a secret' })
    await written(storeId, { '/b': null })
    expect(await lives(storeId, 'Secret')).toEqual([
      ['/b', '5-6'],
      ['/a', '1-3', '4-'],
    ])
    const [first] = (await searchHistory({ storeId, query: 'again', limit: 1 })).hits
    expect(first).toMatchObject({ pathMatches: false, matches: [{ snippet: 'SECRET again' }] })
  })

  test('goes by paths, too, and by the folder where the text last stood', async ({ storeId }) => {
    const [one] = await written(storeId, { '/old/name': 'x' })
    const memoryId = one?.memoryId ?? ''
    await updateMemory({ storeId, memoryId, path: '/new' }, BY_PERSON)
    expect(await lives(storeId, 'old/n')).toEqual([['/old/name', '1-2']])
    expect(await lives(storeId, 'x', { below: '/old' })).toEqual([])
  })

  test('goes on page by page, each memory once', async ({ storeId }) => {
    for (const text of ['x1', 'x2']) {
      await written(storeId, Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`/${n}`, text])))
    }
    const pages: unknown[] = []
    for (let after: string | null | undefined; after !== null;) {
      const page = await searchHistory({ storeId, query: 'x', limit: 2, after })
      pages.push(page.hits.map(({ newest }) => newest.path))
      after = page.next
    }
    expect(pages).toEqual([['/5', '/4'], ['/3', '/2'], ['/1']])
  })
})

test('the database finds at least what the rule of folding finds, for every character', async () => {
  const { id: storeId } = await createStore({ name: 'characters' })
  const cased: string[] = []
  for (let code = 1; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    if (foldForSearch(character) !== character) cased.push(character)
  }
  expect(cased.length).toBeGreaterThan(1_300)
  const text = cased.join(' ')
  await written(storeId, { '/all': text })
  // Each by its folded form, a hundred at once: a query is of 300 characters at most.
  for (let at = 0; at < cased.length; at += 100) {
    const query = cased
      .slice(at, at + 100)
      .map(foldForSearch)
      .join(' ')
    const { hits } = await search({ storeId, query, limit: 1 })
    expect(hits, query).toHaveLength(1)
  }
})
