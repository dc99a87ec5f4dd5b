import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { writeEdited } from '@/lib/store/memories/write-edited'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { changesetMemories } from '../changesets/changeset-memories'
import { decideHunks } from '../decisions/decide-hunks'
import { listChangesets } from '../changesets/list-changesets'
import { periodAt } from '../model/digest'
import { hunkId } from '../model/hunk'
import { guardAgentsWrites } from '../policy/guard-agents-writes'
import { draftRule } from '../model/policy-presets'
import { savePolicy } from '../policy/save-policy'
import { reviewDigest } from './review-digest'

/** A Wednesday. */
const NOW = Date.parse('2027-01-13T10:00:00Z')
const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const session = (name: string): Cause => ({ actor: { type: 'session', id: `sesn_${name}` } })

// Only the clock is faked: timers still run.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => vi.useRealTimers())

async function rejectAll(db: Database, storeId: string) {
  const { changesets } = await listChangesets(db, { storeId, limit: 1 })
  const changesetId = changesets[0]?.id ?? ''
  const memories = await changesetMemories(db, changesetId)
  const decisions = memories.flatMap((memory) =>
    memory.hunks.map((hunk) => ({
      hunkId: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
      decision: 'rejected' as const,
      seen: true,
    })),
  )
  await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
  return changesetId
}

onBothDatabases((current) => {
  const week = (more: { onlyStoreIds?: string[] } = {}) =>
    reviewDigest(current(), { period: 'week', at: NOW, now: Date.now(), ...more })

  describe('a digest', () => {
    test('counts what agents wrote by day, and how many agents did; not what people did', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Notes' })
      const write = (path: string, cause: Cause) =>
        createMemory(current(), { storeId, path, content: 'x\n', cause })
      vi.setSystemTime(NOW - 30 * DAY_MS)
      await write('/long-ago', session('a'))
      vi.setSystemTime(NOW - 2 * DAY_MS)
      await write('/monday', session('a'))
      vi.setSystemTime(NOW)
      await write('/today', session('a'))
      await write('/today-too', session('b'))
      await write('/by-a-person', PERSON)
      const { writes } = await week()
      expect(writes).toMatchObject({ count: 3, agents: 2 })
      expect(writes.days.map(({ count }) => count)).toEqual([1, 0, 2, 0, 0, 0, 0])
    })

    test('counts what a rule let land, and what a person left of a write that they edited', async () => {
      const db = current()
      const { id: storeId } = await createStore(db, { name: 'Notes' })
      const rules = [draftRule('land', { paths: ['/free/**'] }, { until: NOW + DAY_MS })]
      const draft = { default: 'review' as const, rules }
      await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
      guardAgentsWrites()
      const cause = session('a')
      const content = 'a line\n'
      await createMemory(db, { storeId, path: '/free/a', content, cause })
      const after = { path: '/b', content }
      await writeEdited(db, {
        change: { storeId, memoryId: '', before: null, after, baseVersionId: null },
        edited: { content: 'a line\nand one more\n', cause: PERSON },
        left: { content, cause },
      })
      const { writes, landed } = await week()
      expect(landed).toMatchObject([{ count: 1 }])
      expect(writes).toMatchObject({ count: 2, agents: 1 })
    })

    test('lists what was rejected, and lines that were lost, with who wrote them', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Notes' })
      const content = 'a line that says something\nanother one that does\n'
      const input = { storeId, path: '/a', content, cause: PERSON }
      const { id: memoryId } = await createMemory(current(), input)
      const cause = session('a')
      await updateMemory(current(), { storeId, memoryId, content: 'gone\n', cause })
      await examineAll(current())
      const changesetId = await rejectAll(current(), storeId)
      const { rejected, lost } = await week()
      const about = { changesetId, storeId, path: '/a', actor: cause.actor }
      expect(rejected[0]).toMatchObject({ ...about, at: NOW })
      expect(lost).toMatchObject({ lines: 2, removed: 2, memories: 1 })
      expect(lost.most).toMatchObject([{ ...about, memoryId, lines: 2 }])
    })

    test('names a memory that was deleted since where it was, and no path that was redacted', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Notes' })
      const input = { storeId, path: '/a', content: 'a line that says something\n', cause: PERSON }
      const { id: memoryId } = await createMemory(current(), input)
      await updateMemory(current(), { storeId, memoryId, content: 'gone\n', cause: session('a') })
      await examineAll(current())
      await rejectAll(current(), storeId)
      await removeMemory(current(), { storeId, memoryId, cause: PERSON })
      const listed = async () => {
        const { rejected, lost, metrics } = await week()
        return [rejected[0], lost.most[0], metrics.byPath[0]].map(
          (each) => each && [each.path, each.isDeleted],
        )
      }
      expect(await listed()).toEqual([
        ['/a', true],
        ['/a', true],
        ['/a', true],
      ])
      const { versions } = await listVersions(current(), { storeId, memoryId, limit: 9 })
      for (const { id } of versions) {
        await redactVersion(current(), { storeId, versionId: id, cause: PERSON })
      }
      await compactionFinished(current())
      const redacted = (await listed()).flatMap((each) => (each ? [each] : []))
      expect(redacted.map(([path]) => path)).toEqual(redacted.map(() => null))
    })

    test('lists what is open, the longest first', async () => {
      const days = { old: 2, older: 5, new: 0 }
      for (const [name, ago] of Object.entries(days)) {
        vi.setSystemTime(NOW - ago * DAY_MS)
        // A store of its own: within one, no change is dated before an earlier one.
        const { id: storeId } = await createStore(current(), { name })
        const input = { storeId, path: `/${name}`, content: 'x\n', cause: session(name) }
        await createMemory(current(), input)
      }
      vi.setSystemTime(NOW)
      await examineAll(current())
      const { open } = await week()
      expect(open).toMatchObject({ changesets: 3, hunks: 3 })
      expect(open.oldest.map(({ actor }) => actor.id)).toEqual([
        'sesn_older',
        'sesn_old',
        'sesn_new',
      ])
    })

    test('has only the stores that its reader sees', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Seen' })
      const other = await createStore(current(), { name: 'Other' })
      for (const id of [storeId, other.id]) {
        const input = { storeId: id, path: '/a', content: 'x\n', cause: session('a') }
        await createMemory(current(), input)
      }
      await examineAll(current())
      const { writes, open } = await week({ onlyStoreIds: [storeId] })
      expect([writes.count, open.changesets]).toEqual([1, 1])
    })

    test('of a time without anything is empty', async () => {
      const digest = await week()
      expect(digest.writes).toMatchObject({ count: 0, agents: 0 })
      expect(digest).toMatchObject({ rejected: [], lapsed: [], ending: [], landed: [] })
      expect(digest.metrics.wait.median).toBeNull()
    })
  })
})

test('a week begins on a Monday and a day at midnight, in UTC', () => {
  const iso = ({ from, to }: { from: number; to: number }) =>
    [from, to].map((time) => new Date(time).toISOString())
  expect(iso(periodAt('week', NOW))).toEqual([
    '2027-01-11T00:00:00.000Z',
    '2027-01-18T00:00:00.000Z',
  ])
  expect(iso(periodAt('week', Date.parse('2027-01-11T00:00:00Z')))[0]).toBe(
    '2027-01-11T00:00:00.000Z',
  )
  expect(iso(periodAt('day', NOW))).toEqual([
    '2027-01-13T00:00:00.000Z',
    '2027-01-14T00:00:00.000Z',
  ])
})
