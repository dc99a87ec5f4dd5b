import { describe, expect, test } from 'vitest'
import { SettingsFormError, withHooks, withoutHooks } from './hooks-in-settings'

const URL = 'http://127.0.0.1:3000/v1/hooks/claude-code'
const other = { matcher: 'Bash', hooks: [{ type: 'command', command: 'say' }] }

describe('Claude Code’s settings', () => {
  test('get both hooks, and are byte for byte what they were without them', () => {
    for (const text of [
      '{\n  "model": "kept"\n}\n',
      '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}',
      `${JSON.stringify({ hooks: { PostToolUse: [other] }, env: { A: '1' } }, null, 4)}\n`,
    ]) {
      const { text: after, fragment } = withHooks(text, URL)
      expect(fragment.match(/Write\|Edit/g)).toHaveLength(2)
      expect(withHooks(after, URL).text).toBeNull()
      expect(withoutHooks(after, URL).text).toBe(text)
    }
  })

  test('are made if there are none, and keep what stands beside ours', () => {
    expect(JSON.parse(withHooks(null, URL).text ?? '')).toMatchObject({
      hooks: { PreToolUse: [{ hooks: [{ url: URL }] }], PostToolUse: [{ hooks: [{ url: URL }] }] },
    })
    const shared = { matcher: 'Write', hooks: [{ type: 'http', url: URL }, ...other.hooks] }
    const text = JSON.stringify({ hooks: { PostToolUse: [shared] } })
    expect(JSON.parse(withoutHooks(text, URL).text ?? '')).toEqual({
      hooks: { PostToolUse: [{ matcher: 'Write', hooks: other.hooks }] },
    })
    expect(withoutHooks('{}', URL).text).toBeNull()
  })

  test('of an earlier version are replaced by those that ask before a notebook is written, too', () => {
    const before = JSON.stringify({
      hooks: {
        PreToolUse: [other, { matcher: 'Write|Edit', hooks: [{ type: 'http', url: URL }] }],
        PostToolUse: [{ matcher: '*', hooks: [{ type: 'http', url: URL }] }],
      },
    })
    const { hooks } = JSON.parse(withHooks(before, URL).text ?? '') as {
      hooks: Record<string, { matcher: string }[]>
    }
    expect(hooks.PreToolUse).toHaveLength(2)
    expect(hooks.PreToolUse?.[0]).toEqual(other)
    expect(hooks.PreToolUse?.[1]?.matcher).toContain('NotebookEdit')
    expect(hooks.PostToolUse?.[0]?.matcher).toBe('*')
  })

  test('are left alone if they are no JSON, or of a form that is not known', () => {
    for (const text of ['{', '{"hooks":[]}', '{"hooks":{"PreToolUse":{}}}', '// {}']) {
      expect(() => withHooks(text, URL)).toThrow(SettingsFormError)
    }
  })
})
