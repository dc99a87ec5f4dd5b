import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { getMemory } from '../memories/read-memories'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { quarantineVersions } from './quarantine-memory'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  const written = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const make = (path: string) =>
      createMemory(db, { storeId, path, content: 'right', cause: PERSON })
    const change = (memoryId: string, content: string) =>
      updateMemory(db, { storeId, memoryId, content, cause: PERSON })
    const served = async (memoryId: string) =>
      (await getMemory(db, { storeId, memoryId, view: 'full', audience: 'agents' })).content
    return { db, storeId, make, change, served }
  }

  test('agents are served what stood before the earliest of the versions, of each memory', async () => {
    const { db, storeId, make, change, served } = await written()
    const [a, b, other] = [await make('/a'), await make('/b'), await make('/other')]
    const wrong = await change(a.id, 'wrong')
    const worse = await change(a.id, 'worse')
    const bad = await change(b.id, 'bad')
    await change(other.id, 'as it is')
    const versionIds = [worse.versionId, bad.versionId, wrong.versionId]
    expect(await quarantineVersions(db, { storeId, versionIds, cause: PERSON })).toBe(2)
    expect([await served(a.id), await served(b.id)]).toEqual(['right', 'right'])
    expect(await served(other.id)).toBe('as it is')
  })

  test('a version that the store does not have is refused, and nothing is done', async () => {
    const { db, storeId, make, change, served } = await written()
    const a = await make('/a')
    const wrong = await change(a.id, 'wrong')
    const versionIds = [wrong.versionId, 'memver_none']
    await expect(
      quarantineVersions(db, { storeId, versionIds, cause: PERSON }),
    ).rejects.toMatchObject({ problem: { kind: 'version_not_found' } })
    expect(await served(a.id)).toBe('wrong')
  })
})
