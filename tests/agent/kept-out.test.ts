import { beforeAll, expect, test } from 'vitest'
import { takeCall } from '@/lib/agent/core/kept-out'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import type { Database } from '@/lib/db/database'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import type { DraftRule } from '@/lib/review/model/policy'
import { draftRule } from '@/lib/review/model/policy-presets'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { scan } from '@/lib/scan/scanner'
import { getMemory } from '@/lib/store/memories/read-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { TABLES } from '@/lib/db/tables'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { memory, type ModelServer, say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'

/** A policy keeps what it masks or refuses out of the memory and of the stored call. */

const server = modelServer()
// Made up, in the form of a real one.
const SECRET = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`
const SECRETS = { finding: { category: 'secret', severity: null } } as const

beforeAll(async () => {
  guardAgentsWrites()
  const lines = [{ number: 1, text: 'A line.' }]
  expect(await scan({ path: '/a', lines }, { caller: 'test', deadlineMs: 20_000 })).toMatchObject({
    state: 'scanned',
  })
})

let names = 0
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `leaking-${++names}`
  server.script(model, steps)
  return model
}

const writing = (path: string) =>
  memory({ command: 'create', path, file_text: `Begin\ntoken ${SECRET}\nEnd\n` })

/** The tables in which a text stands anywhere. */
async function tablesWith(db: Database, text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of TABLES) {
    const rows = await db.read.all<Record<string, unknown>>(`SELECT * FROM ${table.name}`)
    const isThere = rows.some((row) =>
      Object.values(row).some((value) =>
        value instanceof Uint8Array
          ? Buffer.from(value).includes(text)
          : String(value).includes(text),
      ),
    )
    if (isThere) found.push(table.name)
  }
  return found
}

onBothDatabases((current) => {
  /** A session under a policy that has sent its calls. */
  const ran = async (rule: DraftRule, parts: ReturnType<typeof writing>[]) => {
    const db = current()
    const model = modelOf({ parts }, { parts: [words('Done.')] })
    const session = await sessionWith(db, model)
    const { storeId } = session
    const draft = { default: 'review' as const, rules: [rule] }
    await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
    await say(db, session.sessionId, 'Go')
    const results = await eventsOfType(db, session.sessionId, 'agent.tool_result')
    const actions = await db.read.all<{ action: string }>(
      `SELECT o.action FROM policy_outcomes o JOIN memory_stores s ON s.key = o.store_key
       WHERE s.id = ? ORDER BY o.key`,
      [storeId],
    )
    return { ...session, results, actions: actions.map(({ action }) => action) }
  }

  test('no byte of a masked secret is left, neither in the memory nor in the stored call', async () => {
    const { storeId, results, actions } = await ran(draftRule('mask', SECRETS), [
      writing('/memories/a.md'),
    ])
    const { content } = await getMemory(current(), { storeId, path: '/a.md', view: 'full' })
    expect(content).toMatch(/^Begin\ntoken \[masked: [\w-]+\]\nEnd\n$/)
    expect(results[0]?.isError).toBe(false)
    expect(actions).toEqual(['mask'])
    expect(await tablesWith(current(), SECRET)).toEqual([])
  })

  test('nor of one in a call that was cut off, and never runs', async () => {
    const db = current()
    const cutOff = { parts: [writing('/memories/a.md')], stopReason: 'max_tokens' }
    const { storeId, sessionId } = await sessionWith(db, modelOf(cutOff, { parts: [words('Oh.')] }))
    const draft = { default: 'review' as const, rules: [draftRule('mask', SECRETS)] }
    await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
    await say(db, sessionId, 'Go')
    const [call] = await eventsOfType(db, sessionId, 'agent.tool_use')
    expect(call?.malformedInput).toContain('[masked: ')
    expect(await tablesWith(db, SECRET)).toEqual([])
  })

  test('nor after a restart: a call that waited is then run as it is stored', async () => {
    const db = current()
    const model = modelOf({ parts: [writing('/memories/a.md')] }, { parts: [words('Done.')] })
    const { storeId, sessionId } = await sessionWith(db, model, {}, { approval: 'always_ask' })
    const draft = { default: 'review' as const, rules: [draftRule('mask', SECRETS)] }
    await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
    await say(db, sessionId, 'Go')
    const [call] = await eventsOfType(db, sessionId, 'agent.tool_use')
    // What only the ended process knew.
    expect(takeCall(call ?? { id: '', input: {} })).not.toBeNull()
    const allow = { type: 'user.tool_confirmation', result: 'allow' } as const
    await sendEvents(db, sessionId, [{ ...allow, toolUseId: call?.id ?? '' }])
    await runsFinished()
    const { content } = await getMemory(db, { storeId, path: '/a.md', view: 'full' })
    expect(content).toMatch(/^Begin\ntoken \[masked: [\w-]+\]\nEnd\n$/)
    expect(await tablesWith(db, SECRET)).toEqual([])
  })

  test('nor of one that was refused, and the agent is told why', async () => {
    const { results, actions } = await ran(draftRule('refuse', SECRETS), [
      writing('/memories/a.md'),
    ])
    expect(results[0]?.content).toMatch(
      /^Error: \/memories\/a\.md was not saved: by the rule rule_\w+ about secrets.* \(found: .+ in line 2\)$/,
    )
    expect(actions).toEqual(['refuse'])
    expect(await tablesWith(current(), SECRET)).toEqual([])
  })

  test('and is told it in the words of the rule, if it has any', async () => {
    const why = 'Credentials belong in the vault.'
    const { results } = await ran(draftRule('refuse', { paths: ['/a.md'] }, { why }), [
      memory({ command: 'create', path: '/memories/a.md', file_text: 'x\n' }),
    ])
    expect(results[0]?.content).toMatch(/: by the rule rule_\w+: Credentials belong in the vault$/)
  })

  test('an agent is told that something was masked in what it wrote, and what stands there now', async () => {
    const { results } = await ran(draftRule('mask', SECRETS), [
      writing('/memories/a.md'),
      memory({ command: 'create', path: '/memories/b.md', file_text: 'plain\n' }),
    ])
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringMatching(
        /^File created successfully at: \/memories\/a\.md\nWhat this store's policy keeps out of memories was masked in what you wrote: \[masked: \w+\] stands/,
      ),
      'File created successfully at: /memories/b.md',
    ])
  })

  test('nor of one in a path, where it cannot be masked', async () => {
    const { results, actions } = await ran(draftRule('mask', SECRETS), [
      writing(`/memories/${SECRET}.md`),
    ])
    expect(results[0]?.content).toMatch(
      /^Error: \/memories\/\[masked: .+ was not saved: .+ in its path/,
    )
    expect(actions).toEqual(['refuse'])
    expect(await tablesWith(current(), SECRET)).toEqual([])
  })

  test('nor of one in a call that was refused for something else', async () => {
    await ran(draftRule('refuse', { paths: ['/a.md'] }), [writing('/memories/a.md')])
    expect(await tablesWith(current(), SECRET)).toEqual([])
  })

  test('nor of one in a call that only an earlier call of the same answer makes sense of', async () => {
    const create = memory({ command: 'create', path: '/memories/a.md', file_text: 'Begin\n' })
    const insert = memory({
      command: 'insert',
      path: '/memories/a.md',
      insert_line: 1,
      insert_text: `token ${SECRET}\n`,
    })
    const { storeId } = await ran(draftRule('mask', SECRETS), [create, insert])
    const { content } = await getMemory(current(), { storeId, path: '/a.md', view: 'full' })
    expect(content).toMatch(/^Begin\ntoken \[masked: [\w-]+\]\n$/)
    expect(await tablesWith(current(), SECRET)).toEqual([])
  })

  test('an agent is told that what it wrote is kept in quarantine, not that it was saved', async () => {
    const quarantined = draftRule('quarantine', { paths: ['/a.md'] })
    const { results } = await ran(quarantined, [
      memory({ command: 'create', path: '/memories/a.md', file_text: 'x\n' }),
      memory({ command: 'create', path: '/memories/b.md', file_text: 'x\n' }),
      memory({ command: 'str_replace', path: '/memories/a.md', old_str: 'x', new_str: 'y' }),
    ])
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringMatching(
        /^\/memories\/a\.md is quarantined by this store's policy and cannot be changed now\.\n/,
      ),
      'File created successfully at: /memories/b.md',
      expect.stringMatching(/^Error: /),
    ])
  })
})
