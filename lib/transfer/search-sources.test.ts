import { expect, test } from 'vitest'
import { createStore } from '@/lib/store/stores/change-stores'
import { searchOutside, searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { onBothDatabases } from '@/tests/support/databases'
import { seedFrom, sourceFolder } from '@/tests/support/seeding'
import { searchSources } from './search-sources'

const { at, put } = sourceFolder()

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
})
