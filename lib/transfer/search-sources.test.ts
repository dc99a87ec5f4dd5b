import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createStore } from '@/lib/store/stores/change-stores'
import { searchOutside, searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { onBothDatabases } from '@/tests/support/databases'
import { seedFrom, sourceFolder } from '@/tests/support/seeding'
import { searchSources } from './search-sources'

const { at, put } = sourceFolder()

const git = (...args: string[]) =>
  execFileSync('git', ['-C', at('notes'), '-c', 'user.name=A', '-c', 'user.email=a@b', ...args])

const commitAll = (message: string) => {
  git('add', '-A')
  git('commit', '-q', '-m', message)
}

onBothDatabases((db) => {
  test('a redaction names the files that its stores were seeded from and that still hold the text', async () => {
    put('notes/a.md', 'say Mirabelle, Mirabelle')
    put('notes/b.md', 'nothing')
    put('others/c.md', 'Mirabelle')
    const { id: storeId } = await createStore(db(), { name: 'Notes' })
    const { id: others } = await createStore(db(), { name: 'Others' })
    await seedFrom(db(), storeId, at('notes'))
    await seedFrom(db(), others, at('others'))
    searchSources()
    const { signal } = new AbortController()
    const found = await searchOutside(db(), { texts: ['Mirabelle'], storeIds: [storeId], signal })
    searchOutsideBy('sources', async () => [])
    expect(found).toEqual([{ kind: 'source', path: at('notes/a.md'), found: 2 }])
  })

  /** The places beside the database that a redaction of one text reports. */
  const outsideOf = async (storeId: string) => {
    searchSources()
    const { signal } = new AbortController()
    const found = await searchOutside(db(), { texts: ['Mirabelle'], storeIds: [storeId], signal })
    searchOutsideBy('sources', async () => [])
    return found
  }

  test('a redaction names the repository whose old commits alone still hold the text', async () => {
    put('notes/a.md', 'say Mirabelle')
    git('init', '-q')
    commitAll('one')
    put('notes/a.md', 'say nothing')
    commitAll('two')
    const { id: storeId } = await createStore(db(), { name: 'Notes' })
    await seedFrom(db(), storeId, at('notes'))
    expect(await outsideOf(storeId)).toEqual([{ kind: 'git', path: at('notes'), found: 1 }])
  })

  test('a repository without the text in its history is not named, one that cannot be read is', async () => {
    put('notes/a.md', 'say nothing')
    git('init', '-q')
    commitAll('one')
    const { id: storeId } = await createStore(db(), { name: 'Notes' })
    await seedFrom(db(), storeId, at('notes'))
    expect(await outsideOf(storeId)).toEqual([])
    put('notes/.git/HEAD', 'damaged')
    expect(await outsideOf(storeId)).toEqual([{ kind: 'git', path: at('notes'), found: null }])
  })
})
