import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { parseInput, parseQuery } from './parse'
import * as schemas from './schemas'

const asked = (query: string) => ({ query: new URLSearchParams(query) })

const messageOf = (call: () => unknown): string => {
  try {
    call()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'was taken'
}

describe('a query', () => {
  test('has its defaults', () => {
    expect(parseQuery(schemas.listMemoriesQuery, asked(''))).toEqual({
      limit: 20,
      path_prefix: '/',
      depth: '0',
      view: 'basic',
    })
  })

  test('is parsed without unknown keys', () => {
    const query = parseQuery(schemas.readsQuery, asked('beta=true&limit=100&memory_id=mem_1'))
    expect(query).toEqual({ limit: 100, memory_id: 'mem_1' })
  })

  test('with null for a page or a prefix, as the SDK writes it, has none', () => {
    const query = parseQuery(schemas.listMemoriesQuery, asked('page=&path_prefix='))
    expect([query.page, query.path_prefix]).toEqual([undefined, '/'])
  })

  test.each<[z.ZodType, string, string]>([
    [schemas.listStoresQuery, 'limit=0', 'limit: must be a number between 1 and 100'],
    [schemas.listStoresQuery, 'limit=101', 'limit: must be a number between 1 and 100'],
    [schemas.listStoresQuery, 'limit=1e1', 'limit: must be a number between 1 and 100'],
    [schemas.listStoresQuery, 'limit=-1', 'limit: must be a number between 1 and 100'],
    [schemas.listStoresQuery, 'limit=', 'limit: must be a number between 1 and 100'],
    [schemas.listStoresQuery, 'include_archived=1', 'include_archived: must be true or false'],
    [schemas.listMemoriesQuery, 'depth=2', 'depth: must be 0 or 1'],
    [schemas.listMemoriesQuery, 'view=all', 'view: must be basic or full'],
    [schemas.listMemoriesQuery, 'path_prefix=/a', 'path_prefix: must begin and end with /'],
    [schemas.listMemoriesQuery, 'path_prefix=a/', 'path_prefix: must begin and end with /'],
    [schemas.listMemoriesQuery, 'path_prefix=/%00/', 'path_prefix: must begin and end with /'],
    [schemas.listMemoriesQuery, 'at=now', 'at: must be a time as RFC 3339 writes it'],
    [
      schemas.listVersionsQuery,
      'operation=renamed',
      'operation: must be created, modified or deleted',
    ],
    [schemas.listVersionsQuery, 'memory_id=%00', 'memory_id: must not contain NUL characters'],
    [schemas.eventsQuery, `after=${'9'.repeat(16)}`, 'after: must be the id of an event'],
    [schemas.changesQuery, 'to=2026-01-01T00:00:00Z', 'from: must be given'],
    [schemas.searchQuery, '', 'q: must be given'],
  ])('%# that breaks a rule is refused by naming the key', (schema, query, message) => {
    expect(messageOf(() => parseQuery(schema, asked(query)))).toBe(message)
  })

  test.each([
    ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['2026-01-02T03:04:05.678Z', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
    ['2026-01-02T03:04:05.678901Z', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
    ['2026-01-02T03:04:05+02:00', Date.UTC(2026, 0, 2, 1, 4, 5)],
  ])('the time %s is %i', (time, milliseconds) => {
    const query = parseQuery(schemas.listStoresQuery, asked(`created_at[gte]=${encode(time)}`))
    expect(query['created_at[gte]']).toBe(milliseconds)
  })

  test('takes the old names of times in the preview only', () => {
    const old = asked('created_at_gte=2026-01-02T03:04:05Z&created_at_lte=soon')
    expect(messageOf(() => parseQuery(schemas.listStoresQuery, old, 'preview'))).toBe(
      'created_at[lte]: must be a time as RFC 3339 writes it',
    )
    expect(parseQuery(schemas.listStoresQuery, old)).toEqual({ limit: 20, include_archived: false })
  })
})

describe('a body', () => {
  test.each<[z.ZodType, unknown, string]>([
    [schemas.createMemoryBody, null, 'The body must be an object.'],
    [schemas.createMemoryBody, [], 'The body must be an object.'],
    [schemas.createMemoryBody, { content: '' }, 'path: must be given'],
    [schemas.createMemoryBody, { path: '/a', content: null }, 'content: must be a string'],
    [schemas.createMemoryBody, { path: '/a', content: 7 }, 'content: must be a string'],
    [
      schemas.createMemoryBody,
      { path: '/a', content: '', precondition: { type: 'content_sha256' } },
      'precondition.type: must be not_exists where a memory is created',
    ],
    [
      schemas.updateMemoryBody,
      { content: '', precondition: { type: 'etag' } },
      'precondition.type: must have the type content_sha256',
    ],
    [
      schemas.updateMemoryBody,
      { content: '', precondition: { type: 'content_sha256' } },
      'precondition.content_sha256: must be given',
    ],
    [
      schemas.updateMemoryBody,
      { content: '', precondition: { type: 'content_sha256', content_sha256: 'A'.repeat(64) } },
      'precondition.content_sha256: must be 64 hexadecimal digits in lower case',
    ],
    [schemas.createStoreBody, { name: 'x', metadata: { k: 7 } }, 'metadata.k: must be a string'],
    [schemas.createStoreBody, { name: 'x', metadata: [] }, 'metadata: must be an object'],
    [
      schemas.undoBody,
      { session_id: 'a', memory_version_ids: ['b'] },
      'The body must have either session_id or memory_version_ids.',
    ],
    [schemas.undoBody, { session_id: '\ud800' }, 'session_id: must not contain lone surrogates'],
    [schemas.memoryToolBody, {}, 'command: must be given'],
    [schemas.restoreStoreBody, { at: 0 }, 'at: must be a time as RFC 3339 writes it'],
  ])('%# is refused by naming the field', (schema, body, message) => {
    expect(messageOf(() => parseInput(schema, body))).toBe(message)
  })

  test('may have null for an omitted field', () => {
    const body = { content: null, path: '/a', precondition: null }
    expect(parseInput(schemas.updateMemoryBody, body)).toEqual(body)
  })
})

function encode(text: string): string {
  return encodeURIComponent(text)
}
