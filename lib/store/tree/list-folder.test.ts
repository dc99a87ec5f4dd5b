import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore } from '../stores/change-stores'
import { listFolder, MAX_IN_NATURAL_ORDER } from './list-folder'
import type { TreeEntry } from '../model/memory'
import { removePath } from '../memories/change-paths'

async function filledStore(db: Database, paths: readonly string[]): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Folder' })
  await applyMoment(db, {
    storeId,
    at: 1_700_000_000_000,
    batch: null,
    steps: paths.map((path) => ({ op: 'write' as const, path, content: 'x' })),
    cause: { actor: { type: 'session', id: 'sesn_a' } },
  })
  return storeId
}

const shown = (entries: readonly TreeEntry[]) =>
  entries.map((entry) =>
    entry.type === 'memory'
      ? entry.memory.path
      : `${entry.directory.path} ${entry.directory.memoryCount}`,
  )

onBothDatabases((current) => {
  const storeOf = (paths: readonly string[]) => filledStore(current(), paths)

  test('a folder is listed with its folders first, and by the numbers in its names, over all pages', async () => {
    const names = Array.from({ length: 25 }, (_, at) => `/n/${at + 1}.md`)
    const storeId = await storeOf([...names, '/n/z/a', '/n/z/b'])
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await listFolder(current(), { storeId, directory: '/n', limit: 10, after })
      expect(page.order).toBe('natural')
      seen.push(...shown(page.entries))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(seen).toEqual(['/n/z/ 2', ...names])
  })

  test('a chain of single folders is one entry, down to the first that holds anything else', async () => {
    const storeId = await storeOf(['/a/b/c/d/one', '/a/b/c/two', '/x/y/one', '/m/one'])
    const { entries } = await listFolder(current(), { storeId, directory: '', limit: 10 })
    expect(shown(entries)).toEqual(['/a/b/c/ 2', '/m/ 1', '/x/y/ 1'])
    await removePath(current(), {
      storeId,
      path: '/a/b/c/two',
      cause: { actor: { type: 'session', id: 'sesn_a' } },
    })
    const after = await listFolder(current(), { storeId, directory: '', limit: 10 })
    expect(shown(after.entries)).toEqual(['/a/b/c/d/ 1', '/m/ 1', '/x/y/ 1'])
  })

  test('a folder of the past is sorted in the same way', async () => {
    const storeId = await storeOf(['/10', '/2', '/z/a'])
    const at = { sequence: 3 }
    const first = await listFolder(current(), { storeId, directory: '', limit: 2, at })
    expect([shown(first.entries), first.next]).toEqual([['/z/ null', '/2'], '/2'])
    const rest = await listFolder(current(), { storeId, directory: '', limit: 2, at, after: '/2' })
    expect([shown(rest.entries), rest.next]).toEqual([['/10'], null])
  })
})

onSqlite((current) => {
  test('a folder with too many entries to sort is listed by bytes, in pages', async () => {
    const names = Array.from({ length: MAX_IN_NATURAL_ORDER + 1 }, (_, at) => `/${at + 1}`)
    const storeId = await filledStore(current(), names)
    const first = await listFolder(current(), { storeId, directory: '', limit: 3 })
    expect([first.order, shown(first.entries), first.next]).toEqual([
      'bytes',
      ['/1', '/10', '/100'],
      '/100',
    ])
    const next = await listFolder(current(), {
      storeId,
      directory: '',
      limit: 2,
      after: '/100',
    })
    expect(shown(next.entries)).toEqual(['/1000', '/1001'])
  })
})
