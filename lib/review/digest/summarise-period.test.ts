import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemory } from '@/lib/store/memories/change-memories'
import { type Actor, type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { nameActor } from '@/lib/store/stores/name-actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { changesetMemories } from '../changesets/changeset-memories'
import { listChangesets } from '../changesets/list-changesets'
import { decideHunks } from '../decisions/decide-hunks'
import { periodAt } from '../model/digest'
import { hunkId } from '../model/hunk'
import { summarisePeriod } from './summarise-period'

/** A Wednesday. */
const NOW = Date.parse('2027-01-13T10:00:00Z')
const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const OLD: Actor = { type: 'api_key', id: 'apikey_old' }
const NEW: Actor = { type: 'api_key', id: 'apikey_new' }

// Only the clock is faked: timers still run.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => vi.useRealTimers())

onBothDatabases((current) => {
  const week = () => summarisePeriod(current(), periodAt('week', NOW))

  const write = (storeId: string, path: string, cause: Cause) =>
    createMemory(current(), { storeId, path, content: 'x\n', cause })

  test('a week says which agents changed how many memories, and who of them came in it', async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    vi.setSystemTime(NOW - 30 * DAY_MS)
    await nameActor(current(), OLD, 'Old')
    await write(storeId, '/long-ago', { actor: OLD })
    vi.setSystemTime(NOW)
    await nameActor(current(), NEW, 'New')
    await write(storeId, '/a', { actor: OLD })
    await write(storeId, '/b', { actor: NEW })
    await write(storeId, '/by-a-person', PERSON)
    expect(await week()).toMatchObject({ agents: 2, memories: 2, newAgents: [NEW.id] })
  })

  test('what the person reviewed is told apart from what others did, and from what was put right', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    for (const path of ['/a', '/b']) await write(storeId, path, { actor: OLD })
    await examineAll(db)
    const { changesets } = await listChangesets(db, { storeId, limit: 1 })
    const changesetId = changesets[0]?.id ?? ''
    const [one, other] = await changesetMemories(db, changesetId)
    for (const [memory, reviewer] of [
      [one, LOCAL_USER_ACTOR],
      [other, NEW],
    ] as const) {
      const decisions = (memory?.hunks ?? []).map((hunk) => ({
        hunkId: hunkId({
          ...hunk,
          memoryId: memory?.memoryId ?? '',
          through: memory?.through ?? 0,
        }),
        decision: 'accepted' as const,
        seen: true,
      }))
      await decideHunks(db, { changesetId, decisions, reviewer })
    }
    const gone = await write(storeId, '/c', { actor: OLD })
    await undoChanges(db, {
      storeId,
      changes: { versionIds: [gone.versionId] },
      cause: PERSON,
    })
    expect(await week()).toMatchObject({
      reviewed: { byPerson: 1, byOthers: 1 },
      corrected: 1,
      denied: 0,
      lapsed: 0,
      redacted: 0,
    })
  })

  test('a week without anything says so, but for what is open', async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    vi.setSystemTime(NOW - 30 * DAY_MS)
    await write(storeId, '/long-ago', { actor: OLD })
    await examineAll(current())
    vi.setSystemTime(NOW)
    expect(await week()).toEqual({
      agents: 0,
      memories: 0,
      newAgents: [],
      reviewed: { byPerson: 0, byOthers: 0 },
      denied: 0,
      lapsed: 0,
      corrected: 0,
      redacted: 0,
      open: 1,
    })
  })
})
