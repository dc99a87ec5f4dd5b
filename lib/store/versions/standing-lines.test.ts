import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { compressAll } from '../background/version-compressor'
import { compactionFinished } from '../background/compaction'
import { createStore } from '../stores/change-stores'
import { keptStandingLines, standingLines } from './standing-lines'
import { listVersions } from './read-versions'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { redactVersion } from '../redaction/redact-version'
import { restoreVersion } from './restore-version'

const start = Date.UTC(2026, 4, 20, 12)

type Steps = Parameters<typeof applyMoment>[1]['steps']
const write = (path: string, content: string) => ({ op: 'write' as const, path, content })

onBothDatabases((current) => {
  const storeIn = async () => (await createStore(current(), { name: 'Standing' })).id
  const apply = (storeId: string, at: number, by: string, ...steps: Steps) =>
    applyMoment(current(), {
      storeId,
      at: start + at,
      batch: null,
      steps,
      cause: { actor: { type: 'session', id: by } },
    })
  const shares = async (storeId: string, since = start) =>
    Object.fromEntries(
      (await standingLines(current(), { storeId, since })).writers.map((writer) => [
        writer.actor.id,
        [writer.written, writer.standing],
      ]),
    )

  describe('the lines that stand', () => {
    test('are counted for each who wrote since, over all memories', async () => {
      const storeId = await storeIn()
      await apply(storeId, -DAY_MS, 'sesn_old', write('/a', 'old\nolder\n'))
      await apply(storeId, 1, 'sesn_a', write('/a', 'old\nolder\na1\na2\n'), write('/b', 'a3\n'))
      await apply(storeId, 2, 'sesn_b', write('/a', 'old\na1\nb1\n'))
      await compressAll(current())
      expect(await shares(storeId)).toEqual({ sesn_a: [3, 2], sesn_b: [1, 1] })
      expect(await standingLines(current(), { storeId, since: start })).toMatchObject({
        memoryCount: 2,
        leftOut: new Set(),
      })
    })

    test('stay with who wrote them when they are brought back, and with nobody if before', async () => {
      const storeId = await storeIn()
      await apply(storeId, -DAY_MS, 'sesn_old', write('/a', 'old\n'))
      await apply(storeId, -1, 'sesn_b', write('/a', 'a0\n'))
      await apply(storeId, 1, 'sesn_a', write('/a', 'a1\na2\n'))
      await apply(storeId, 2, 'sesn_b', write('/a', 'b1\n'))
      const { versions } = await listVersions(current(), { storeId, limit: 9 })
      const cause = { actor: LOCAL_USER_ACTOR }
      const restore = (versionId = '') => restoreVersion(current(), { storeId, versionId, cause })
      await restore(versions[1]?.id)
      expect(await shares(storeId)).toEqual({ sesn_a: [2, 2], sesn_b: [1, 0] })
      await restore(versions[3]?.id)
      expect(await shares(storeId)).toEqual({ sesn_a: [2, 0], sesn_b: [1, 0] })
    })

    test('are none of a deleted memory, and the same again once it is renamed', async () => {
      const storeId = await storeIn()
      await apply(storeId, 1, 'sesn_a', write('/a', 'a1\na2\n'), write('/b', 'a3\n'))
      await apply(storeId, 2, 'sesn_b', { op: 'delete', path: '/a' })
      await apply(storeId, 3, 'sesn_b', { op: 'rename', from: '/b', path: '/c' })
      expect(await shares(storeId)).toEqual({ sesn_a: [3, 1], sesn_b: [0, 0] })
    })

    test('that a redacted version may have written are nobody’s', async () => {
      const storeId = await storeIn()
      await apply(storeId, 1, 'sesn_a', write('/a', 'a1\n'))
      await apply(storeId, 2, 'sesn_b', write('/a', 'a1\nb1\n'))
      await apply(storeId, 3, 'sesn_c', write('/a', 'a1\nb1\nc1\n'))
      const { versions } = await listVersions(current(), { storeId, limit: 9 })
      const cause = { actor: LOCAL_USER_ACTOR }
      await redactVersion(current(), { storeId, versionId: versions[1]?.id ?? '', cause })
      await compactionFinished(current())
      expect(await shares(storeId)).toEqual({ sesn_a: [1, 1] })
    })

    test('are counted of the last changed memories only, once the budget is spent', async () => {
      const storeId = await storeIn()
      await apply(storeId, 1, 'sesn_a', write('/a', 'one\n'))
      await apply(storeId, 2, 'sesn_b', write('/b', 'two\n'))
      const lines = await standingLines(current(), { storeId, since: start, mostBytes: 5 })
      expect(lines).toMatchObject({ leftOut: new Set(['many']), memoryCount: 1 })
      expect(lines.writers.map(({ actor }) => actor.id)).toEqual(['sesn_b'])
      const none = await standingLines(current(), { storeId, since: start, mostMs: 0 })
      expect(none).toEqual({ writers: [], memoryCount: 0, leftOut: new Set(['many']) })
    })

    test('are not counted of a memory that is too large, which is told apart', async () => {
      const { id: storeId } = await createStore(current(), {
        name: 'Large',
        settings: { maxContentBytes: 1_048_576 },
      })
      await apply(storeId, 1, 'sesn_a', write('/large', 'a line of it\n'.repeat(50_000)))
      await apply(storeId, 2, 'sesn_b', write('/b', 'two\n'))
      const lines = await standingLines(current(), { storeId, since: start })
      expect(lines).toMatchObject({ leftOut: new Set(['large']), memoryCount: 1 })
    })

    test('are none where nobody wrote', async () => {
      const storeId = await storeIn()
      await apply(storeId, -DAY_MS, 'sesn_a', write('/a', 'one\n'))
      const none = { writers: [], memoryCount: 0, leftOut: new Set() }
      expect(await standingLines(current(), { storeId, since: start })).toEqual(none)
    })

    test('are never more than were written, whatever happens', async () => {
      const path = fc.constantFrom('/a', '/b')
      const content = fc
        .array(fc.constantFrom('x', 'y', 'z', ''), { maxLength: 5 })
        .map((lines) => lines.join('\n'))
      const step = fc.oneof(
        fc.record({ op: fc.constant('write' as const), path, content }),
        fc.record({ op: fc.constant('delete' as const), path }),
      )
      const moments = fc.array(fc.tuple(fc.constantFrom('sesn_a', 'sesn_b'), step), {
        maxLength: 8,
      })
      await fc.assert(
        fc.asyncProperty(moments, async (all) => {
          const storeId = await storeIn()
          for (const [at, [by, one]] of all.entries()) {
            await apply(storeId, at, by, one).catch(() => null)
          }
          for (const [written = 0, standing = 0] of Object.values(await shares(storeId))) {
            expect(standing).toBeGreaterThanOrEqual(0)
            expect(standing).toBeLessThanOrEqual(written)
          }
        }),
        { numRuns: 10 },
      )
    })
  })

  test('the kept count is counted again once the store has changed, a minute later', async () => {
    const storeId = await storeIn()
    const kept = (later: number) =>
      keptStandingLines(current(), { storeId, days: 30, now: start + later })
    await apply(storeId, 1, 'sesn_a', write('/a', 'one\n'))
    const first = await kept(0)
    expect(first).toMatchObject({ sequence: 1, writers: [{ written: 1, standing: 1 }] })
    expect(await kept(3_600_000)).toBe(first)
    await apply(storeId, 2, 'sesn_a', write('/a', 'two\n'))
    expect(await kept(59_000)).toBe(first)
    expect(await kept(61_000)).toMatchObject({
      sequence: 2,
      writers: [{ written: 2, standing: 1 }],
    })
  })

  test('a count that failed is not kept', async () => {
    const ask = () =>
      keptStandingLines(current(), { storeId: 'memstore_none', days: 30, now: start })
    await expect(ask()).rejects.toThrow('store_not_found')
    await expect(ask()).rejects.toThrow('store_not_found')
  })
})
