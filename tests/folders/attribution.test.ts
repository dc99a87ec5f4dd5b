import { appendFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import { db, write } from '@/lib/db'
import { findConnection } from '@/lib/folders/connections'
import { bodyHash, type Fact, factsOfHook, factsOfLine } from '@/lib/folders/facts'
import { attribute, hear } from '@/lib/folders/heard'
import { findObserved, forgetOthers, listObserved } from '@/lib/folders/observed'
import { readTranscripts } from '@/lib/folders/transcripts'
import { listToReview } from '@/lib/review/to-review'
import { removeMemory } from '@/lib/store/change-memories'
import { logEntries } from '@/lib/store/log-entries'
import { BY_PERSON } from '@/lib/store/model/actor'
import { flushReads } from '@/lib/store/reads'
import { atHome } from '../support/claude-home'
import { describe, expect } from '../support/fixtures'
import { watched } from '../support/watched'

/** A memory of Claude Code that is in step, and what its program tells of it. */
const test = atHome.extend('memory', async ({ storeId, home }) => {
  const shop = home.project('code/shop').remember('a.md', 'a\n').talk()
  const step = await watched(storeId, shop.memory, {}, { preset: 'claude_code' })
  const transcript = path.join(shop.folder, 'told.jsonl')
  // Another test's session has another first prompt.
  const outer = `outer of ${storeId}`
  const line = (more: object) => ({
    sessionId: outer,
    cwd: shop.path,
    version: '2.1.330',
    timestamp: new Date().toISOString(),
    ...more,
  })
  return {
    ...step,
    outer,
    /** Claude Code writes lines into a transcript, and they are read. */
    tell: async (lines: object[], ago = 0) => {
      appendFileSync(transcript, lines.map((each) => `${JSON.stringify(line(each))}\n`).join(''))
      const at = new Date(Date.now() - ago)
      utimesSync(transcript, at, at)
      // They are read at most each second.
      await expect
        .poll(async () => {
          await readTranscripts()
          return db.observedSession.count({ where: { outerId: outer } })
        })
        .toBe(1)
    },
    /** Tells of a call by a hook. */
    hook: async (event: string, more: object) => {
      const body = { hook_event_name: event, session_id: 'outer-2', cwd: shop.path, ...more }
      await hear(factsOfHook({ tool_name: '', ...body }, Date.now()), 'hook')
    },
    /** Looks, and goes on after what is exact could have come. */
    later: async () => {
      await step.look()
      const createdAt = new Date(Date.now() - 5_000)
      await write((tx) => tx.version.updateMany({ where: { storeId }, data: { createdAt } }))
      const connection = await findConnection(step.id)
      if (connection) await attribute(connection)
    },
    last: async () => {
      const version = (await step.versions()).at(-1)
      const where = { id: version?.sessionId ?? '' }
      const session = await db.observedSession.findFirst({ where })
      const attribution = (version?.attribution ?? {}) as Record<string, string>
      const { confidence, source, tool, model } = attribution
      return { confidence, source, tool, model, outer: session?.outerId, call: version?.toolUseId }
    },
  }
})

const wrote = (file: string, content: string, id = 'toolu_1') => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
  toolUseResult: { type: 'create', filePath: file, content },
})

const called = (name: string, input: object, id = 'toolu_1') => ({
  type: 'assistant',
  message: {
    role: 'assistant',
    model: 'claude-x',
    content: [{ type: 'tool_use', id, name, input }],
  },
})

describe('the writer of a version', () => {
  test('is exact where the result of a call has the file’s path and bytes, told afterwards', async ({
    memory,
  }) => {
    memory.write('a.md', 'by an agent\n')
    await memory.look()
    expect(await memory.last()).toMatchObject({ confidence: undefined })
    await memory.tell([
      called('Write', { file_path: memory.file('a.md'), content: 'by an agent\n' }),
      wrote(memory.file('a.md'), 'by an agent\n'),
    ])
    await expect.poll(memory.last).toEqual({
      confidence: 'exact',
      source: 'transcript',
      tool: 'Write',
      model: 'claude-x',
      outer: memory.outer,
      call: 'toolu_1',
    })
  })

  test('is exact where a hook told before the file was looked at', async ({ memory }) => {
    await memory.hook('PostToolUse', {
      tool_name: 'Edit',
      tool_use_id: 'toolu_2',
      tool_response: {
        filePath: memory.file('a.md'),
        originalFile: 'a\n',
        structuredPatch: [{ oldStart: 1, oldLines: 1, lines: ['-a', '+b'] }],
      },
    })
    memory.write('a.md', 'b\n')
    await memory.later()
    expect(await memory.last()).toMatchObject({
      confidence: 'exact',
      source: 'hook',
      tool: 'Edit',
      outer: 'outer-2',
      call: 'toolu_2',
    })
  })

  test('is not who wrote other bytes there, however near in time', async ({ memory }) => {
    await memory.hook('PostToolUse', {
      tool_name: 'Write',
      tool_use_id: 'toolu_3',
      tool_response: { filePath: memory.file('a.md'), content: 'mine\n' },
    })
    memory.write('a.md', 'somebody else’s\n')
    await memory.later()
    expect(await memory.last()).toMatchObject({ confidence: undefined, outer: undefined })
  })

  test('is likely a subagent that was to write this body, whose stamps are written anew', async ({
    memory,
  }) => {
    await hear(
      [
        {
          kind: 'call',
          toolUseId: 'toolu_4',
          tool: 'Write',
          model: 'sub',
          at: Date.now(),
          file: memory.file('b.md'),
          session: { outerId: 'outer-4', project: '', version: '' },
          body: bodyHash('---\nname: b\n---\nbody\n'),
        },
      ],
      'transcript',
    )
    memory.put('b.md', '---\nname: b\nmetadata:\n  modified: now\n---\nbody\n')
    await memory.later()
    expect(await memory.last()).toMatchObject({
      confidence: 'likely',
      tool: 'Write',
      outer: 'outer-4',
    })
  })

  test('is likely the one command that ran while the file changed', async ({ memory }) => {
    const call = { tool_name: 'Bash', tool_use_id: 'toolu_5' }
    await memory.hook('PreToolUse', call)
    memory.write('a.md', 'by a command\n')
    await memory.hook('PostToolUse', { ...call, tool_response: { stdout: '' } })
    await memory.later()
    expect(await memory.last()).toMatchObject({
      confidence: 'likely',
      tool: 'Bash',
      call: 'toolu_5',
    })
  })

  test('is likely the session that a new fact names, without a call', async ({ memory }) => {
    memory.put('c.md', '---\nmetadata:\n  originSessionId: outer-session-6\n---\nfact\n')
    await memory.later()
    expect(await memory.last()).toMatchObject({
      confidence: 'likely',
      source: 'front_matter',
      outer: 'outer-session-6',
      call: null,
    })
  })

  test('that is told late is an event, and named in log and review, apart from who is not known', async ({
    memory,
    storeId,
  }) => {
    memory.write('a.md', 'late\n')
    memory.put('b.md', 'told by nobody\n')
    await memory.look()
    await memory.hook('PostToolUse', {
      tool_name: 'Write',
      tool_use_id: 'toolu_7',
      tool_response: { filePath: memory.file('a.md'), content: 'late\n' },
    })
    const types = await db.event.findMany({ where: { storeId }, select: { type: true } })
    expect(types).toEqual([{ type: 'memory_version.attributed' }])
    const { entries } = await logEntries({ storeId, limit: 9, each: 1 })
    const told = entries.find(({ by }) => by?.name === 'Claude Code')
    expect(told).toMatchObject({ memoryCount: 1, memories: [{ version: { path: '/a.md' } }] })
    const { groups } = await listToReview({ storeId })
    expect(new Set(groups.map(({ by }) => by.name))).toEqual(new Set(['Claude Code', null]))
  })
})

describe('a transcript', () => {
  test('of the evening is read after a night, by a clock that was set back', async ({ memory }) => {
    memory.write('a.md', 'in the evening\n')
    await memory.look()
    await readTranscripts()
    vi.setSystemTime(Date.now() - 60_000)
    await memory.tell([wrote(memory.file('a.md'), 'in the evening\n')], 12 * 3_600_000)
    vi.useRealTimers()
    await expect.poll(memory.last).toMatchObject({ confidence: 'exact', outer: memory.outer })
  })
})

describe('the hash of a body', () => {
  test('leaves out the empty lines around it, and takes no longer for many within', () => {
    const text = `a${'\n'.repeat(400_000)}b`
    expect(bodyHash(`---\nname: x\n---\n\n\n${text}\n\n`)).toBe(bodyHash(text))
    expect(bodyHash('\n\n')).toBe(bodyHash(''))
  })
})

describe('an observed session', () => {
  test('has its first prompt, its project, and what it read', async ({ memory, storeId }) => {
    await memory.tell([
      { type: 'user', message: { role: 'user', content: 'What is VAT?' } },
      { type: 'user', message: { role: 'user', content: 'And then?' } },
      {
        type: 'attachment',
        attachment: { type: 'instructions', files: [{ path: memory.file('a.md') }] },
      },
    ])
    await expect
      .poll(() => db.observedSession.findFirst({ where: { outerId: memory.outer } }))
      .toMatchObject({ firstPrompt: 'What is VAT?', client: 'claude_code', version: '2.1.330' })
    await flushReads()
    const [read] = await db.memoryRead.findMany({ where: { storeId } })
    expect(read).toMatchObject({ actorType: 'session', count: 1 })
    const { memoryId = '', sessionId = '' } = read ?? {}
    await removeMemory({ storeId, memoryId }, BY_PERSON)
    expect((await findObserved(sessionId))?.acts).toMatchObject([{ path: '/a.md', reads: 1 }])
  })
})

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
  'what a transcript dates %s happened no later than now, and in a year that databases have',
  (timestamp) => {
    const said = { type: 'user', sessionId: 's', message: { role: 'user', content: 'Hello.' } }
    const [fact] = factsOfLine(JSON.stringify({ ...said, timestamp }))
    expect(fact?.at).toBeGreaterThanOrEqual(0)
    expect(fact?.at).toBeLessThanOrEqual(Date.now())
  },
)

describe('a session about another project', () => {
  const day = 86_400_000
  const talked = (outer: string, ago: number, more: Partial<Fact> = {}) => {
    const session = { outerId: outer, project: '/elsewhere', version: '' }
    const said = { kind: 'prompt', text: 'Elsewhere.', session, at: Date.now() - ago } as const
    return hear([said, ...('kind' in more ? [{ ...said, ...more } as Fact] : [])], 'transcript')
  }
  const kept = async (outer: string) =>
    (await db.observedSession.count({ where: { outerId: outer } })) === 1
  const listed = async () => (await listObserved(100)).map(({ outerId }) => outerId)

  test('is not listed, and is forgotten after a day', async ({ memory: _ }) => {
    await talked('other, today', day - 60_000)
    await talked('other, before', day + 60_000)
    expect(await listed()).not.toContain('other, today')
    await forgetOthers()
    expect([await kept('other, today'), await kept('other, before')]).toEqual([true, false])
  })

  test('is listed and kept where it read here', async ({ memory }) => {
    await talked('reader', day + 60_000, { kind: 'read', file: memory.file('a.md') })
    await forgetOthers()
    expect(await listed()).toContain('reader')
  })
})

describe('a line that is not known', () => {
  test.each(['', 'no JSON "tool_use"', '{"type":"assistant","message":{"content":"tool_use"}}'])(
    'tells nothing: %j',
    (text) => expect(factsOfLine(text)).toEqual([]),
  )
})

describe('the hook', () => {
  test('is answered at once, and takes no body that is none', async ({ as }) => {
    const { ask } = await as({ access: 'hook' })
    const body = { hook_event_name: 'PostToolUse', session_id: 'x', tool_name: 'Read', more: 1 }
    expect(await ask('POST', '/v1/hooks/claude-code', body)).toMatchObject({
      status: 200,
      body: {},
    })
    expect((await ask('POST', '/v1/hooks/claude-code', { session_id: 'x' })).status).toBe(400)
    expect((await ask('GET', '/v1/memory_stores')).status).toBe(403)
  })
})
