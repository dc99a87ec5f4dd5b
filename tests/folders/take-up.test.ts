import { chmodSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { db } from '@/lib/db'
import { findConnection, folderToConnect } from '@/lib/folders/connections'
import { planTakingUp, takeUp } from '@/lib/folders/take-up'
import { FolderWork } from '@/lib/folders/worker'
import { putMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { expect, test } from '@/tests/support/fixtures'
import { asNobody } from '@/tests/support/refused'
import { put } from '@/tests/support/seeding'
import { AGENT, textsOf } from '@/tests/support/written'

test('what both sides change before the first look is brought together', async ({ folder }) => {
  const lines = ['one', 'two', 'three', 'four', 'five']
  const text = (...changed: [at: number, line: string][]) =>
    `${changed.reduce((all, [at, line]) => all.with(at, line), lines).join('\n')}\n`
  put(folder, 'notes.md', text())
  put(folder, 'left.md', 'left alone\n')
  const asked = { folder, preset: 'folder' as const, name: 'Notes', only: null, isTwoWay: true }
  const { id, storeId } = await takeUp(asked, BY_PERSON)
  put(folder, 'notes.md', text([4, 'FIVE']))
  await putMemory({ storeId, path: '/notes.md', content: text([0, 'ONE']) }, AGENT)
  await new FolderWork(id).look(new AbortController().signal)
  const both = text([0, 'ONE'], [4, 'FIVE'])
  expect(await textsOf(storeId)).toEqual({ '/left.md': 'left alone\n', '/notes.md': both })
  expect(readFileSync(path.join(folder, 'notes.md'), 'utf8')).toBe(both)
  expect((await findConnection(id))?.report.conflicts).toEqual([])
})

test('a folder that cannot be read is refused as such', async ({ folder }) => {
  chmodSync(folder, 0o300)
  const asked = asNobody([folder], () => folderToConnect(folder, null))
  await expect(asked).rejects.toMatchObject({ facts: { why: 'not_readable' } })
})

test('a folder in which another one is in step is refused before a store is made of it', async ({
  folder,
}) => {
  put(folder, 'in/a.md', 'a')
  const asked = { preset: 'folder' as const, only: null, isTwoWay: false }
  await takeUp({ ...asked, folder: path.join(folder, 'in'), name: 'Inner' }, BY_PERSON)
  const around = takeUp({ ...asked, folder, name: 'Outer' }, BY_PERSON)
  await expect(around).rejects.toMatchObject({ facts: { why: 'overlaps' } })
  expect(await db.store.count({ where: { name: 'Outer' } })).toBe(0)
})

test('a folder that became another since its plan was shown is left alone, with no store of it', async ({
  folder,
}) => {
  put(folder, 'a.md', 'a')
  const asked = { folder, preset: 'folder' as const, name: 'Planned', only: null, isTwoWay: false }
  const shown = await planTakingUp(folder)
  put(folder, 'a.md', 'b')
  const asShown = takeUp({ ...asked, hash: shown?.hash }, BY_PERSON)
  await expect(asShown).rejects.toMatchObject({ code: 'plan_changed' })
  expect(await db.store.count({ where: { name: 'Planned', deletedAt: null } })).toBe(0)
  const { hash } = (await planTakingUp(folder)) ?? {}
  const { storeId } = await takeUp({ ...asked, hash }, BY_PERSON)
  expect(await textsOf(storeId)).toEqual({ '/a.md': 'b' })
})

test('a conflict copy in a folder is left out of its plan, and no memory', async ({ folder }) => {
  for (const name of ['a.md', 'in/a (conflicted copy).md']) put(folder, name, 'a')
  const plan = await planTakingUp(folder)
  expect(plan?.rows.map(({ reason }) => reason)).toEqual([undefined, 'conflict_copy'])
  const asked = { folder, preset: 'folder' as const, name: 'Synced', only: null, isTwoWay: false }
  const { storeId } = await takeUp({ ...asked, hash: plan?.hash }, BY_PERSON)
  expect(await textsOf(storeId)).toEqual({ '/a.md': 'a' })
})
