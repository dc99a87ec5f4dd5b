import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { changesetMemories } from '../changesets/changeset-memories'
import { decideHunks } from '../decisions/decide-hunks'
import { listChangesets } from '../changesets/list-changesets'
import { type Decision, hunkId } from '../model/hunk'
import { noteAttention } from '../changesets/update-changeset'
import { precisionOf } from '../model/metrics'
import { reviewMetrics } from './review-metrics'

const session = (name: string): Cause => ({ actor: { type: 'session', id: `sesn_${name}` } })
const HOUR_MS = 3_600_000

/** An agent's memories, of which each is decided so, or left open. */
async function decided(
  db: Database,
  decisions: readonly { path: string; decision: Decision | null; seen?: boolean }[],
  agent = 'agent',
) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  for (const { path } of decisions) {
    await createMemory(db, { storeId, path, content: `${path}\n`, cause: session(agent) })
  }
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, limit: 1 })
  const changesetId = changesets[0]?.id ?? ''
  const memories = await changesetMemories(db, changesetId)
  for (const { path, decision, seen = true } of decisions) {
    const memory = memories.find((each) => each.path === path)
    const hunk = memory?.hunks[0]
    if (!memory || !hunk) throw new Error(`nothing at ${path}`)
    const name = hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })
    if (decision === null) continue
    const content = decision === 'edited' ? { content: 'better\n' } : {}
    await decideHunks(db, {
      changesetId,
      decisions: [{ hunkId: name, decision, seen, ...content }],
      reviewer: LOCAL_USER_ACTOR,
    })
  }
  return { storeId, changesetId }
}

const asked = (storeId?: string) => {
  const now = Date.now()
  return { from: now - HOUR_MS, to: now + HOUR_MS, now, storeId }
}

onBothDatabases((current) => {
  describe('the metrics of reviewing', () => {
    test('count decisions by kind, and by whether somebody had read', async () => {
      const { storeId } = await decided(current(), [
        { path: '/a', decision: 'accepted' },
        { path: '/b', decision: 'accepted', seen: false },
        { path: '/c', decision: 'rejected' },
        { path: '/d', decision: 'edited' },
        { path: '/e', decision: null },
      ])
      const { decisions } = await reviewMetrics(current(), asked(storeId))
      expect(decisions).toEqual({
        accepted: 2,
        rejected: 1,
        edited: 1,
        seen: 3,
        unread: 1,
        keptSeen: 2,
        byRule: 0,
      })
    })

    test('tell how long a change waited for its decision', async () => {
      await decided(current(), [
        { path: '/a', decision: 'accepted' },
        { path: '/b', decision: 'accepted' },
        { path: '/c', decision: 'accepted' },
      ])
      const waits = [10_000, 2 * 60_000, 30 * HOUR_MS]
      const rows = await current().read.all<{ key: number }>('SELECT key FROM hunk_decisions')
      await current().write(async (tx) => {
        for (const [index, { key }] of rows.entries()) {
          const change = 'UPDATE hunk_decisions SET changed_at = decided_at - ? WHERE key = ?'
          await tx.run(change, [waits[index] ?? 0, key])
        }
      })
      const { wait } = await reviewMetrics(current(), asked())
      expect(wait).toMatchObject({ median: 2 * 60_000, slowest10: 30 * HOUR_MS })
      expect(wait.spans.map(({ count }) => count)).toEqual([1, 1, 0, 0, 0, 0, 1, 0])
    })

    test('know the time of the change that was decided', async () => {
      await decided(current(), [{ path: '/a', decision: 'accepted' }])
      const { wait } = await reviewMetrics(current(), asked())
      expect(wait.median).toBeGreaterThanOrEqual(0)
      expect(wait.median).toBeLessThan(60_000)
    })

    test('name the agents and the paths of which most was rejected', async () => {
      const { storeId } = await decided(current(), [
        { path: '/good', decision: 'accepted' },
        { path: '/bad', decision: 'rejected' },
      ])
      await decided(current(), [{ path: '/other', decision: 'accepted' }], 'other')
      const { byAgent, byPath } = await reviewMetrics(current(), asked())
      expect(byAgent).toEqual([
        { agent: 'sesn_agent', decided: 2, rejected: 1 },
        { agent: 'sesn_other', decided: 1, rejected: 0 },
      ])
      expect(byPath).toMatchObject([{ storeId, path: '/bad', decided: 1, rejected: 1 }])
    })

    test('are of one store, or of those that a caller sees', async () => {
      const { storeId } = await decided(current(), [{ path: '/a', decision: 'rejected' }])
      await decided(current(), [{ path: '/b', decision: 'rejected' }], 'other')
      const all = await reviewMetrics(current(), asked())
      const one = await reviewMetrics(current(), asked(storeId))
      const none = await reviewMetrics(current(), { ...asked(), onlyStoreIds: [] })
      const rejected = [all, one, none].map(({ decisions, byPath }) => [
        decisions.rejected,
        byPath.length,
      ])
      expect(rejected).toEqual([
        [2, 2],
        [1, 1],
        [0, 0],
      ])
    })

    test('count what is open by its age', async () => {
      await decided(current(), [{ path: '/a', decision: null }])
      const now = Date.now() + 2 * HOUR_MS
      const { open } = await reviewMetrics(current(), { ...asked(), now })
      expect(open.map(({ count }) => count)).toEqual([0, 1, 0, 0, 0, 0])
    })

    test('add up the time that reviewers looked, at most ten minutes a report', async () => {
      const { changesetId } = await decided(current(), [{ path: '/a', decision: 'accepted' }])
      const note = { changesetId, reviewer: LOCAL_USER_ACTOR, now: Date.now() }
      await noteAttention(current(), { ...note, visibleMs: 20_000 })
      await noteAttention(current(), { ...note, visibleMs: 86_400_000 })
      await noteAttention(current(), { ...note, visibleMs: -5 })
      const { attention } = await reviewMetrics(current(), asked())
      expect(attention).toEqual({ changesets: 1, total: 620_000, mean: 620_000 })
    })

    test('tell how often each rule was right, of what it raised in the period', async () => {
      const { id: storeId } = await createStore(current(), { name: 'Found' })
      const cause = session('agent')
      for (const [index, line] of ['a@example.com', 'b@example.org', 'c@example.net'].entries()) {
        const content = `Write to anna.${line.replace('example', `firma${index}`)}\n`
        await createMemory(current(), { storeId, path: `/${index}`, content, cause })
      }
      await examineAll(current())
      const rows = await current().read.all<{ key: number }>(
        'SELECT key FROM findings ORDER BY key',
      )
      const statuses = ['false_positive', 'accepted_risk', 'open']
      await current().write(async (tx) => {
        for (const [index, { key }] of rows.entries()) {
          const change = 'UPDATE findings SET status = ? WHERE key = ?'
          await tx.run(change, [statuses[index] ?? 'open', key])
        }
      })
      const { findings } = await reviewMetrics(current(), asked(storeId))
      expect(findings).toMatchObject([
        { raised: 3, right: 1, wrong: 1, precision: { share: 0.5, isTooFew: true } },
      ])
    })
  })
})

describe('a precision', () => {
  test('of nothing decided is none', () => expect(precisionOf(0, 0)).toBeNull())

  test('lies in its interval, which narrows with the cases', () => {
    const few = precisionOf(3, 2)
    const many = precisionOf(300, 200)
    expect(few).toMatchObject({ share: 0.6, isTooFew: false })
    expect((few?.high ?? 0) - (few?.low ?? 0)).toBeGreaterThan(0.6)
    expect((many?.high ?? 1) - (many?.low ?? 0)).toBeLessThan(0.1)
  })
})
