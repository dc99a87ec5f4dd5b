import { removeMemory } from '@/lib/store/change-memories'
import { lastAt } from '@/lib/store/past'
import { applySteps } from '@/lib/store/plan/steps'
import { toldOf } from '@/lib/store/told'
import { listVersions } from '@/lib/store/versions'
import { change } from '@/lib/store/write/change'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, damage, written } from '@/tests/support/written'

const newestOf = async (storeId: string) => (await listVersions({ storeId, limit: 50 })).items

describe('what a version did, told in a line', () => {
  test('is the first line with words that it added, without Markdown', async ({ store }) => {
    await written(store.id, { '/a.md': 'one\n' })
    await written(store.id, { '/a.md': 'one\n\n---\n- [ ] **two**\n' })
    const [newest] = await newestOf(store.id)
    const told = (await toldOf(newest ? [newest] : [])).get(newest?.id ?? '')
    expect(told?.line).toEqual({ sign: 'added', text: '**two**' })
    expect(told?.lines).toEqual({ added: 3, removed: 0 })
    expect(told?.before?.ordinal).toBe(1)
  })

  test('is what it removed where it added nothing, and of a first version what it begins with', async ({
    store,
  }) => {
    await written(store.id, { '/a.md': '# one\ntwo\n' })
    await written(store.id, { '/a.md': '# one\n' })
    const versions = await newestOf(store.id)
    const told = await toldOf(versions)
    expect(versions.map(({ id }) => told.get(id)?.line)).toEqual([
      { sign: 'removed', text: 'two' },
      { sign: 'added', text: 'one' },
    ])
    expect(told.get(versions[1]?.id ?? '')?.before).toBeNull()
  })

  test('of a deletion counts all lines that went', async ({ store }) => {
    await written(store.id, { '/a.md': 'one\ntwo\n' })
    await removeMemory({ storeId: store.id, path: '/a.md' }, AGENT)
    const [newest] = await newestOf(store.id)
    expect((await toldOf(newest ? [newest] : [])).get(newest?.id ?? '')).toMatchObject({
      lines: { added: 0, removed: 2 },
    })
  })

  test('is not known where a text is damaged', async ({ store }) => {
    const [first] = await written(store.id, { '/a.md': 'one\n' })
    await written(store.id, { '/a.md': 'two\n' })
    await damage(first?.id ?? '')
    const [newest] = await newestOf(store.id)
    const told = (await toldOf(newest ? [newest] : [])).get(newest?.id ?? '')
    expect([told?.lines, told?.line]).toEqual([null, null])
  })

  test('comes with the words of who made the batch', async ({ store }) => {
    const steps = [{ op: 'write' as const, path: '/a.md', content: 'one\n', expected: null }]
    const batch = { kind: 'commit' as const, message: 'fix: one' }
    await change(store.id, AGENT, (c) => applySteps(c, steps), { batch })
    const [newest] = await newestOf(store.id)
    const told = await toldOf(newest ? [newest] : [])
    expect(told.get(newest?.id ?? '')?.batch).toMatchObject({ kind: 'commit', message: 'fix: one' })
  })
})

test('the memory that lay at a path last is found after it was deleted', async ({ store }) => {
  const [version] = await written(store.id, { '/a.md': 'one\n' })
  await removeMemory({ storeId: store.id, path: '/a.md' }, AGENT)
  expect(await lastAt(store.id, '/a.md')).toBe(version?.memoryId)
  expect(await lastAt(store.id, '/b.md')).toBeNull()
})
