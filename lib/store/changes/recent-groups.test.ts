import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createSession } from '@/lib/agent/create-session'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { compactionFinished } from '../background/compaction'
import { createStore } from '../stores/change-stores'
import { listVersions } from '../versions/read-versions'
import { LOCAL_USER_ACTOR } from '../model/actor'
import type { ChangeGroup } from '../model/change-group'
import { recentGroups } from './recent-groups'
import { redactVersion } from '../redaction/redact-version'

const start = Date.UTC(2026, 4, 20, 12)
const MINUTE_MS = 60_000

type Steps = Parameters<typeof applyMoment>[1]['steps']

const write = (path: string, content: string) => ({ op: 'write' as const, path, content })

onBothDatabases((current) => {
  const storeIn = async (db: Database) => (await createStore(db, { name: 'Lately' })).id

  const apply = (
    storeId: string,
    minute: number,
    by: string,
    steps: Steps,
    message: string | null = null,
  ) =>
    applyMoment(current(), {
      storeId,
      at: start + minute * MINUTE_MS,
      batch: message === null ? null : { kind: 'history', message },
      steps,
      cause: { actor: { type: 'session', id: by } },
    })

  const shape = ({ actor, path, changeCount, memoryCount, kind, lines }: ChangeGroup) => [
    actor.id,
    path,
    changeCount,
    memoryCount,
    kind,
    lines && [lines.added, lines.removed],
  ]

  describe('the newest changes of a store', () => {
    test('are grouped by batch, and by session until it pauses or another writes', async () => {
      const db = current()
      const storeId = await storeIn(db)
      await apply(storeId, 0, 'sesn_a', [write('/old', 'one\n')])
      await apply(storeId, 60, 'sesn_a', [write('/a', 'one\n'), write('/b', 'one\ntwo\n')])
      await apply(storeId, 61, 'sesn_a', [write('/a', 'one\ntwo\n')])
      await apply(storeId, 62, 'sesn_b', [write('/a', 'two\n')])
      const steps = [write('/a', 'x\n'), { op: 'delete' as const, path: '/b' }]
      await apply(storeId, 63, 'sesn_b', steps, 'Tidy up\n\nat length')
      await apply(storeId, 64, 'sesn_b', [{ op: 'delete', path: '/old' }])
      const groups = await recentGroups(db, { storeId, limit: 10 })
      expect(groups.map(shape)).toEqual([
        ['sesn_b', '/old', 1, 1, 'deleted', [0, 1]],
        ['sesn_b', '/b', 2, 2, null, [1, 3]],
        ['sesn_b', '/a', 1, 1, 'modified', [0, 1]],
        ['sesn_a', '/a', 3, 2, 'created', [4, 0]],
        ['sesn_a', '/old', 1, 1, 'created', [1, 0]],
      ])
      expect(
        groups.map(({ firstSequence, lastSequence }) => [firstSequence, lastSequence]),
      ).toEqual([
        [8, 8],
        [6, 7],
        [5, 5],
        [2, 4],
        [1, 1],
      ])
      expect(groups.map(({ title }) => title)).toEqual([null, 'Tidy up', null, null, null])
      expect(groups[3]?.at).toBe(start + 61 * MINUTE_MS)
      expect(groups[3]?.memories.map(({ path, sequence }) => [path, sequence])).toEqual([
        ['/a', 4],
        ['/b', 3],
      ])
    })

    test('come in pages', async () => {
      const db = current()
      const storeId = await storeIn(db)
      for (const by of ['sesn_a', 'sesn_b', 'sesn_c'])
        await apply(storeId, 0, by, [write('/a', by)])
      const [newest, ...others] = await recentGroups(db, { storeId, limit: 1 })
      expect(others).toEqual([])
      const rest = await recentGroups(db, { storeId, limit: 9, before: newest?.firstSequence })
      expect(rest.map(({ actor }) => actor.id)).toEqual(['sesn_b', 'sesn_a'])
    })

    test('have the title of their session', async () => {
      const db = current()
      const storeId = await storeIn(db)
      const { id } = await createSession(db, {
        title: 'Plan the trip',
        settings: { model: 'practice' },
        stores: [{ storeId, access: 'read_write' }],
        openedBy: LOCAL_USER_ACTOR,
      })
      await apply(storeId, 0, id, [write('/a', 'a')])
      const [group] = await recentGroups(db, { storeId, limit: 1 })
      expect(group?.title).toBe('Plan the trip')
    })

    test('name a batch of any size by its ends', async () => {
      const db = current()
      const storeId = await storeIn(db)
      await apply(storeId, 0, 'sesn_a', [write('/before', 'x')])
      const steps = Array.from({ length: 450 }, (_, at) => write(`/m/${at}`, 'x'))
      await apply(storeId, 1, 'sesn_a', steps, 'Import')
      const groups = await recentGroups(db, { storeId, limit: 5 })
      expect(groups.map(shape)).toEqual([
        ['sesn_a', '/m/0', 450, 450, 'created', null],
        ['sesn_a', '/before', 1, 1, 'created', [1, 0]],
      ])
      expect(groups.every(({ isCut }) => !isCut)).toBe(true)
    })

    test('join the batches of a seeding', async () => {
      const db = current()
      const storeId = await storeIn(db)
      await apply(storeId, 0, 'sesn_a', [write('/before', 'x')])
      for (const part of [0, 1, 2]) {
        await applyMoment(db, {
          storeId,
          at: start + (part + 1) * MINUTE_MS,
          batch: { kind: 'seed' },
          steps: Array.from({ length: 150 }, (_, at) => write(`/m/${part}-${at}`, 'x')),
          cause: { actor: LOCAL_USER_ACTOR },
        })
      }
      const groups = await recentGroups(db, { storeId, limit: 5 })
      expect(groups.map(shape)).toEqual([
        [LOCAL_USER_ACTOR.id, '/m/0-0', 450, 450, 'created', null],
        ['sesn_a', '/before', 1, 1, 'created', [1, 0]],
      ])
    })

    test.each(['a session', 'a seeding'])(
      'count all that %s wrote, whatever is read',
      async (by) => {
        const db = current()
        const storeId = await storeIn(db)
        await apply(storeId, 0, 'sesn_a', [write('/before', 'x')])
        for (const part of [1, 2]) {
          await applyMoment(db, {
            storeId,
            at: start + (60 + part) * MINUTE_MS,
            batch: by === 'a seeding' ? { kind: 'seed' } : null,
            steps: Array.from({ length: 520 }, (_, at) => write(`/m/${part}-${at}`, 'x')),
            cause: { actor: { type: 'session', id: 'sesn_a' } },
          })
        }
        const groups = await recentGroups(db, { storeId, limit: 5 })
        expect(groups.slice(0, 1).map(shape)).toEqual([
          ['sesn_a', '/m/1-0', 1040, 1040, 'created', null],
        ])
        expect(groups[0]).toMatchObject({ firstSequence: 2, isCut: false })
      },
    )

    test('tell nothing of what was redacted', async () => {
      const db = current()
      const storeId = await storeIn(db)
      await apply(storeId, 0, 'sesn_a', [write('/a', 'secret')])
      await apply(storeId, 1, 'sesn_b', [write('/a', 'fine')])
      const { versions } = await listVersions(db, { storeId, limit: 2 })
      const cause = { actor: LOCAL_USER_ACTOR }
      await redactVersion(db, { storeId, versionId: versions[1]?.id ?? '', cause })
      await compactionFinished(current())
      const groups = await recentGroups(db, { storeId, limit: 5 })
      expect(groups.map(shape)).toEqual([
        ['sesn_b', '/a', 1, 1, null, null],
        ['sesn_a', null, 1, 1, null, null],
      ])
    })
  })
})
