import { expect, test } from 'vitest'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { gatherReminder } from './gather-reminder'

onBothDatabases((current) => {
  test('an agent is told of a limit from 80 % on', async () => {
    const { id: storeId } = await createStore(current(), {
      name: 'Notes',
      settings: { maxMemories: 5 },
    })
    const cause = { actor: LOCAL_USER_ACTOR }
    const fill = (path: string) => createMemory(current(), { storeId, path, content: 'x\n', cause })
    const told = async (isWritable = true) => {
      const { sections } = await gatherReminder(
        current(),
        {
          sessionId: 'sesn_any',
          stores: [{ storeId, name: 'notes', root: '/memories', isWritable }],
          tells: { listing: false, changes: false, size: false },
          needsListing: false,
          seen: {},
          requested: {},
          size: {
            tokens: 0,
            window: 100,
            thresholds: { warning: 60, error: 80, compaction: null },
            toldLevel: 'below',
          },
        },
        20_000,
      )
      return sections.find(({ kind }) => kind === 'limits')?.text
    }
    for (const path of ['/a', '/b', '/c']) await fill(path)
    expect(await told()).toBeUndefined()
    await fill('/d')
    expect(await told()).toMatch(/^- notes \(\/memories\): 4 of 5 memories \(80 %\)\./)
    expect(await told(false)).toBeUndefined()
  })
})
