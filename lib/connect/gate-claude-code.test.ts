import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { getPolicy } from '@/lib/review/policy/get-policy'
import type { DraftRule } from '@/lib/review/model/policy'
import { draftRule } from '@/lib/review/model/policy-presets'
import { policyHealth } from '@/lib/review/policy/policy-health'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { scan } from '@/lib/scan/scanner'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redaction/redact-text'
import { onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { pauseConnection, setGate } from './change-connection'
import { workOnce } from './core/folder-worker'
import { answerBeforeCall } from './gate-claude-code'
import { hookBody } from './handle-hook'
import { CLAUDE_CODE } from './model/writers'

/** Recorded from Claude Code 2.1.330: bodies of its hook PreToolUse. */
const HOOKS = readFileSync('tests/fixtures/claude-code-before-hooks.jsonl', 'utf8')
const FACT = 'project_release.md'
// Made up, in the form of a real one.
const SECRET = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`

/** More numbers than a scan checks. */
const TOO_MUCH = '+1 234 567 8901, '.repeat(1_001)

/** A busy machine takes its time. */
const unhurried = () => new AbortController().signal

let home = ''
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

beforeAll(async () => {
  guardAgentsWrites()
  const lines = [{ number: 1, text: 'A line.' }]
  expect(await scan({ path: '/a', lines }, { caller: 'test', deadlineMs: 20_000 })).toMatchObject({
    state: 'scanned',
  })
})

/** A project of Claude Code whose folder has the gate, and what its hook asks. */
async function gated(db: Database, rules: DraftRule[]) {
  home = folderWith({
    [`/projects/-work-lighthouse/memory/${FACT}`]:
      'The release is on Friday.\nThe office is closed in May.\n',
  })
  const memory = path.join(home, 'projects/-work-lighthouse/memory')
  const { connectionId, storeId } = await connect(db, memory, 'read', 'claude_code')
  await workOnce(await inHands(db, connectionId))
  const draft = { default: 'review' as const, rules }
  if (rules.length > 0) await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
  await setGate(db, { connectionId, isOn: true })
  const ask = (toolName: string, input: object = {}) => {
    const line = HOOKS.split('\n').find((each) => each.includes(`"tool_name":"${toolName}"`)) ?? ''
    const body = JSON.parse(line.replaceAll('{{home}}', home)) as { tool_input: object }
    const asked = { ...body, tool_input: { ...body.tool_input, ...input } }
    return answerBeforeCall(db, hookBody.parse(asked), unhurried())
  }
  const answer = (toolName: string, input: object = {}) => expect(ask(toolName, input)).resolves
  const askAs = (body: object, within = unhurried()) =>
    answerBeforeCall(
      db,
      hookBody.parse({ hook_event_name: 'PreToolUse', session_id: 'x', ...body }),
      within,
    )
  return { storeId, connectionId, memory, ask, answer, askAs }
}

onSqlite((db) => {
  describe('before Claude Code writes in a folder with the gate', () => {
    test('the policy of its store denies what it refuses, and has a person asked of what it holds', async () => {
      const { ask, answer } = await gated(db(), [
        draftRule('refuse', { paths: ['/MEMORY.md'] }),
        draftRule('hold', { paths: [`/${FACT}`], operations: ['modified'] }),
      ])
      const index = path.join(home, 'projects/-work-lighthouse/memory/MEMORY.md')
      await answer('Write', { file_path: index }).toEqual({
        decision: 'deny',
        reason: expect.stringMatching(
          /not written, by the rule rule_\S+ about \/MEMORY.md/,
        ) as string,
      })
      await answer('Edit').toMatchObject({ decision: 'ask' })
      expect(await ask('Write', { file_path: index.replace('MEMORY', 'other') })).toBeNull()
    })

    test('its rules count what they kept out or had a person asked about, and say who and where, not what', async () => {
      const { ask, storeId, memory } = await gated(db(), [
        draftRule('mask', { finding: { category: 'secret', severity: null } }),
        draftRule('refuse', { paths: ['/MEMORY.md'] }),
        draftRule('hold', { paths: [`/${FACT}`], minLostLines: 2 }),
      ])
      await ask('Edit', { new_string: `Friday ${SECRET}` })
      await ask('Write', { file_path: path.join(memory, 'MEMORY.md'), content: 'Text 17.\n' })
      await ask('Write', { content: 'Nothing.\n' })
      await ask('Write', { file_path: path.join(memory, 'other.md') })
      const health = () =>
        getPolicy(db(), storeId).then((policy) =>
          policyHealth(db(), { storeId, policy, now: Date.now() }),
        )
      const used = async () => (await health()).map(({ uses }) => uses.at(-1))
      await vi.waitFor(async () => expect(await used()).toEqual([1, 1, 1, 0]))
      const [masks, refuses] = await health()
      const agent = CLAUDE_CODE.id
      expect(masks?.stops).toMatchObject([{ agent, path: `/${FACT}`, operation: 'modified' }])
      expect(refuses?.stops).toMatchObject([{ agent, path: '/MEMORY.md', operation: 'created' }])
      const kept = JSON.stringify(await db().read.all('SELECT * FROM policy_outcomes'))
      expect(kept).not.toContain(SECRET)
      expect(kept).not.toContain('Text 17')
    })

    test('what an edit would leave is looked into, and the answer does not repeat what was found', async () => {
      const { ask, answer } = await gated(db(), [
        draftRule('mask', { finding: { category: 'secret', severity: null } }),
        draftRule('refuse', { minLostLines: 2 }),
      ])
      await answer('Edit', { new_string: `Friday ${SECRET}` }).toMatchObject({
        decision: 'deny',
        reason: expect.not.stringContaining(SECRET) as string,
      })
      expect(await ask('Edit', { old_string: 'Friday', new_string: 'Monday' })).toBeNull()
      await answer('Write', { content: 'Nothing.\n' }).toMatchObject({
        decision: 'deny',
        reason: expect.stringContaining('2 lost lines') as string,
      })
    })

    test('a text that was redacted there is not written again, however it comes back', async () => {
      const { ask, answer, storeId } = await gated(db(), [])
      expect(await ask('Write', { content: 'The code is Zwetschge 17.\n' })).toBeNull()
      const { finished } = await redactText(db(), {
        text: 'Zwetschge 17',
        storeIds: [storeId],
        replacement: '[gone]',
        cause: { actor: LOCAL_USER_ACTOR },
      })
      await finished
      await answer('Write', { content: 'As said: Zwetschge 17!\n' }).toMatchObject({
        decision: 'deny',
        reason: expect.not.stringMatching('Zw') as string,
      })
      await answer('Edit', { new_string: 'Zwetschge 17' }).toMatchObject({ decision: 'deny' })
      expect(await ask('Write', { content: 'Zwetschge 18\n' })).toBeNull()
      const kept = JSON.stringify(await db().read.all('SELECT * FROM redacted_texts'))
      expect(kept).not.toContain('Zw')
    })

    test('a file is known by its folder whichever links its path goes through, and none leads out of it', async () => {
      const { ask, answer, memory } = await gated(db(), [draftRule('refuse', { paths: ['/**'] })])
      const linked = path.join(home, 'linked')
      symlinkSync(memory, linked)
      symlinkSync(path.join(memory, 'later.md'), path.join(home, 'later.md'))
      symlinkSync(home, path.join(memory, 'out'))
      for (const file_path of [`${linked}/${FACT}`, `${linked}/new/x.md`, `${home}/later.md`]) {
        await answer('Write', { file_path }).toMatchObject({ decision: 'deny' })
      }
      expect(await ask('Write', { file_path: path.join(memory, 'out/x.md') })).toBeNull()
    })

    test('a file is known however its tool names it', async () => {
      const { memory, askAs } = await gated(db(), [draftRule('refuse', { paths: ['/**'] })])
      vi.stubEnv('HOME', home)
      const file = `${memory}/x.md`
      const inHome = '~/projects/-work-lighthouse/memory/x.md'
      const edit = { old_string: 'a', new_string: 'b' }
      for (const [tool_name, tool_input, cwd = ''] of [
        ['Write', { file_path: 'memory/x.md', content: 'a' }, path.dirname(memory)],
        ['Edit', { file_path: '../-work-lighthouse/memory/x.md', ...edit }, path.dirname(memory)],
        ['Write', { file_path: inHome, content: 'a' }, '/work'],
        ['Write', { file_path: ` ${file} `, content: 'a' }, '/work'],
        ['MultiEdit', { file_path: file, edits: [edit, edit] }],
        ['NotebookEdit', { notebook_path: file, new_source: 'a' }],
        ['NotebookEdit', { notebook_path: file, edit_mode: 'delete' }],
      ] as const) {
        expect(await askAs({ tool_name, tool_input, cwd })).toMatchObject({ decision: 'deny' })
      }
      const elsewhere = { file_path: 'memory/x.md', content: 'a' }
      expect(await askAs({ tool_name: 'Write', tool_input: elsewhere, cwd: '/work' })).toBeNull()
    })

    test('a path that no system takes is denied, however long it is', async () => {
      const { memory, answer } = await gated(db(), [])
      await answer('Write', { file_path: `${memory}/a\0.md` }).toMatchObject({
        decision: 'deny',
        reason: expect.stringContaining('NUL') as string,
      })
      for (const file_path of [
        `${memory}${'/a/..'.repeat(60_000)}/x.md`,
        `${memory}${'/a'.repeat(500_000)}`,
      ]) {
        await answer('Write', { file_path }).toMatchObject({
          decision: 'deny',
          reason: expect.stringContaining('4096 bytes') as string,
        })
      }
    })

    test('a file below many folders that are not there, and one behind links in a circle, are known', async () => {
      const { memory, answer } = await gated(db(), [draftRule('refuse', { paths: ['/**'] })])
      symlinkSync('circle', path.join(memory, 'circle'))
      for (const name of ['/a'.repeat(1_900), '/circle/x.md', '/circle']) {
        await answer('Write', { file_path: memory + name }).toMatchObject({ decision: 'deny' })
      }
    })

    test('a path counts as the one that a file system may take it for', async () => {
      const { memory, answer, ask } = await gated(db(), [
        draftRule('refuse', { paths: ['/MEMORY.md'] }),
      ])
      for (const name of ['memory.md', 'Memory.MD', 'ＭＥＭＯＲＹ.md']) {
        const file_path = path.join(memory, name)
        await answer('Write', { file_path }).toMatchObject({ decision: 'deny' })
      }
      expect(await ask('Write', { file_path: path.join(memory, 'memories.md') })).toBeNull()
    })

    test('of a project, whatever an agent may be given as its instructions is asked about', async () => {
      const { askAs } = await gated(db(), [])
      const work = path.join(home, 'work')
      putFile(work, '/CLAUDE.md', 'Be kind.\n')
      const { connectionId, storeId } = await connect(db(), work, 'read', 'instructions')
      const draft = { default: 'review' as const, rules: [draftRule('refuse', { paths: ['/**'] })] }
      await savePolicy(db(), { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
      await setGate(db(), { connectionId, isOn: true })
      const write = (file_path: string) =>
        askAs({ tool_name: 'Write', tool_input: { file_path, content: 'a' }, cwd: work })
      for (const name of ['CLAUDE.md', 'claude.md', './Agents.MD', '.CLAUDE/Rules/new.md']) {
        expect(await write(name)).toMatchObject({ decision: 'deny' })
      }
      expect(await write('README.md')).toBeNull()
    })

    test('the person is asked where the text could not be scanned in full', async () => {
      const { answer } = await gated(db(), [
        draftRule('mask', { finding: { category: 'secret', severity: null } }),
      ])
      await answer('Write', { content: TOO_MUCH }).toMatchObject({ decision: 'ask' })
    })

    test('the person is asked where the answer is not known in time', async () => {
      const { memory, askAs, connectionId } = await gated(db(), [])
      const call = {
        tool_name: 'Write',
        tool_input: { file_path: path.join(memory, FACT), content: 'a' },
      }
      expect(await askAs(call)).toBeNull()
      expect(await askAs(call, AbortSignal.abort())).toMatchObject({
        decision: 'ask',
        reason: expect.stringContaining('not known in time') as string,
      })
      // Where nobody turned a gate on, the agent goes on.
      await setGate(db(), { connectionId, isOn: false })
      expect(await askAs(call)).toBeNull()
      expect(await askAs(call, AbortSignal.abort())).toBeNull()
    })

    test('the person is asked where it cannot be told what would be written', async () => {
      const { memory, askAs } = await gated(db(), [])
      const file_path = path.join(memory, FACT)
      const doubled = { old_string: 'a', new_string: 'a'.repeat(10_000), replace_all: true }
      for (const [tool_name, tool_input] of [
        ['Write', { content: 'a' }],
        ['Write', { file_path }],
        ['Edit', { file_path, old_string: 'a' }],
        ['MultiEdit', { file_path, edits: Array.from({ length: 1_001 }, () => doubled) }],
        ['MultiEdit', { file_path, edits: [doubled, doubled, doubled] }],
        ['Write', { file_path: 'x.md', content: 'a' }],
        ['NotebookEdit', { file_path, new_source: 'a' }],
      ] as const) {
        expect(await askAs({ tool_name, tool_input })).toMatchObject({ decision: 'ask' })
      }
      const elsewhere = { file_path: '/etc/hosts' }
      expect(await askAs({ tool_name: 'Write', tool_input: elsewhere })).toBeNull()
    })

    test('nothing is said of Bash, of files elsewhere, of a paused folder, and without the gate', async () => {
      const { ask, answer, connectionId } = await gated(db(), [
        draftRule('refuse', { paths: ['/**'] }),
      ])
      await answer('Write').toMatchObject({ decision: 'deny' })
      expect(await ask('Bash')).toBeNull()
      for (const file_path of ['/etc/hosts', `${home}/projects/-work-lighthouse/memory/../x.md`]) {
        expect(await ask('Write', { file_path })).toBeNull()
      }
      await pauseConnection(db(), connectionId)
      expect(await ask('Write')).toBeNull()
      await db().write((tx) => tx.run(`UPDATE connections SET state = 'ok'`))
      await setGate(db(), { connectionId, isOn: false })
      expect(await ask('Write')).toBeNull()
    })
  })
})
