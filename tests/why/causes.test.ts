import { expect } from 'vitest'
import { db, write } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { addJob, jobEnded, stopJob } from '@/lib/jobs/jobs'
import { settle } from '@/lib/review/settle'
import { deleteSession } from '@/lib/sessions/change-session'
import { createSession } from '@/lib/sessions/sessions'
import { createStore, deleteStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { flushReads } from '@/lib/store/reads'
import { newId } from '@/lib/text/ids'
import { type CauseAsk, causesOf, forgetBefore, getCause, goOn, startCause } from '@/lib/why/causes'
import { planOf } from '@/lib/store/plan/do-plan'
import { foundMemories } from '@/lib/why/found'
import { suspectsOf } from '@/lib/why/items'
import { priceOfTurn } from '@/lib/why/price'
import { openTurn } from '@/lib/why/turn'
import { describe, test } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { gate, memory, type RuledModel, say, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { everyTable } from '@/tests/support/tables'
import { conversation, sentIn } from '@/tests/support/turns'
import { AGENT, written } from '@/tests/support/written'

const server = modelServer()

const OTHERS = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `/notes/${at}.md`,
    `Note ${at} says nothing of interest.\n`,
  ]),
)

const AGREEMENTS = `# Agreements

- Releases go out on Fridays.
- New dependencies need an issue first.
`

/** Reads all that it finds, and says what the words of its memory bring it to say. */
const readsAll =
  (answer: (sent: string) => string): RuledModel =>
  (request) => {
    const sent = sentIn(request)
    if (!sent.includes('directories up to 2 levels')) return { parts: [view()] }
    const listed = [...sent.matchAll(/\\t(\/memories\/[\w/.-]+\.md)/g)].map(([, path = '']) => path)
    const unread = [...new Set(listed)].filter((path) => !sent.includes(`content of ${path}`))
    if (unread.length > 0) return { parts: unread.map((path) => view(path)) }
    return { parts: [say(answer(sent))] }
  }

const byFriday = readsAll((sent) =>
  sent.includes('go out on Fridays') ? 'Releases go out on Fridays.' : 'No day is agreed.',
)

const FRIDAYS = { type: 'contains' as const, text: 'on fridays' }

async function searched(
  rule: RuledModel,
  texts: Record<string, string>,
  ask: Partial<CauseAsk> = {},
  settings = {},
) {
  const asked = { texts: { ...OTHERS, ...texts }, asks: ['When do releases go out?'], settings }
  const had = await conversation(server, rule, asked)
  const { sessionId, eventId } = had
  const whole = { sessionId, eventId, check: FRIDAYS, budget: 200, withLines: true, ...ask }
  return { ...had, ask: whole, start: () => startCause(whole, BY_PERSON) }
}

async function endOf(id: string) {
  await jobEnded(id)
  return getCause(id)
}

const pathsOf = async (ids: readonly string[]) => {
  const rows = await db.memory.findMany({ where: { id: { in: [...ids] } } })
  return rows.map(({ path }) => path).sort()
}

test('what shares words with the answer is suspect, not an index of all that was read', async () => {
  const index = Object.keys(OTHERS).map((path) => `- ${path.slice(1)}\n`)
  const texts = { '/agreements.md': AGREEMENTS, '/index.md': index.join('') }
  const { sessionId, eventId } = await searched(byFriday, texts)
  const turn = await openTurn(sessionId, eventId)
  const { suspects, proposed } = await suspectsOf(turn, {
    eventId,
    shown: turn.recorded.texts,
    most: 1,
  })
  expect(suspects.map(({ memory: { path } }) => path)).toEqual(['/agreements.md'])
  expect(proposed).toBe('Releases go out on Fridays.')
})

describe('a search finds', () => {
  test('the one line that made the agent say so', async () => {
    const { start } = await searched(byFriday, { '/agreements.md': AGREEMENTS })
    const { found, state } = await endOf((await start()).id)
    expect({ state, verdict: found?.verdict }).toEqual({ state: 'done', verdict: 'caused' })
    const [set = []] = found?.sets ?? []
    expect(await pathsOf(set)).toEqual(['/agreements.md'])
    expect(found?.lines).toEqual({ [set[0] ?? '']: [[[3, 3]]] })
    expect(found).toMatchObject({
      only: { held: 5, of: 5 },
      without: { held: 0, of: 5 },
      memories: 13,
    })
  })

  test('either of two, each with its line', async () => {
    const { start } = await searched(byFriday, {
      '/agreements.md': AGREEMENTS,
      '/release.md': 'Build first.\nReleases go out on Fridays.\n',
    })
    const { found } = await endOf((await start()).id)
    expect(found?.sets.map((set) => set.length)).toEqual([1, 1])
    expect(await pathsOf(found?.sets.flat() ?? [])).toEqual(['/agreements.md', '/release.md'])
    const ranges = Object.values(found?.lines ?? {}).flat(2)
    expect(ranges.sort()).toEqual([
      [2, 2],
      [3, 3],
    ])
  })

  test('a memory that made it call a tool', async () => {
    const calls: RuledModel = (request) => {
      const sent = sentIn(request)
      if (sent.includes('created successfully')) return { parts: [say('Noted.')] }
      if (!sent.includes('content of /memories/rule.md')) {
        return sent.includes('does not exist')
          ? { parts: [say('Nothing to do.')] }
          : { parts: [view('/memories/rule.md')] }
      }
      const input = { command: 'create', path: '/memories/log.md', file_text: 'Asked.\n' }
      return { parts: [memory(input)] }
    }
    const check = { type: 'calls' as const, name: 'memory', input_pattern: '"create"' }
    const { start } = await searched(calls, { '/rule.md': 'Log each question.\n' }, { check })
    const { found } = await endOf((await start()).id)
    expect(await pathsOf(found?.sets.flat() ?? [])).toEqual(['/rule.md'])
  })

  test('what a model judges, which sees the answer and the question alone', async () => {
    const judge = 'judge-of-causes'
    server.rule(judge, (request) => ({
      parts: [
        say(sentIn(request).includes('<answer>\\nReleases go out on Fridays.') ? 'Yes.' : 'No'),
      ],
    }))
    const check = { type: 'judged' as const, question: 'Does it name a day?', model: judge }
    const how = { check, withLines: false }
    const { start } = await searched(byFriday, { '/agreements.md': AGREEMENTS }, how)
    const { found, usage } = await endOf((await start()).id)
    expect(await pathsOf(found?.sets.flat() ?? [])).toEqual(['/agreements.md'])
    expect(usage).toMatchObject({ requests: expect.any(Number) as number })
    expect(server.requests(judge)[0]).toMatchObject({ temperature: 0 })
  })
})

test('a line that a person kept is looked at, whatever an agent wrote since', async ({ store }) => {
  const by = { by: AGENT }
  const [kept] = await written(store.id, { '/a.md': 'one\n' }, by)
  const { memoryId = '', sequence = 0 } = kept ?? {}
  await settle([{ memoryId, base: null, through: sequence, back: [] }], BY_PERSON)
  const [head] = await written(store.id, { '/a.md': 'one\ntwo\n' }, by)
  const named = [{ memoryId, storeId: store.id, versionId: head?.id ?? '' }]
  const [found] = await foundMemories({ named, lines: {} })
  expect(found?.runs.map(({ isLookedAt }) => isLookedAt)).toEqual([true, false])
})

test('a found line goes by itself, though its memory was written at once', async ({ store }) => {
  const [made] = await written(store.id, { '/a.md': 'one\ntwo\nthree\n' }, { by: AGENT })
  const { memoryId = '', id: versionId = '' } = made ?? {}
  const named = [{ memoryId, storeId: store.id, versionId }]
  const [found] = await foundMemories({ named, lines: { [memoryId]: [[[2, 2]]] } })
  const { plan } = await planOf(store.id, { kind: 'undo', lines: found?.runs[0]?.lines ?? [] })
  expect(plan.rows).toMatchObject([{ operation: 'modified', added: 0, removed: 1 }])
})

describe('a search', () => {
  test('asks no more than its budget, names what is not cleared, and goes on from there', async () => {
    const { start } = await searched(byFriday, { '/agreements.md': AGREEMENTS }, { budget: 12 })
    const { id } = await start()
    const first = await endOf(id)
    expect(first.found).toMatchObject({ verdict: 'undecided', why: 'budget' })
    const asked = await db.sample.count({ where: { jobId: id } })
    expect(asked).toBeLessThanOrEqual(12)
    await goOn(id, 200)
    const second = await endOf(id)
    expect(second.found).toMatchObject({ verdict: 'caused' })
    const cells = await db.sample.findMany({ where: { jobId: id }, orderBy: { createdAt: 'asc' } })
    expect(new Set(cells.map(({ cell, number }) => `${cell} ${number}`)).size).toBe(cells.length)
  })

  test('is stopped, keeps what was under way, and goes on', async () => {
    const held = gate()
    let isHeld = false
    const slow: RuledModel = (request) => {
      const step = byFriday(request)
      return isHeld && 'parts' in step ? { ...step, holdAfter: 0, until: held.opened } : step
    }
    const { start, model } = await searched(slow, { '/agreements.md': AGREEMENTS })
    isHeld = true
    const before = server.requests(model).length
    const { id } = await start()
    await server.asked(model, before + 4)
    await stopJob(id)
    isHeld = false
    held.open()
    expect((await endOf(id)).state).toBe('stopped')
    expect(await db.sample.count({ where: { jobId: id } })).toBe(4)
    await goOn(id, 0)
    expect((await endOf(id)).found).toMatchObject({ verdict: 'caused' })
  })

  test('says what it may cost before it begins', async () => {
    const { ask } = await searched(byFriday, { '/agreements.md': AGREEMENTS })
    const price = priceOfTurn(await openTurn(ask.sessionId, ask.eventId), ask)
    expect(price).toMatchObject({ answers: 79, most: 200, requests: 3, usd: null })
    expect(price.tokens.input).toBeGreaterThan(0)
  })

  test('that is too small is refused, and a check that cannot be used', async () => {
    const { ask } = await searched(byFriday, { '/agreements.md': AGREEMENTS })
    const small = startCause({ ...ask, budget: 9 }, BY_PERSON)
    await expect(small).rejects.toMatchObject({ code: 'budget_too_small', facts: { least: 10 } })
    for (const pattern of ['(', '(?:[a-z]{0,200}){5}zzz']) {
      const wrong = startCause({ ...ask, check: { type: 'matches', pattern } }, BY_PERSON)
      await expect(wrong).rejects.toMatchObject({ code: 'check_invalid' })
    }
  })

  test('changes nothing but its own rows, however much its answers write', async () => {
    const writes: RuledModel = (request) => {
      if (sentIn(request).includes('created successfully')) return byFriday(request)
      const input = { command: 'create', path: '/memories/log.md', file_text: 'Asked.\n' }
      return { parts: [memory(input)] }
    }
    const { start } = await searched(writes, { '/agreements.md': AGREEMENTS })
    await flushReads()
    const before = await everyTable()
    const { id } = await start()
    await endOf(id)
    await flushReads()
    expect(await everyTable()).toBe(before)
    const kept = await db.sample.findFirst({ where: { jobId: id } })
    expect(kept?.answer).toMatchObject({ changes: [{ path: '/log.md', before: null }] })
  })

  test('goes with its session, with its store, and after thirty days', async () => {
    const made = await Promise.all([1, 2, 3].map(() => searched(byFriday, {}, { budget: 10 })))
    const ids = await Promise.all(made.map(async ({ start }) => (await start()).id))
    for (const id of ids) await endOf(id)
    const [bySession, byStore, byTime] = made
    await deleteSession(bySession?.sessionId ?? '')
    await deleteStore(byStore?.storeId ?? '', BY_PERSON)
    await forgetBefore(new Date(Date.now() + 1_000))
    expect(await causesOf(byTime?.sessionId ?? '')).toEqual([])
    await expect.poll(() => db.job.count({ where: { id: { in: ids } } })).toBe(0)
    expect(await db.sample.count({ where: { jobId: { in: ids } } })).toBe(0)
  })
})

test('a text that is redacted while a search runs stands in none of its answers', async () => {
  const canary = 'Canary-7315 sings'
  const rule = readsAll((sent) =>
    sent.includes(canary) ? `It says: ${canary} on Fridays.` : 'No.',
  )
  const held = gate()
  let isHeld = false
  const slow: RuledModel = (request) => {
    const step = rule(request)
    return isHeld && 'parts' in step ? { ...step, holdAfter: 2, until: held.opened } : step
  }
  const { start, model, ask, storeId } = await searched(slow, {
    '/canary.md': `${canary} on Fridays.\n`,
  })
  const { id } = await start()
  await expect.poll(() => db.sample.count({ where: { jobId: id } })).toBeGreaterThan(4)
  isHeld = true
  const before = server.requests(model).length
  await server.asked(model, before + 1)
  await redacted(canary, { storeIds: [storeId] })
  isHeld = false
  held.open()
  const { state } = await endOf(id)
  expect(state).toBe('stopped')
  const rows = [
    ...(await db.sample.findMany({ where: { jobId: id } })),
    ...(await db.job.findMany({ where: { id } })),
  ]
  expect(rows.length).toBeGreaterThan(4)
  expect(JSON.stringify(rows)).not.toContain('Canary-7315')
  await expect(goOn(id, 100)).rejects.toMatchObject({ code: 'answer_redacted' })
  await expect(startCause(ask, BY_PERSON)).rejects.toMatchObject({ code: 'answer_redacted' })
})

describe('a search in a session of two stores', () => {
  /** One that has ended, of which an answer quotes the other store. */
  async function quoting(canary: string) {
    const first = await createStore({ name: 'First' })
    const other = await createStore({ name: 'Other' })
    const stores = [{ storeId: first.id }, { storeId: other.id }]
    const opening = { settings: { model: 'practice-agent' }, stores }
    const { id: sessionId } = await createSession(opening, BY_PERSON)
    const check = { type: 'contains', text: canary }
    const input = { eventId: 'sevt_1', check, budget: 100, withLines: true }
    const id = newId('cause')
    await write(async (tx) => {
      await addJob(tx, { id, kind: 'cause', storeId: first.id, sessionId, input }, BY_PERSON)
      const done = { state: 'done', finishedAt: new Date() }
      await tx.job.update({ where: { id }, data: done, select: { id: true } })
      const answer = { texts: [`It is ${canary}.`], calls: [], changes: [], checks: [true], ms: 1 }
      const row = {
        jobId: id,
        cell: 'all',
        number: 0,
        held: true,
        usage: {},
        createdAt: new Date(),
      }
      await tx.sample.create({ data: { ...row, answer: { ...answer, about: {} } } })
    })
    return { id, other: other.id }
  }

  test('holds nothing any more of what is redacted in either', async () => {
    const { id, other } = await quoting('canary of the other store')
    await redacted('canary of the other store', { storeIds: [other] })
    const job = await db.job.findUnique({ where: { id }, include: { samples: true } })
    expect(job?.samples).toHaveLength(1)
    expect(JSON.stringify(job)).not.toContain('canary')
  })

  test('goes with either', async () => {
    const { id, other } = await quoting('x')
    await deleteStore(other, BY_PERSON)
    await allDone()
    expect(await db.job.findUnique({ where: { id } })).toBeNull()
  })
})
