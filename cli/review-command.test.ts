import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { holdWrite } from '@/lib/proposals/hold-write'
import { examineAll } from '@/lib/review/background/examiner'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { addProposal } from '@/lib/store/proposals/proposals'
import { allMemories } from '@/lib/store/memories/all-memories'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { commandLine } from '@/tests/support/run-command-line'

const AGENT = { actor: { type: 'session', id: 'sesn_agent' } } as const

const { db, run, keyFile } = commandLine('review')

/** Runs `palimpsest review …`. */
const review = (...args: string[]) => run(args)

/** A store in which an agent changed a line and added a memory. */
async function changed() {
  const { id: storeId } = await createStore(db(), { name: 'Notes' })
  const made = { storeId, path: '/a.md', content: 'one\ntwo\n', cause: { actor: LOCAL_USER_ACTOR } }
  const { id: memoryId } = await createMemory(db(), made)
  await updateMemory(db(), { storeId, memoryId, content: 'one\n\u001b[31mred\n', cause: AGENT })
  await createMemory(db(), { storeId, path: '/new.md', content: 'new\n', cause: AGENT })
  await examineAll(db())
  const { changesets } = await listChangesets(db(), { limit: 1 })
  return { storeId, changesetId: changesets[0]?.id ?? '' }
}

/** A write that waits in a session. */
async function waitingInSession(): Promise<{ storeId: string; proposalId: string }> {
  const { id: storeId } = await createStore(db(), { name: 'Notes' })
  const proposalId = await db().write((tx) =>
    addProposal(tx, {
      storeId,
      path: '/a.md',
      kind: 'created',
      command: null,
      cause: { ...AGENT, sessionId: AGENT.actor.id, toolUseId: 'sevt_call' },
      rule: null,
      lapsesAt: null,
    }),
  )
  return { storeId, proposalId: proposalId ?? '' }
}

/** Answers one request as the server would; says what it was asked. */
async function serverThatSays(status: number, body: object) {
  const asked: { url: string | undefined; key: string | undefined; sent: unknown }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    request.on('end', () => {
      asked.push({
        url: request.url,
        key: request.headers.authorization,
        sent: JSON.parse(text) as unknown,
      })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, port: `${port}`, close: () => new Promise((done) => server.close(done)) }
}

async function contents(storeId: string) {
  const found: Record<string, string | null> = {}
  for await (const { path: at, content } of allMemories(db(), { storeId })) found[at] = content
  return found
}

describe('palimpsest review', () => {
  test('lists what is open, and shows a changeset with its hunks', async () => {
    const { changesetId } = await changed()
    const listed = await review()
    expect(listed).toMatchObject({ code: 0, complaint: '' })
    expect(listed.output).toContain(`${changesetId}  `)
    expect(listed.output).toContain('2 open')
    expect((await review('--state', 'done')).output).toBe('')
    const { output } = await review(changesetId)
    expect(output).toContain('/a.md')
    expect(output).toContain('- two\n')
    // No escape sequence of an agent reaches the terminal.
    expect(output).toContain('+ \\x1b[31mred')
  })

  test('prints JSON', async () => {
    const { changesetId } = await changed()
    const listed = JSON.parse((await review('--json')).output) as { id: string }[]
    expect(listed).toMatchObject([{ id: changesetId, openHunks: 2 }])
    const shown = JSON.parse((await review(changesetId, '--json')).output) as object
    expect(shown).toMatchObject({
      changeset: { id: changesetId },
      hunks: [{ type: 'changeset_hunk', decision: null }, { type: 'changeset_hunk' }],
    })
  })

  test('rejects and applies with a key that may, and is done', async () => {
    const { storeId, changesetId } = await changed()
    const key = ['--key-file', await keyFile()]
    expect((await review('reject', changesetId, '--all', ...key)).output).toMatch(
      /^2 rejected, 0 left open\n/,
    )
    expect((await review('apply', changesetId, '--dry-run', ...key)).output).toMatch(
      /^2 would change/,
    )
    expect(Object.keys(await contents(storeId))).toEqual(['/a.md', '/new.md'])
    expect((await review('apply', changesetId, ...key)).output).toMatch(/^2 changed/)
    expect(await contents(storeId)).toEqual({ '/a.md': 'one\ntwo\n' })
    const rows = await db().read.all('SELECT DISTINCT seen FROM hunk_decisions')
    expect(rows).toEqual([{ seen: 0 }])
  })

  test.each([
    ['without a key', {}, []],
    ['with a key that only writes', { access: 'write' as const }, ['--key-file', 'reviewer.key']],
    [
      'with the key of an agent',
      { access: 'admin' as const, purpose: 'agent' as const },
      ['--key-file', 'reviewer.key'],
    ],
  ])('decides nothing %s', async (_, input, args) => {
    const { changesetId } = await changed()
    await keyFile(input)
    const { code, complaint } = await review('accept', changesetId, '--all', ...args)
    expect([code, complaint]).toEqual([2, expect.stringMatching(/needs --key-file|may not decide/)])
    expect(await db().read.all('SELECT 1 FROM hunk_decisions')).toEqual([])
  })

  test('has no changeset of a store that the key does not see', async () => {
    const { changesetId } = await changed()
    const other = await createStore(db(), { name: 'Other' })
    const key = ['--key-file', await keyFile({ storeIds: [other.id] })]
    const { code, complaint } = await review('accept', changesetId, '--all', ...key)
    expect([code, complaint]).toEqual([1, 'palimpsest: changeset not found\n'])
  })

  test('shows a write that waits, and allows it as it was shown', async () => {
    const { storeId } = await changed()
    const id = await holdWrite(db(), {
      storeId,
      command: { kind: 'create', path: '/held.md', content: 'held\n' },
      cause: { actor: LOCAL_API_ACTOR },
      path: '/held.md',
      kind: 'created',
      rule: { id: 'default', revision: 1 },
      lapseAfter: 60_000,
    })
    const proposalId = id ?? ''
    expect((await review('waiting')).output).toMatch(
      new RegExp(`^${proposalId} {2}waiting {2}created {2}/held\\.md`),
    )
    const { output } = await review(proposalId)
    expect(output).toContain('+ held\n')
    const shown = /shown: ([0-9a-f]{64})/.exec(output)?.[1] ?? ''
    const key = ['--key-file', await keyFile()]
    const wrong = await review('allow', proposalId, '--shown', '0'.repeat(64), ...key)
    expect(wrong).toMatchObject({ code: 1, output: '' })
    const allowed = await review('allow', proposalId, '--shown', shown, ...key)
    expect(allowed.output).toBe(`${proposalId} is allowed\n`)
    expect(await contents(storeId)).toMatchObject({ '/held.md': 'held\n' })
  })

  test.each([
    [['--state', 'gone'], '--state must be open, snoozed or done'],
    [['--limit', '0'], '--limit must be a number from 1 to 1000'],
    [['fly'], 'there is no review fly'],
    [['accept', 'chgset_x'], 'name a changeset, and its hunks or --all'],
    [['allow', 'prop_x'], 'review allow needs --shown'],
  ])('names the fault in %j', async (args, why) => {
    const { code, complaint } = await review(...args)
    expect([code, complaint]).toEqual([2, expect.stringContaining(why)])
  })

  test('answers a write that waits in a session through the server, which goes on with it', async () => {
    const { storeId, proposalId } = await waitingInSession()
    const key = await keyFile()
    const server = await serverThatSays(200, { state: 'denied' })
    const args = ['deny', proposalId, '--message', 'Not there.', '--key-file', key]
    expect(await run(args, { PORT: server.port, HOST: '127.0.0.1' })).toMatchObject({
      code: 0,
      output: `${proposalId} is denied\n`,
    })
    await server.close()
    expect(server.asked).toEqual([
      {
        url: `/v1/memory_stores/${storeId}/proposals/${proposalId}`,
        key: expect.stringMatching(/^Bearer plk_/) as string,
        sent: { result: 'deny', message: 'Not there.' },
      },
    ])
    const gone = await run(args, { PORT: server.port, HOST: '127.0.0.1' })
    expect(gone).toMatchObject({ code: 2, output: '' })
    expect(gone.complaint).toContain('the server goes on: that is not there')
  })

  test('says what the server has against an answer', async () => {
    const { proposalId } = await waitingInSession()
    const server = await serverThatSays(409, { error: { message: 'The write changed.' } })
    const args = ['allow', proposalId, '--shown', 'x', '--key-file', await keyFile()]
    const refused = await run(args, { PORT: server.port, HOST: '127.0.0.1' })
    await server.close()
    expect(refused.code).not.toBe(0)
    expect(refused.complaint).toContain('The write changed.')
  })
})
