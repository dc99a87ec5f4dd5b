import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { allMemories } from '@/lib/store/memories/all-memories'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { quarantineMemory } from '@/lib/store/quarantine/quarantine-memory'
import { onBothDatabases } from '@/tests/support/databases'
import { applyReview } from './apply-review'
import { examineAll } from '../background/examiner'
import { changesetMemories } from '../changesets/changeset-memories'
import { decideHunks } from './decide-hunks'
import { listChangesets } from '../changesets/list-changesets'
import { hunkId } from '../model/hunk'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

/** The process ended. */
class Died extends Error {}

/** The database of a process that ends before the statement with this number that changes something. */
function dyingAt(db: Database, step: number): Database {
  let steps = 0
  const write: Database['write'] = (job) =>
    db.write((tx) =>
      job({
        ...tx,
        run: async (text, params = []) => {
          if (steps++ === step) throw new Died()
          return tx.run(text, params)
        },
      }),
    )
  return Object.assign(Object.create(db) as Database, { write })
}

onBothDatabases((current) => {
  /** An agent's changes, one of them in quarantine: one is accepted, one rejected, one rewritten. */
  const reviewed = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    for (const path of ['/a', '/b', '/c']) {
      const made = { storeId, path, content: `${path}\nas it was\n`, cause: PERSON }
      const { id: memoryId } = await createMemory(db, made)
      await updateMemory(db, { storeId, memoryId, content: `${path}\nwrong\n`, cause: AGENT })
      if (path === '/b') await quarantineMemory(db, { storeId, memoryId, cause: PERSON })
    }
    await examineAll(db)
    const { changesets } = await listChangesets(db, { storeId, limit: 1 })
    const changesetId = changesets[0]?.id ?? ''
    const memories = await changesetMemories(db, changesetId)
    const decisions = memories.flatMap((memory) =>
      memory.hunks.map((hunk) => ({
        hunkId: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
        seen: true,
        ...(memory.path === '/c'
          ? { decision: 'edited' as const, content: 'rewritten\n' }
          : { decision: 'rejected' as const }),
      })),
    )
    await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
    return { storeId, changesetId }
  }

  const stateOf = async (storeId: string) => {
    const db = current()
    const contents: Record<string, string> = {}
    for await (const { path, content } of allMemories(db, { storeId })) contents[path] = content
    const count = async (rows: string) =>
      (await db.read.get<{ count: number }>(`SELECT count(*) AS count FROM ${rows}`))?.count
    return {
      contents,
      inTray: await count('hunk_decisions WHERE applied_at IS NULL'),
      batches: await count('batches'),
      versions: await count('memory_versions'),
    }
  }

  test('a server that dies between any two steps of applying leaves the tray or has done it all', async () => {
    const { storeId, changesetId } = await reviewed()
    const before = await stateOf(storeId)
    expect(before).toMatchObject({ inTray: 3, batches: 0, versions: 6 })
    const applied = {
      contents: { '/a': '/a\nas it was\n', '/b': '/b\nas it was\n', '/c': '/c\nrewritten\n' },
      inTray: 0,
      batches: 1,
      versions: 9,
    }
    const seen = new Set<string>()
    for (let step = 0; ; step++) {
      const db = dyingAt(current(), step)
      const end = await applyReview(db, { changesetId, reviewer: LOCAL_USER_ACTOR }).then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof Died) return 'died'
          throw error
        },
      )
      const state = await stateOf(storeId)
      expect([before, applied]).toContainEqual(state)
      seen.add(JSON.stringify(state))
      if (end === 'done') break
      expect(step).toBeLessThan(500)
    }
    expect(await stateOf(storeId)).toEqual(applied)
    // It died before, and it died after what was rejected was written.
    expect(seen.size).toBe(2)
    expect(await current().read.all('SELECT 1 FROM quarantines')).toEqual([])
  })
})
