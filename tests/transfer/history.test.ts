import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { db } from '@/lib/db'
import { isRefusal } from '@/lib/refusal'
import { putMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { actorNames } from '@/lib/store/actors'
import { createStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import { redactVersion } from '@/lib/store/redact/version'
import { listVersions } from '@/lib/store/versions'
import { pathOf } from '@/lib/transfer/plan'
import { drawn } from '@/tests/support/drawn'
import { describe, expect, test } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { exported, jsonLines, planFrom, second, seedFrom, upload } from '@/tests/support/seeding'
import { textsOf, versionsIn } from '@/tests/support/written'

const agent: Cause = {
  actor: { type: 'session', id: 'sesn_111111111111111111111111' },
  isAgent: true,
}

const newStore = async () => (await createStore({ name: 'History' })).id

const history = (...lines: readonly object[]) => upload('history.jsonl', jsonLines(...lines))

/** Seeds a new store from these lines of history. */
async function seeded(...lines: readonly object[]) {
  const id = await newStore()
  return { id, report: await seedFrom(id, history(...lines)) }
}

const write = (path: string, content: string, more = {}) => ({
  op: 'write',
  path,
  content,
  ...more,
})

/** What must be equal in a store that was filled from an export: all but ids. */
async function versionsOf(storeId: string) {
  const rows = await versionsIn(storeId)
  const memories = [...new Set(rows.map(({ memoryId }) => memoryId))]
  const batches = [...new Set(rows.map(({ batchId }) => batchId))]
  return rows.map((row) => ({
    memory: memories.indexOf(row.memoryId),
    operation: row.operation,
    path: row.path,
    content: row.content,
    at: row.createdAt,
    by: [row.actorType, row.actorId, row.sessionId, row.toolUseId],
    batch: row.batch && [batches.indexOf(row.batchId), row.batch.kind, row.batch.message],
  }))
}

const TOO_LARGE = 'x'.repeat(200_000)

describe('a history in JSON Lines', () => {
  test('becomes versions with their times and authors, each moment a batch, and goes on where it ended', async () => {
    const lines = [
      { at: second(0), author: 'Ada', message: 'First', commit: 'c1', changes: [write('/a', '1')] },
      {
        at: second(1),
        author: 'Bo',
        commit: 'c2',
        changes: [{ op: 'rename', from: '/a', path: '/b' }],
      },
    ]
    const { id, report } = await seeded(...lines)
    expect(report).toMatchObject({ moments: 2, versions: 2 })
    const [first, renamed] = await versionsOf(id)
    expect(first).toMatchObject({ at: new Date(second(0)), batch: [0, 'commit', 'First'] })
    expect(renamed).toMatchObject({ operation: 'modified', path: '/b', content: '1' })
    const again = await planFrom(id, history(...lines))
    expect([again.plan.rows, again.plan.moments?.moments]).toEqual([[], 0])
    const more = { at: second(2), changes: [write('/b', '2'), write('/c', 'c')] }
    const later = await seedFrom(id, history(...lines, more))
    expect(later).toMatchObject({ moments: 1, versions: 2 })
    expect(await textsOf(id)).toEqual({ '/b': '2', '/c': 'c' })
  })

  test('whose moments share one time is not taken twice', async () => {
    const lines = [1, 2, 3].map((n) => ({ at: second(0), changes: [write('/a', `${n}`)] }))
    const { id, report } = await seeded(...lines)
    expect(report.versions).toBe(3)
    expect((await seedFrom(id, history(...lines))).versions).toBe(0)
  })

  test('of a store that was changed otherwise only gives its last state', async () => {
    const lines = [{ at: second(0), changes: [write('/a', '1')] }]
    const { id } = await seeded(...lines)
    await putMemory({ storeId: id, path: '/mine', content: 'x' }, agent)
    const more = [
      { at: second(1), changes: [write('/a', '2')] },
      { at: second(2), changes: [write('/a', '3')] },
    ]
    const plan = await planFrom(id, history(...lines, ...more))
    expect(plan.plan.moments).toMatchObject({ moments: 0, reason: 'store_changed' })
    expect((await plan.done()).versions).toBe(1)
    expect(await textsOf(id)).toEqual({ '/a': '3', '/mine': 'x' })
  })

  test('may shift memories in one moment, each to the path of the next', async () => {
    const { id, report } = await seeded(
      { at: second(0), changes: [write('/a', 'A'), write('/b', 'B')] },
      {
        at: second(1),
        changes: [
          { op: 'rename', from: '/a', path: '/b' },
          { op: 'rename', from: '/b', path: '/c' },
        ],
      },
      { at: second(2), changes: [write('/b', 'A2')] },
    )
    expect(report.counts.conflict).toBe(0)
    expect(await textsOf(id)).toEqual({ '/b': 'A2', '/c': 'B' })
  })

  test('a rename of what is left out makes no empty memory, and one with too large a text frees the path', async () => {
    const { id } = await seeded(
      { at: second(0), changes: [write('/a', TOO_LARGE), write('/c', 'small')] },
      {
        at: second(1),
        changes: [
          { op: 'rename', from: '/a', path: '/b' },
          { op: 'rename', from: '/c', path: '/d', content: TOO_LARGE },
        ],
      },
      { at: second(2), changes: [write('/d', 'small 2')] },
    )
    expect(await textsOf(id)).toEqual({ '/d': 'small 2' })
  })

  test('tells what it has last of a memory and cannot be taken, and nothing of what came after all', async () => {
    const { entries } = await planFrom(
      await newStore(),
      history(
        { at: second(0), changes: [write('/a', 'a'), write('/b', TOO_LARGE), write('/c', 'c')] },
        {
          at: second(1),
          changes: [write('/a', TOO_LARGE), write('/b', 'b'), write('/c', 'not text: \ud800')],
        },
      ),
    )
    const left = entries.filter(({ action }) => action === 'skip')
    expect(left.map(({ path, reason }) => [path, reason])).toEqual([
      ['/a', 'too_large'],
      ['/c', 'not_text'],
    ])
  })

  test('a memory that comes back is the one that was deleted, also in a later seeding', async () => {
    const lines = [
      { at: second(0), changes: [write('/big', TOO_LARGE, { memory: 0 })] },
      { at: second(1), changes: [write('/a', 'a', { memory: 1 })] },
      { at: second(2), changes: [write('/b', 'b', { memory: 2 })] },
      { at: second(3), changes: [{ op: 'delete', path: '/a' }] },
    ]
    const back = {
      at: second(4),
      changes: [{ op: 'restore', path: '/a', content: 'a', memory: 1 }],
    }
    const { id } = await seeded(...lines)
    await seedFrom(id, history(...lines, back))
    expect(await textsOf(id)).toEqual({ '/a': 'a', '/b': 'b' })
    const ofA = (await versionsOf(id)).filter(({ path }) => path === '/a')
    expect(new Set(ofA.map(({ memory }) => memory)).size).toBe(1)
    expect(ofA).toHaveLength(3)
  })

  test('what no database holds in a message or a name is replaced', async () => {
    const changes = [write('/a', 'x')]
    const { id } = await seeded({ at: second(0), message: 'a\0b \ud800', author: 'x\0', changes })
    expect((await versionsOf(id))[0]?.batch?.[2]).toBe('a\ufffdb \ufffd')
  })

  test('keeps line separators, ids of tool uses and what a byte-order mark stands before', async () => {
    const content = 'x\u2028y\u2029z\u0085'
    const line = {
      at: second(0),
      actor: agent.actor,
      tool_use_id: 'call 1, "quoted"',
      changes: [write('/a', content)],
    }
    const id = await newStore()
    await seedFrom(id, upload('bom.jsonl', `\ufeff${jsonLines(line)}`))
    expect(await versionsOf(id)).toMatchObject([
      { content, by: ['session', agent.actor.id, null, 'call 1, "quoted"'] },
    ])
  })

  test('sets its own actors only for those who may write as others', async () => {
    const line = { at: second(0), author: 'Ada', actor: agent.actor, changes: [write('/a', 'x')] }
    const writers = []
    for (const isTrusted of [true, false]) {
      const id = await newStore()
      const { plan, done } = await planFrom(id, history(line), { isTrusted })
      await done()
      writers.push([(await versionsOf(id))[0]?.by[1], plan.notes])
    }
    expect(writers).toEqual([
      [agent.actor.id, []],
      [BY_PERSON.actor.id, [{ note: 'authors_not_taken', count: 1, names: ['Ada'] }]],
    ])
  })

  test.each([
    ['{"path":"/a","content":"x"}\n{"path":', 'line_not_json', 'Line 2 is not JSON.'],
    [
      Buffer.from('{"path":"/\xff","content":""}', 'latin1'),
      'line_not_utf8',
      'Line 1 is not UTF-8.',
    ],
  ])('with a bad line ends there with its number: %j', async (bytes, code, message) => {
    const refused = seedFrom(await newStore(), upload('x.jsonl', bytes))
    await expect(refused).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as unknown,
    })
  })
})

describe('an export with history', () => {
  const text = fc.constantFrom('alpha', 'бета', '감마\r\n', '')
  const where = fc.constantFrom('/a', '/b', '/d/c', '/d/e')
  const toolUseId = fc.constantFrom('', 'call 1', '"quoted"\\', 'zwei\nZeilen', '😀')
  const action = fc.oneof(
    fc.record({ do: fc.constant('put' as const), path: where, text, toolUseId }),
    fc.record({ do: fc.constant('move' as const), path: where, to: where }),
    fc.record({ do: fc.constant('remove' as const), path: where }),
    fc.record({ do: fc.constant('back' as const), to: fc.nat({ max: 9 }) }),
    fc.record({ do: fc.constant('redact' as const), nth: fc.nat({ max: 9 }) }),
  )
  type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

  async function act(storeId: string, each: Action): Promise<unknown> {
    const { id: memoryId } =
      'path' in each && each.do === 'move'
        ? await getMemory({ storeId, path: each.path }, 'basic')
        : { id: '' }
    if (each.do === 'put') {
      const by = { ...agent, toolUseId: each.toolUseId }
      return putMemory({ storeId, path: each.path, content: each.text }, by)
    }
    if (each.do === 'move') return updateMemory({ storeId, memoryId, path: each.to }, BY_PERSON)
    if (each.do === 'remove') return removeMemory({ storeId, path: each.path }, agent)
    if (each.do === 'back') {
      const ask = { kind: 'restore' as const, at: each.to }
      const { plan } = await planOf(storeId, ask)
      return doPlan(storeId, ask, { hash: plan.hash }, BY_PERSON)
    }
    const { items } = await listVersions({ storeId, limit: 100 })
    const version = items.at(-1 - each.nth)
    return version && redactVersion({ storeId, versionId: version.id }, BY_PERSON)
  }

  async function acted(actions: readonly Action[]): Promise<string> {
    const id = await newStore()
    for (const each of actions) {
      await act(id, each).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
      })
    }
    return id
  }

  const copyOf = async (id: string) => {
    const copy = await newStore()
    const lines = await exported(id, { withHistory: true })
    // Of a store in which nothing was there is nothing to take.
    if (lines.length > 0) await seedFrom(copy, upload('export.jsonl', lines))
    return copy
  }

  test('comes back as the same versions, and exports to the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (actions) => {
        const id = await acted(actions.filter((each) => each.do !== 'redact'))
        const copy = await copyOf(id)
        expect(await versionsOf(copy)).toEqual(await versionsOf(id))
        const [one, other] = [id, copy].map((each) => exported(each, { withHistory: true }))
        expect((await other)?.toString()).toBe((await one)?.toString())
      }),
      {
        ...drawn({ sqlite: 8, postgresql: 3 }),
        // One memory makes room for another with the same text, in one moment.
        examples: [
          [
            [
              { do: 'put', path: '/d/c', text: 'alpha', toolUseId: '' },
              { do: 'put', path: '/a', text: 'alpha', toolUseId: '' },
              { do: 'remove', path: '/d/c' },
              { do: 'move', path: '/a', to: '/d/c' },
              { do: 'back', to: 1 },
            ],
          ],
        ],
      },
    )
  })

  test('of a moment of hundreds that shifts every memory comes back as the same versions', async () => {
    const paths = Array.from({ length: 130 }, (_, n) => `/p${n}`)
    const { id } = await seeded(
      { at: second(0), changes: paths.map((path) => write(path, `of ${path}`)) },
      {
        at: second(1),
        changes: paths.map((from, n) => ({ op: 'rename', from, path: `/p${n + 1}` })),
      },
    )
    expect(await versionsOf(await copyOf(id))).toEqual(await versionsOf(id))
  })

  test('brings every version with a text, whatever was redacted around it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 16 }), async (actions) => {
        const id = await acted(actions)
        const copy = await copyOf(id)
        const told = async (storeId: string) =>
          (await versionsOf(storeId))
            .filter(({ content }) => content !== null)
            .map(({ path, content, at, by }) => ({ path, content, at, by }))
        expect(await told(copy)).toEqual(await told(id))
        expect(await textsOf(copy)).toEqual(await textsOf(id))
      }),
      {
        ...drawn({ sqlite: 8, postgresql: 3 }),
        // A memory of which nothing is left but what came back takes the path of one that goes.
        examples: [
          [
            [
              { do: 'put', path: '/a', text: '', toolUseId: '' },
              { do: 'put', path: '/d/e', text: 'alpha', toolUseId: '' },
              { do: 'put', path: '/d/e', text: 'alpha', toolUseId: 'call 1' },
              { do: 'remove', path: '/d/e' },
              { do: 'put', path: '/d/e', text: 'бета', toolUseId: '' },
              { do: 'redact', nth: 1 },
              { do: 'back', to: 2 },
              { do: 'redact', nth: 1 },
            ],
          ],
        ],
      },
    )
  })
})

test('what a moment on the way holds of a redacted text is left out unless it is ticked', async () => {
  await redacted('hunter5')
  const source = history(
    {
      at: second(1),
      changes: [
        write('/a', 'it is hunter5'),
        write('/b', 'hunter5, too'),
        write('/c', 'plain'),
        write('/of hunter5', 'plain, too'),
      ],
    },
    { at: second(2), changes: [write('/a', 'it is gone'), { op: 'delete', path: '/b' }] },
  )
  const textsIn = async (storeId: string) =>
    (await versionsIn(storeId)).map(({ path, content }) => `${path} ${content}`).sort()
  const id = await newStore()
  const { plan, done } = await planFrom(id, source)
  expect(plan.rows.filter(({ bringsBack }) => bringsBack).map(pathOf)).toEqual([
    '/a',
    '/b',
    '/of hunter5',
  ])
  await done()
  expect(await textsIn(id)).toEqual(['/c plain'])
  const other = await newStore()
  await seedFrom(other, source, { answers: { '/b': 'take' } })
  expect(await textsIn(other)).toEqual(['/b hunter5, too', '/b null', '/c plain'])
})

test('no message, no author and no report brings a redacted text back', async () => {
  await redacted('hunter6')
  const at = (n: number, more: object) => {
    return { at: second(n), author: 'Ada', changes: [write(`/${n}`, 'x')], ...more }
  }
  const source = history(
    at(1, { message: 'it is hunter6' }),
    at(2, { author: 'hunter6' }),
    at(3, { commit: 'hunter6' }),
    at(4, { message: 'plain', changes: [write('/4', 'x'), write('/hunter6', 'y')] }),
  )
  const id = await newStore()
  const { plan, done } = await planFrom(id, source)
  const names = [1, 2, 3].map(second)
  expect(plan.notes).toEqual([{ note: 'redacted_words', count: 3, names }])
  await done()
  expect((await versionsOf(id)).map(({ batch }) => batch?.[2])).toEqual([null, null, null, 'plain'])
  const kept = [await db.batch.findMany(), await db.seed.findMany(), await db.actor.findMany()]
  expect(JSON.stringify([kept, await db.job.findMany()])).not.toContain('hunter6')
  expect((await seedFrom(id, source)).versions).toBe(0)
})

test('an author is known by an id that tells nothing of the name, the same each time', async () => {
  const moment = (number: number, more: object) => {
    return { at: second(number), changes: [write(`/${number}.md`, 'x')], ...more }
  }
  const { id: storeId } = await seeded(
    moment(1, { author: 'Ada Lovelace' }),
    moment(2, { author: 'Ada Lovelace' }),
    moment(3, { actor: { type: 'user', id: 'ada.lovelace' } }),
  )
  const [one, two, three] = (await versionsIn(storeId)).map(({ actorId }) => actorId)
  expect(two).toBe(one)
  expect(three).not.toBe(one)
  expect([one, three].join(' ')).toMatch(/^author_\w{24} author_\w{24}$/)
  const hashed = createHash('sha256').update('Ada Lovelace').digest('hex')
  expect(one).not.toContain(hashed.replaceAll('0', 'z').slice(0, 24))
  const names = await actorNames([one ?? '', three ?? ''])
  expect([...names.values()].toSorted()).toEqual(['Ada Lovelace', 'ada.lovelace'])
})
