import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { MAX_FINDINGS } from '@/lib/scan/finding'
import { scan } from '@/lib/scan/scanner'
import { createMemory, editMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory, listMemories } from '@/lib/store/memories/read-memories'
import { type Cause, LOCAL_USER_ACTOR, type TextMask } from '@/lib/store/model/actor'
import { StoreError } from '@/lib/store/model/problems'
import { moveBetweenStores, movePath, removePath } from '@/lib/store/memories/change-paths'
import { quarantineOf } from '@/lib/store/quarantine/quarantines'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { applyReview } from '../decisions/apply-review'
import { examineAll } from '../background/examiner'
import { changesetMemories } from '../changesets/changeset-memories'
import { decideHunks } from '../decisions/decide-hunks'
import { guardAgentsWrites } from './guard-agents-writes'
import { listChangesets } from '../changesets/list-changesets'
import { hunkId } from '../model/hunk'
import type { DraftRule, PolicyDraft } from '../model/policy'
import { draftRule } from '../model/policy-presets'
import { getPolicy } from './get-policy'
import { savePolicy } from './save-policy'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }
// Made up, in the form of a real one.
const SECRET = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`

beforeAll(async () => {
  guardAgentsWrites()
  const lines = [{ number: 1, text: 'A line.' }]
  expect(await scan({ path: '/a', lines }, { caller: 'test', deadlineMs: 20_000 })).toMatchObject({
    state: 'scanned',
  })
})

const land = (match: Partial<DraftRule['match']> = {}, sample: number | null = null) =>
  draftRule('land', match, { until: Date.now() + DAY_MS, sample })

async function storeWith(
  db: Database,
  rules: DraftRule[],
  otherwise: PolicyDraft['default'] = 'review',
): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const draft = { default: otherwise, rules }
  await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
  return storeId
}

/** The kind of the refusal that stopped a write. */
async function stopped(write: Promise<unknown>): Promise<string> {
  try {
    await write
    return 'saved'
  } catch (error) {
    if (error instanceof StoreError) return error.problem.kind
    throw error
  }
}

const textAt = async (db: Database, storeId: string, path: string) =>
  (await getMemory(db, { storeId, path, view: 'full' })).content

const outcomes = (db: Database, storeId: string) =>
  db.read.all<{ action: string; version_sequence: number | null; is_sampled: number }>(
    `SELECT o.action, o.version_sequence, o.is_sampled FROM policy_outcomes o
     JOIN memory_stores s ON s.key = o.store_key WHERE s.id = ? ORDER BY o.key`,
    [storeId],
  )

async function openPaths(db: Database, storeId: string): Promise<(string | null)[]> {
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, state: 'open', limit: 10 })
  const memories = await Promise.all(changesets.map(({ id }) => changesetMemories(db, id)))
  return memories.flat().map(({ path }) => path)
}

describe('what an agent writes under a policy', () => {
  onBothDatabases((current) => {
    test('is refused, and nothing of it is written', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('refuse', { paths: ['/pinned/**'] })])
      const write = { storeId, content: 'x\n', cause: AGENT }
      expect(await stopped(createMemory(db, { ...write, path: '/pinned/a' }))).toBe(
        'refused_by_policy',
      )
      expect(await stopped(createMemory(db, { ...write, path: '/a' }))).toBe('saved')
      expect(
        await stopped(movePath(db, { storeId, path: '/a', newPath: '/pinned/a', cause: AGENT })),
      ).toBe('refused_by_policy')
      expect(await textAt(db, storeId, '/a')).toBe('x\n')
      const recorded = await outcomes(db, storeId)
      expect(recorded.map(({ action }) => action)).toEqual(['refuse', 'review', 'refuse'])
      expect(recorded.map((each) => each.version_sequence !== null)).toEqual([false, true, false])
    })

    test('lands without being put before anybody, or is reviewed', async () => {
      const db = current()
      const storeId = await storeWith(db, [land({ paths: ['/progress.md'] })])
      for (const path of ['/progress.md', '/other.md']) {
        await createMemory(db, { storeId, path, content: 'x\n', cause: AGENT })
      }
      expect(await openPaths(db, storeId)).toEqual(['/other.md'])
      expect((await outcomes(db, storeId)).map(({ action }) => action)).toEqual(['land', 'review'])
    })

    test('is held where it loses much', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('hold', { minLostLines: 3 })])
      const lines = [
        'alpha beta gamma',
        'delta epsilon zeta',
        'eta theta iota kappa',
        'lambda mu nu xi',
      ]
      const content = `${lines.join('\n')}\n`
      await createMemory(db, { storeId, path: '/a', content, cause: PERSON })
      const keep = (kept: string[]) =>
        stopped(
          editMemory(db, { storeId, path: '/a', edit: () => `${kept.join('\n')}\n`, cause: AGENT }),
        )
      expect(await keep(lines.slice(0, 1))).toBe('held_by_policy')
      expect(await keep(lines.slice(0, 2))).toBe('saved')
      await createMemory(db, { storeId, path: '/copy', content, cause: PERSON })
      // What stands elsewhere is not lost.
      expect(await stopped(removePath(db, { storeId, path: '/a', cause: AGENT }))).toBe('saved')
    })
  })

  onSqlite((current) => {
    test('is masked where a secret was found', async () => {
      const db = current()
      const rule = draftRule('mask', { finding: { category: 'secret', severity: null } })
      const storeId = await storeWith(db, [rule])
      const content = `a line\ntoken: ${SECRET} and more\n`
      const made = await createMemory(db, { storeId, path: '/a', content, cause: AGENT })
      const masked = 'a line\ntoken: [masked: github_token] and more\n'
      expect(made.content).toBe(masked)
      expect(await textAt(db, storeId, '/a')).toBe(masked)
      const kept = await createMemory(db, { storeId, path: '/b', content, cause: PERSON })
      expect(kept.content).toBe(content)
    })

    test('is held if there is more in it than is told, where a rule would keep out what is not', async () => {
      const db = current()
      const finding = { category: 'secret', severity: null } as const
      for (const action of ['mask', 'hold'] as const) {
        const storeId = await storeWith(db, [draftRule(action, { finding })])
        const content = `key ${SECRET}\n`.repeat(MAX_FINDINGS + 1)
        const write = createMemory(db, { storeId, path: '/a', content, cause: AGENT })
        expect(await stopped(write)).toBe('held_by_policy')
      }
    })

    test('is refused for what is told of the many things in it', async () => {
      const db = current()
      const about = { category: 'personal_data', severity: null } as const
      const storeId = await storeWith(db, [draftRule('refuse', { finding: about })])
      const content = `${`key ${SECRET}\n`.repeat(MAX_FINDINGS)}anna@firma.se\n`
      const write = createMemory(db, { storeId, path: '/a', content, cause: AGENT })
      expect(await stopped(write)).toBe('refused_by_policy')
    })

    test.each([
      ['refuse', 'refused_by_policy'],
      ['mask', 'refused_by_policy'],
      ['hold', 'held_by_policy'],
    ] as const)('with a secret in a path that it makes is stopped by %s', async (action, stop) => {
      const db = current()
      const rule = draftRule(action, { finding: { category: 'secret', severity: null } })
      const storeId = await storeWith(db, [rule])
      const heard: TextMask[] = []
      const cause: Cause = { ...AGENT, hears: (found) => heard.push(...found) }
      const path = `/notes/${SECRET}.md`
      const write = (at: string) => createMemory(db, { storeId, path: at, content: 'x\n', cause })
      expect(await stopped(write(path))).toBe(stop)
      if (action !== 'hold') expect(heard).toMatchObject([{ text: SECRET }])
      expect(await stopped(write('/notes/a.md'))).toBe('saved')
      const move = movePath(db, { storeId, path: '/notes/a.md', newPath: path, cause })
      expect(await stopped(move)).toBe(stop)
    })

    test('is not stopped by what a person had in its path before', async () => {
      const db = current()
      const rule = draftRule('refuse', { finding: { category: 'secret', severity: null } })
      const storeId = await storeWith(db, [rule])
      const path = `/notes/${SECRET}.md`
      await createMemory(db, { storeId, path, content: 'x\n', cause: PERSON })
      const edit = editMemory(db, { storeId, path, cause: AGENT, edit: () => 'y\n' })
      expect(await stopped(edit)).toBe('saved')
    })

    test('does not land with a critical finding', async () => {
      const db = current()
      const storeId = await storeWith(db, [land()])
      await createMemory(db, { storeId, path: '/a', content: `key ${SECRET}\n`, cause: AGENT })
      await createMemory(db, { storeId, path: '/b', content: 'harmless\n', cause: AGENT })
      expect(await openPaths(db, storeId)).toEqual(['/a'])
    })

    test('is held by the default, unless a person allowed this very write', async () => {
      const db = current()
      const storeId = await storeWith(db, [], 'hold')
      const write = { storeId, path: '/a', content: 'x\n' }
      expect(await stopped(createMemory(db, { ...write, cause: AGENT }))).toBe('held_by_policy')
      const allowed = { ...AGENT, isAllowed: true as const }
      expect(await stopped(createMemory(db, { ...write, cause: allowed }))).toBe('saved')
    })

    test('is written and kept from agents by a rule that quarantines', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('quarantine', { paths: ['/a'] })])
      const memory = await createMemory(db, { storeId, path: '/a', content: '1\n', cause: PERSON })
      await editMemory(db, { storeId, path: '/a', cause: AGENT, edit: () => '2\n' })
      expect(await textAt(db, storeId, '/a')).toBe('2\n')
      const served = { storeId, path: '/a', view: 'full', audience: 'agents' } as const
      expect((await getMemory(db, served)).content).toBe('1\n')
      expect(await openPaths(db, storeId)).toEqual(['/a'])
      const again = editMemory(db, { storeId, path: '/a', cause: AGENT, edit: () => '3\n' })
      expect(await stopped(again)).toBe('memory_quarantined')
      expect(await quarantineOf(db, { storeId, memoryId: memory.id })).toMatchObject({
        by: AGENT.actor,
        rule: { revision: 1 },
      })
    })

    test('is quarantined as a new memory: agents do not find it', async () => {
      const db = current()
      const storeId = await storeWith(db, [], 'quarantine')
      await createMemory(db, { storeId, path: '/new', content: 'x\n', cause: AGENT })
      const { entries } = await listMemories(db, {
        storeId,
        directory: '',
        depth: 'all',
        limit: 9,
        audience: 'agents',
      })
      expect(entries).toEqual([])
      expect(await textAt(db, storeId, '/new')).toBe('x\n')
    })

    test('leaves its quarantine when it is accepted, and goes back when it is rejected', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('quarantine', {})])
      const [kept, undone] = ['/kept', '/undone']
      for (const path of [kept, undone]) {
        await createMemory(db, { storeId, path, content: '1\n', cause: PERSON })
        await editMemory(db, { storeId, path, cause: AGENT, edit: () => '2\n' })
      }
      await examineAll(db)
      const { changesets } = await listChangesets(db, { storeId, limit: 1 })
      const changesetId = changesets[0]?.id ?? ''
      const memories = await changesetMemories(db, changesetId)
      const decisions = memories.flatMap(({ memoryId, path, through, hunks }) =>
        hunks.map((hunk) => ({
          hunkId: hunkId({ ...hunk, memoryId, through }),
          decision: path === kept ? ('accepted' as const) : ('rejected' as const),
          seen: true,
        })),
      )
      await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
      await applyReview(db, { changesetId, reviewer: LOCAL_USER_ACTOR })
      const read = async (path: string) =>
        (await getMemory(db, { storeId, path, view: 'full', audience: 'agents' })).content
      expect([await read(kept), await read(undone)]).toEqual(['2\n', '1\n'])
      const edit = editMemory(db, { storeId, path: undone, cause: AGENT, edit: () => '3\n' })
      expect(await stopped(edit)).toBe('saved')
    })

    test('goes on together or not at all', async () => {
      const db = current()
      const rule = draftRule('hold', { paths: ['/d/b'], operations: ['deleted'] })
      const storeId = await storeWith(db, [rule])
      for (const path of ['/d/a', '/d/b']) {
        await createMemory(db, { storeId, path, content: 'x\n', cause: PERSON })
      }
      expect(await stopped(removePath(db, { storeId, path: '/d', cause: AGENT }))).toBe(
        'held_by_policy',
      )
      expect(await textAt(db, storeId, '/d/a')).toBe('x\n')
    })

    test('cannot be taken out of a guarded store into another', async () => {
      const db = current()
      const from = await storeWith(db, [draftRule('refuse', { operations: ['deleted'] })])
      const to = await createStore(db, { name: 'Elsewhere' })
      await createMemory(db, { storeId: from, path: '/a', content: 'x\n', cause: PERSON })
      const move = moveBetweenStores(db, {
        from: { storeId: from, path: '/a' },
        to: { storeId: to.id, path: '/a' },
        cause: AGENT,
      })
      expect(await stopped(move)).toBe('refused_by_policy')
      expect(await textAt(db, from, '/a')).toBe('x\n')
    })

    test('is not judged if a person or a script wrote it', async () => {
      const db = current()
      const storeId = await storeWith(db, [draftRule('refuse', {})])
      const script = await createApiKey(db, {
        name: 'sync',
        access: 'write',
        purpose: 'script',
        storeIds: null,
      })
      const agent = await createApiKey(db, { name: 'agent', access: 'write', storeIds: null })
      const by = (actor: Cause['actor'], path: string) =>
        stopped(createMemory(db, { storeId, path, content: 'x\n', cause: { actor } }))
      expect(await by(LOCAL_USER_ACTOR, '/a')).toBe('saved')
      expect(await by({ type: 'api_key', id: script.key.id }, '/b')).toBe('saved')
      expect(await by({ type: 'api_key', id: agent.key.id }, '/c')).toBe('refused_by_policy')
    })

    test('is held as in Strict where the policy cannot be read, and the policy says so', async () => {
      const db = current()
      const storeId = await storeWith(db, [land()])
      await db.write(async (tx) => {
        await tx.run(
          `UPDATE policy_revisions SET policy = '{"format":2}', revision = 2
           WHERE store_key = (SELECT key FROM memory_stores WHERE id = ?)`,
          [storeId],
        )
        await tx.run('UPDATE memory_stores SET policy_revision = 2 WHERE id = ?', [storeId])
      })
      const write = createMemory(db, { storeId, path: '/a', content: 'x\n', cause: AGENT })
      expect(await stopped(write)).toBe('held_by_policy')
      expect(await getPolicy(db, storeId)).toMatchObject({ unreadable: 'format', default: 'hold' })
    })

    test('does not land any more after one of its sample was rejected', async () => {
      const db = current()
      const storeId = await storeWith(db, [land({ paths: ['/sampled'] }, 1)])
      await createMemory(db, { storeId, path: '/sampled', content: 'x\n', cause: AGENT })
      expect(await outcomes(db, storeId)).toMatchObject([{ action: 'review', is_sampled: 1 }])
      await examineAll(db)
      const { changesets } = await listChangesets(db, { storeId, limit: 1 })
      const changesetId = changesets[0]?.id ?? ''
      const [memory] = await changesetMemories(db, changesetId)
      const [hunk] = memory?.hunks ?? []
      if (!memory || !hunk) throw new Error('nothing to reject')
      const name = hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })
      const decisions = [{ hunkId: name, decision: 'rejected' as const, seen: true }]
      await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
      const { revision, rules } = await getPolicy(db, storeId)
      const draft = {
        default: 'review' as const,
        rules: rules.map((rule) => ({ ...rule, sample: null })),
      }
      await savePolicy(db, { storeId, draft, revision, by: LOCAL_USER_ACTOR })
      const append = { storeId, path: '/sampled', cause: AGENT }
      await editMemory(db, { ...append, edit: (content) => `${content}y\n` })
      expect((await outcomes(db, storeId)).at(-1)).toMatchObject({
        action: 'review',
        is_sampled: 0,
      })
    })

    test('lands once it is earned by what people accepted and saw', async () => {
      const db = current()
      const earned = land({ earned: { accepted: 1, days: 30 } })
      const storeId = await storeWith(db, [earned])
      await createMemory(db, { storeId, path: '/a', content: 'x\n', cause: AGENT })
      await examineAll(db)
      const { changesets } = await listChangesets(db, { storeId, limit: 1 })
      const changesetId = changesets[0]?.id ?? ''
      const [memory] = await changesetMemories(db, changesetId)
      const [hunk] = memory?.hunks ?? []
      if (!memory || !hunk) throw new Error('nothing to accept')
      const name = hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })
      const decide = (decision: 'accepted' | null, seen: boolean) =>
        decideHunks(db, {
          changesetId,
          decisions: [{ hunkId: name, decision, seen }],
          reviewer: LOCAL_USER_ACTOR,
        })
      const write = async (path: string) => {
        await createMemory(db, { storeId, path, content: 'y\n', cause: AGENT })
        return (await outcomes(db, storeId)).at(-1)?.action
      }
      await decide('accepted', false)
      expect(await write('/b')).toBe('review')
      await examineAll(db)
      await decide('accepted', true)
      expect(await write('/c')).toBe('land')
    })
  })
})
