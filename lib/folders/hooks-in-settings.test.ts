import { describe, expect, test } from 'vitest'
import { SettingsFormError, withHooks, withoutHooks } from './hooks-in-settings'

const SERVER = 'http://127.0.0.1:3000'
const URL = `${SERVER}/v1/hooks/claude-code`
const other = { matcher: 'Bash', hooks: [{ type: 'command', command: 'say' }] }

const urlsIn = (text: string | null) =>
  [...(text ?? '').matchAll(/"url": ?"([^"]+)"/g)].map(([, url]) => url)

describe('Claude Code’s settings', () => {
  test('get both hooks, and are to the byte what they were without them', () => {
    for (const text of [
      null,
      '',
      '\n',
      '{}',
      '{\n}\n',
      '{"model":"kept"}',
      '{ "hooks": {}, "env": {"A": "\\"}"} }\n',
      '{\r\n  "model": "kept",\r\n  "list": [1,2]\r\n}\r\n',
      '{\n  "model": "kept"\n}\n',
      '{\n  "permissions": { "allow": ["a", "b"] },\n\n  "hooks": { }\n}',
      '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}',
      '{\n  "hooks": {\n    "PreToolUse": [],\n    "PostToolUse": [ ]\n  }\n}\n\n',
      `${JSON.stringify({ hooks: { PostToolUse: [other] }, env: { A: '1' } }, null, 4)}\n`,
      JSON.stringify({ hooks: { PreToolUse: [other], PostToolUse: [other] } }),
    ]) {
      const { text: after, fragment } = withHooks(text, SERVER)
      expect(fragment.match(/Write\|Edit/g)).toHaveLength(2)
      expect(urlsIn(after)).toEqual([URL, URL])
      expect(withHooks(after, SERVER).text).toBe(after)
      expect(withoutHooks(after).text).toBe(text)
    }
  })

  test('are indented as they were', () => {
    const { text } = withHooks('{\n\t"model": "kept"\n}\n', SERVER)
    expect(text).toBe(`${JSON.stringify(JSON.parse(text ?? ''), null, '\t')}\n`)
  })

  test('keep what stands beside ours, also what was added since', () => {
    const shared = { matcher: 'Write', hooks: [{ type: 'http', url: URL }, ...other.hooks] }
    const text = JSON.stringify({ hooks: { PostToolUse: [shared] } })
    expect(JSON.parse(withoutHooks(text).text ?? '')).toEqual({
      hooks: { PostToolUse: [{ matcher: 'Write', hooks: other.hooks }] },
    })
    const added = JSON.parse(withHooks(null, SERVER).text ?? '') as {
      hooks: { PreToolUse: object[] }
    }
    added.hooks.PreToolUse.push(other)
    expect(
      JSON.parse(withoutHooks(JSON.stringify({ ...added, a: 1 }, null, 2)).text ?? ''),
    ).toEqual({
      hooks: { PreToolUse: [other] },
      a: 1,
    })
    expect(withoutHooks('{}').text).toBe('{}')
  })

  test('send to the server that asked last, by whichever name this machine has', () => {
    const { text } = withHooks('{}', 'http://localhost:3000')
    expect(withHooks(text, SERVER)).toMatchObject({ text, replaced: [] })
    const moved = withHooks(text, 'http://127.0.0.1:4000')
    expect(moved.replaced).toEqual(['http://localhost:3000/v1/hooks/claude-code'])
    const now = 'http://127.0.0.1:4000/v1/hooks/claude-code'
    expect(urlsIn(moved.text)).toEqual([now, now])
    expect(withoutHooks(moved.text).text).toBe('{}')
  })

  test('of an earlier version are replaced by those that ask before a notebook is written, too', () => {
    const before = JSON.stringify({
      hooks: {
        PreToolUse: [other, { matcher: 'Write|Edit', hooks: [{ type: 'http', url: URL }] }],
        PostToolUse: [{ matcher: '*', hooks: [{ type: 'http', url: URL }] }],
      },
    })
    const { hooks } = JSON.parse(withHooks(before, SERVER).text ?? '') as {
      hooks: Record<string, { matcher: string }[]>
    }
    expect(hooks.PreToolUse).toHaveLength(2)
    expect(hooks.PreToolUse?.[0]).toEqual(other)
    expect(hooks.PreToolUse?.[1]?.matcher).toContain('NotebookEdit')
    expect(hooks.PostToolUse?.[0]?.matcher).toBe('*')
  })

  test('are left alone if they are no JSON, or of a form that is not known', () => {
    for (const text of ['{', '{"hooks":[]}', '{"hooks":{"PreToolUse":{}}}', '// {}']) {
      expect(() => withHooks(text, SERVER)).toThrow(SettingsFormError)
    }
  })
})
