import { rmSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { HistoryStep } from '@/lib/store/model/history-step'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { createStore } from '@/lib/store/stores/change-stores'
import { sqliteOfFile } from '@/tests/support/databases'
import { contents, seedFrom, sourceFolder } from '@/tests/support/seeding'

const { at, put } = sourceFolder()

const db = sqliteOfFile()

const newStore = async () => (await createStore(db(), { name: 'Folder' })).id

describe('seeding a folder again', () => {
  test('takes a file where a folder was', async () => {
    put('notes/folder/x', 'x')
    put('notes/z', 'z')
    const id = await newStore()
    await seedFrom(db(), id, at('notes'))
    rmSync(at('notes/folder'), { recursive: true })
    put('notes/folder', 'now a file')
    const { counts } = await seedFrom(db(), id, at('notes'))
    expect(counts).toMatchObject({ delete: 1, create: 1, conflict: 0 })
    expect(await contents(db(), id)).toEqual({ '/folder': 'now a file', '/z': 'z' })
  })

  test('keeps what lay in a folder that is a link now, since its content is unknown', async () => {
    put('notes/d/a', 'x')
    put('notes/b', 'b')
    const id = await newStore()
    await seedFrom(db(), id, at('notes'))
    rmSync(at('notes/d'), { recursive: true })
    symlinkSync('/nowhere', at('notes/d'))
    await seedFrom(db(), id, at('notes'))
    expect(await contents(db(), id)).toEqual({ '/b': 'b', '/d/a': 'x' })
  })

  test('says where a memory went that was renamed in the store, and which was deleted there', async () => {
    for (const name of ['moved', 'gone', 'changed']) put(`notes/${name}`, name)
    const id = await newStore()
    await seedFrom(db(), id, at('notes'))
    const steps: HistoryStep[] = [
      { op: 'rename', from: '/moved', path: '/new' },
      { op: 'delete', path: '/gone' },
      { op: 'write', path: '/changed', content: 'other' },
    ]
    await applyMoment(db(), { storeId: id, batch: null, steps, cause: { actor: LOCAL_USER_ACTOR } })
    const { entries } = await seedFrom(db(), id, at('notes'))
    expect(entries.map(({ path, action, reason }) => [path, action, reason])).toEqual([
      ['/changed', 'keep', null],
      ['/gone', 'keep', { code: 'deleted_in_store' }],
      ['/moved', 'keep', { code: 'moved_in_store', path: '/new' }],
    ])
  })
})

test('what git keeps is no memory, be it a folder or the file of a worktree', async () => {
  put('notes/a', 'x')
  put('notes/.git', 'gitdir: /elsewhere')
  put('notes/lib/.git/config', 'y')
  const id = await newStore()
  const { counts } = await seedFrom(db(), id, at('notes'), { withHistory: false })
  expect(counts).toMatchObject({ create: 1, skip: 0 })
  expect(await contents(db(), id)).toEqual({ '/a': 'x' })
})

test('a link is reported and not followed', async () => {
  put('notes/a', 'x')
  symlinkSync('/nowhere', at('notes/link'))
  const id = await newStore()
  const { counts, entries } = await seedFrom(db(), id, at('notes'))
  expect(counts).toMatchObject({ create: 1, skip: 1 })
  expect(entries).toContainEqual(expect.objectContaining({ path: '/link', action: 'skip' }))
})
