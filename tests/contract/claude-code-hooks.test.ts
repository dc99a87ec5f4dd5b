import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setGate } from '@/lib/connect/change-connection'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { connect, folderWith } from '@/tests/support/watched-folder'

/** Claude Code's hooks over HTTP. To its program an error is leave to continue. */

onBothDatabases((db) => {
  let server: TestServer | undefined
  let folder = ''
  afterAll(() => server?.close())
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function send(body: string | object) {
    server ??= await serveApi(db())
    const response = await fetch(`${server.url}/v1/hooks/claude-code`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as object }
  }

  async function gated(isOn: boolean) {
    folder = folderWith({ '/a.md': 'one\n' })
    const { connectionId } = await connect(db(), folder)
    await setGate(db(), { connectionId, isOn })
    const call = {
      hook_event_name: 'PreToolUse',
      session_id: 'x',
      tool_name: 'Write',
      tool_input: { file_path: path.join(folder, 'a.md'), content: 'two\n' },
    }
    return {
      call,
      unreadable: [
        { ...call, session_id: 'a\0b' },
        { ...call, session_id: 'x'.repeat(1_000) },
        { ...call, cwd: '/a'.repeat(10_000) },
        { ...call, tool_use_id: 1 },
        JSON.stringify({ ...call, tool_input: 'x'.repeat(13 * 1024 * 1024) }),
      ],
    }
  }

  test('a call before a write that cannot be read is a person’s to decide on where a gate is on', async () => {
    const { call, unreadable } = await gated(true)
    expect(await send(call)).toEqual({ status: 200, body: {} })
    for (const body of unreadable) {
      expect(await send(body)).toMatchObject({
        status: 200,
        body: { hookSpecificOutput: { permissionDecision: 'ask' } },
      })
    }
  })

  test('a call that cannot be read is refused otherwise, and nothing of it is kept', async () => {
    const { unreadable } = await gated(false)
    for (const body of unreadable) {
      expect((await send(body)).status).toBe(typeof body === 'string' ? 413 : 400)
    }
    const after = { hook_event_name: 'PostToolUse', session_id: 'a\0b', tool_use_id: 'toolu_1' }
    expect((await send({ ...after, tool_name: 'Bash' })).status).toBe(400)
    expect(await db().read.all('SELECT key FROM heard_calls')).toEqual([])
  })
})
