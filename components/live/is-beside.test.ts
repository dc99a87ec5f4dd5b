import { expect, test } from 'vitest'
import { isBeside, mayBeOwn } from './is-beside'
import type { StoreChange } from './use-store-events'

function change(type: string, path: string | null = '/b.md'): StoreChange {
  const version = { memoryId: 'mem_b', path, size: 1, operation: 'modified' as const }
  return {
    type,
    sequence: 1,
    createdAt: 0,
    version: { ...version, isForReview: true, isByPerson: false },
  }
}

const at = (query: string) => new URLSearchParams(query)

test('a write of another memory than the one that is read is beside it', () => {
  expect(isBeside(change('memory.modified'), at('memory=mem_a'), '/b.md')).toBe(true)
  expect(isBeside(change('memory.created'), at('path=/a.md'), undefined)).toBe(true)
  expect(isBeside(change('memory.deleted'), at(''), '/b.md')).toBe(true)
})

test('a write of the memory that is read is not, however it is named, nor where it was moved', () => {
  expect(isBeside(change('memory.modified'), at('memory=mem_b'), '/b.md')).toBe(false)
  expect(isBeside(change('memory.modified'), at('path=/b.md'), undefined)).toBe(false)
  expect(isBeside(change('memory.modified', '/c.md'), at('path=/b.md'), '/b.md')).toBe(false)
  expect(isBeside(change('memory.modified', '/c.md'), at('path=/c.md'), '/b.md')).toBe(false)
})

test('what withholds a text or concerns the store is never beside, for it may be listed', () => {
  const withholding = ['memory_version.redacted', 'memory_versions.rewritten', 'memory.quarantined']
  for (const type of [...withholding, 'memory.released']) {
    expect(isBeside(change(type, null), at('memory=mem_a'), '/b.md')).toBe(false)
  }
  const store = { ...change('memory_store.updated'), version: null }
  expect(isBeside(store, at('memory=mem_a'), undefined)).toBe(false)
})

test('what a person did may have been done from this page, a session’s write and a redaction not', () => {
  const write = change('memory.modified')
  const { version } = write
  expect(mayBeOwn(write)).toBe(false)
  expect(mayBeOwn({ ...write, version: version && { ...version, isByPerson: true } })).toBe(true)
  expect(mayBeOwn(change('memory.quarantined'))).toBe(true)
  expect(mayBeOwn({ ...change('memory_store.updated'), version: null })).toBe(true)
  expect(mayBeOwn(change('memory_versions.rewritten'))).toBe(false)
})
