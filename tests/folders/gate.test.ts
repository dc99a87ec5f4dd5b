import { existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { changeConnection } from '@/lib/folders/connections'
import { changeHooks, planHooks } from '@/lib/folders/settings-file'
import { createStore } from '@/lib/store/change-stores'
import { atHome } from '../support/claude-home'
import { describe, expect } from '../support/fixtures'
import { redacted } from '../support/redacted'
import { setRules } from '../support/rules'
import { watched } from '../support/watched'

const KEY = `ghp_${'aZ3'.repeat(12)}`

const test = atHome.extend('gate', async ({ home, storeId, as }) => {
  const shop = home.project('code/shop').remember('a.md', 'one\ntwo\n').talk()
  const { id } = await watched(storeId, shop.memory, {}, { preset: 'claude_code' })
  await changeConnection(id, { hasGate: true })
  const { ask } = await as()
  return {
    id,
    file: path.join(shop.memory, 'a.md'),
    /** What a call that is about to write is answered. */
    asks: async (tool: string, input: object, by = ask) => {
      const body = {
        hook_event_name: 'PreToolUse',
        session_id: 'outer',
        cwd: shop.path,
        tool_name: tool,
        tool_use_id: 'toolu',
        tool_input: input,
      }
      const answer = await by<{ hookSpecificOutput?: Record<string, string> }>(
        'POST',
        '/v1/hooks/claude-code',
        body,
      )
      const { permissionDecision, permissionDecisionReason } = answer.body.hookSpecificOutput ?? {}
      return { decision: permissionDecision, reason: permissionDecisionReason }
    },
  }
})

describe('before it writes', () => {
  test('nothing is said where no rule has anything to say, or the gate is off', async ({
    gate,
    storeId,
  }) => {
    const write = { file_path: gate.file, content: 'plain\n' }
    expect(await gate.asks('Write', write)).toEqual({ decision: undefined, reason: undefined })
    await setRules(storeId, { secrets: 'refuse' })
    await changeConnection(gate.id, { hasGate: false })
    expect(await gate.asks('Write', { ...write, content: KEY })).toMatchObject({
      decision: undefined,
    })
  })

  test('what a rule refuses is denied, with a reason for the model', async ({ gate, storeId }) => {
    await setRules(storeId, { secrets: 'refuse' })
    const write = { file_path: gate.file, content: `key ${KEY}\n` }
    expect(await gate.asks('Write', write)).toEqual({
      decision: 'deny',
      reason: expect.stringContaining("refused by this store's rules about secrets") as string,
    })
    const edit = { file_path: gate.file, old_string: 'two', new_string: KEY }
    expect(await gate.asks('Edit', edit)).toMatchObject({ decision: 'deny' })
  })

  test('a key for other stores is told nothing', async ({ gate, storeId, as }) => {
    await setRules(storeId, { secrets: 'refuse' })
    const { id } = await createStore({ name: 'Another' })
    const other = await as({ access: 'hook', storeIds: [id] })
    const write = { file_path: gate.file, content: KEY }
    expect((await gate.asks('Write', write, other.ask)).decision).toBeUndefined()
  })

  test('what a rule holds is asked, and so is what is not looked into', async ({
    gate,
    storeId,
  }) => {
    await setRules(storeId, { secrets: 'hold' })
    const { file } = gate
    for (const [tool, input] of [
      ['Write', { file_path: file, content: KEY }],
      ['MultiEdit', { file_path: file, edits: [] }],
      ['NotebookEdit', { notebook_path: file, new_source: 'x' }],
      ['Edit', { file_path: file, old_string: 'nowhere', new_string: 'x' }],
      ['Write', { content: 'x' }],
    ] as const) {
      expect(await gate.asks(tool, input), tool).toMatchObject({ decision: 'ask' })
    }
  })

  test('a text that was redacted is denied', async ({ gate, storeId }) => {
    await redacted('never again this', { storeIds: [storeId] })
    const write = { file_path: gate.file, content: 'it is never again this\n' }
    expect(await gate.asks('Write', write)).toMatchObject({ decision: 'deny' })
  })

  test('what is written elsewhere is none of its business', async ({ gate, folder, storeId }) => {
    await setRules(storeId, { secrets: 'refuse' })
    const write = { file_path: path.join(folder, 'other.md'), content: KEY }
    expect(await gate.asks('Write', write)).toMatchObject({ decision: undefined })
  })

  test.for([
    ['on the way to it', 'by-link/new.md'],
    ['that stands for it', 'link.md'],
    ['to where its folder is not there yet', 'by-link/new/er/b.md'],
  ] as const)('a file is known by a link %s, too', async ([, at], { gate, folder, storeId }) => {
    await setRules(storeId, { secrets: 'refuse' })
    symlinkSync(path.dirname(gate.file), path.join(folder, 'by-link'))
    symlinkSync(gate.file, path.join(folder, 'link.md'))
    const write = { file_path: path.join(folder, at), content: KEY }
    expect(await gate.asks('Write', write)).toMatchObject({ decision: 'deny' })
  })

  test('a folder whose name is no NFC is known, and so are the files in it', async ({
    gate,
    folder,
  }) => {
    const { id } = await createStore({ name: 'Bücher' })
    await setRules(id, { secrets: 'refuse' })
    const nfd = 'Bücher'.normalize('NFD')
    const place = path.join(realpathSync(folder), nfd)
    const files = { [`${nfd}.md`]: 'one\ntwo\n' }
    const books = await watched(id, place, files, { preset: 'claude_code' })
    await changeConnection(books.id, { hasGate: true })
    const file_path = path.join(place, `${nfd}.md`)
    const edit = { file_path, old_string: 'two', new_string: KEY }
    expect(await gate.asks('Edit', edit)).toMatchObject({ decision: 'deny' })
  })
})

describe('hooks', () => {
  test('are added to Claude Code’s settings and taken out to the byte', async ({ home }) => {
    const file = path.join(home.root, 'settings.json')
    const text = '{\n    "model": "kept"\n}\n'
    writeFileSync(file, text)
    expect((await planHooks('add')).isDone).toBe(false)
    const { before } = await planHooks('add')
    await changeHooks('add', before)
    expect(readFileSync(file, 'utf8')).toContain('/v1/hooks/claude-code')
    expect((await planHooks('add')).isDone).toBe(true)
    await changeHooks('remove', (await planHooks('remove')).before)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('make the file where there is none, and leave none', async ({ home }) => {
    const file = path.join(home.root, 'settings.json')
    await changeHooks('add', null)
    expect(existsSync(file)).toBe(true)
    await changeHooks('remove', (await planHooks('remove')).before)
    expect(existsSync(file)).toBe(false)
  })

  test('are not added where the file changed meanwhile, or is no JSON', async ({ home }) => {
    const file = path.join(home.root, 'settings.json')
    writeFileSync(file, '{}')
    const { before } = await planHooks('add')
    writeFileSync(file, '{"model":"other"}')
    await expect(changeHooks('add', before)).rejects.toMatchObject({ code: 'settings_changed' })
    writeFileSync(file, '// none')
    await expect(planHooks('add')).rejects.toMatchObject({ code: 'settings_unreadable' })
    expect(readFileSync(file, 'utf8')).toBe('// none')
  })
})
