import { expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores/read-stores'
import { onSqlite } from '@/tests/support/databases'
import { openSample } from './open-sample'

onSqlite((current) => {
  test('the sample opens as a store with its whole history', async () => {
    const db = current()
    const cause = { actor: LOCAL_USER_ACTOR }
    const { id } = await openSample(db, { name: 'Sample', description: 'A part', cause })
    expect(await getStore(db, id)).toMatchObject({
      name: 'Sample',
      memoryCount: 65,
      versionCount: 243,
    })
  })
})
