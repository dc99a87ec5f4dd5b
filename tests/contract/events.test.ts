import { afterAll, expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import { examineAll } from '@/lib/review/background/examiner'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { listFindings } from '@/lib/review/findings/read-findings'
import { addProposal, completeProposals } from '@/lib/store/proposals/proposals'
import { addChangesetUpdated } from '@/lib/store/events/review-events'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { createStore, deleteStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }
const TOKEN = 'dckr_pat_Example1234567890AbCdEfGhjK'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }

interface Received {
  id: number
  event: string
  data: { memory_version: { path: string } | null; for_review: boolean }
}

/** Listens until this many events have come, or the stream ends. */
async function listen(url: string, count: number, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  const events: Received[] = []
  /** those without an id */
  const hints: { event: string; data: string }[] = []
  let text = ''
  const decoder = new TextDecoder()
  const hear = async () => {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const id = /^id: (\d+)$/m.exec(block)?.[1]
        const event = /^event: (.+)$/m.exec(block)?.[1] ?? ''
        const data = /^data: (.+)$/m.exec(block)?.[1]
        if (!id && data) hints.push({ event, data })
        if (id && data) events.push({ id: +id, event, data: JSON.parse(data) as Received['data'] })
      }
      if (events.length >= count) break
    }
    leaving.abort()
  }
  const done = hear().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  return { response, events, hints, done, leave: () => leaving.abort() }
}

onBothDatabases((current) => {
  let server: TestServer | undefined
  const setUp = async () => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const { id } = await createStore(current(), { name: 'Events' })
    const write = (path: string) =>
      createMemory(current(), { storeId: id, path, content: path, cause })
    return { id, write, url: `${server.url}/v1/memory_stores/${id}/events` }
  }
  afterAll(async () => server?.close())

  test('a listener receives each change, with its number and without its content', async () => {
    const { url, write } = await setUp()
    const { response, events, done } = await listen(url, 2)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await write('/a')
    await write('/b')
    await done
    expect(events.map(({ id, event, data }) => [id, event, data.memory_version?.path])).toEqual([
      [1, 'memory.created', '/a'],
      [2, 'memory.created', '/b'],
    ])
    expect(events[0]?.data.memory_version).toMatchObject({ content: null })
  })

  test('what an agent writes is told as for review, and not what a person imports of an agent', async () => {
    const { id, url } = await setUp()
    await createMemory(current(), { storeId: id, path: '/a', content: 'a', cause: AGENT })
    await applyMoment(current(), {
      storeId: id,
      batch: null,
      steps: [{ op: 'write', path: '/b', content: 'b' }],
      cause: AGENT,
      importedBy: { actor: LOCAL_USER_ACTOR },
    })
    const { events, done } = await listen(`${url}?after=0`, 2)
    await done
    expect(events.map(({ data }) => data.for_review)).toEqual([true, false])
  })

  test('missed events are replayed after Last-Event-ID, or after the requested number', async () => {
    const { url, write } = await setUp()
    for (const path of ['/a', '/b', '/c']) await write(path)
    const resumed = await listen(url, 2, { 'last-event-id': '1' })
    await resumed.done
    expect(resumed.events.map(({ id }) => id)).toEqual([2, 3])
    const asked = await listen(`${url}?after=0`, 3)
    await asked.done
    expect(asked.events.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('listeners that come and go while many write miss nothing and receive nothing twice', async () => {
    const { url, write } = await setUp()
    const total = 120
    const writing = Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let i = 0; i < total / 6; i++) await write(`/${writer}/${i}`)
      }),
    )
    const heard: number[] = []
    while (heard.length < total) {
      const { events, done, leave } = await listen(`${url}?after=${heard.at(-1) ?? 0}`, 17)
      // The last stretch may have fewer events than requested.
      await Promise.race([done, untilHeard(events, total - heard.length)])
      leave()
      heard.push(...events.map(({ id }) => id))
    }
    await writing
    expect(heard).toEqual(Array.from({ length: total }, (_, index) => index + 1))
  })

  test('the stream of a store that is deleted ends', async () => {
    const { id, url, write } = await setUp()
    await write('/a')
    const { events, done } = await listen(`${url}?after=0`, 99)
    await untilHeard(events, 1)
    await deleteStore(current(), { storeId: id, cause })
    await done
    expect(events).toHaveLength(1)
  })

  test('a listener that leaves is released', async () => {
    const { url, write } = await setUp()
    await write('/a')
    const { done } = await listen(`${url}?after=0`, 1)
    await done
    await expect.poll(() => current().changes.hasListeners).toBe(false)
  })

  test('many listeners receive the same, whatever is written meanwhile', async () => {
    const { url, write } = await setUp()
    const listeners = await Promise.all(Array.from({ length: 50 }, () => listen(url, 20)))
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(`/${index}`)))
    await Promise.all(listeners.map(({ done }) => done))
    for (const { events } of listeners) {
      expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    }
  })

  test('a listener is told what happens in the review, by ids only, and nothing is replayed', async () => {
    const { id, url } = await setUp()
    const db = current()
    const { events, hints, done, leave } = await listen(url, 99)
    const content = `one\ntoken: ${TOKEN}.\n`
    const secret = { storeId: id, path: '/secret', content, cause: AGENT }
    const { id: memoryId } = await createMemory(db, secret)
    await examineAll(db)
    await updateMemory(db, { storeId: id, memoryId, content: `${content}two\n`, cause: AGENT })
    await examineAll(db)
    const held = { storeId: id, cause: AGENT, kind: 'modified', path: '/secret' } as const
    const proposalId = await db.write((tx) => addProposal(tx, { ...held, command: {} }))
    const settled = { state: 'denied', by: LOCAL_USER_ACTOR } as const
    await db.write((tx) => completeProposals(tx, { proposalId: proposalId ?? '' }, settled))
    await expect.poll(() => hints.map(({ event }) => event)).toContain('proposal.settled')
    const [changeset] = (await listChangesets(db, { storeId: id, limit: 1 })).changesets
    const [finding] = (await listFindings(db, { storeId: id, limit: 1 })).findings
    const told = (event: string) => {
      const hint = hints.find((each) => each.event === event)
      return hint && (JSON.parse(hint.data) as object)
    }
    const store = { memory_store_id: id, created_at: expect.any(String) as string }
    expect(told('changeset.updated')).toEqual({
      type: 'changeset.updated',
      changeset_id: changeset?.id,
      ...store,
    })
    expect(told('finding.created')).toEqual({
      type: 'finding.created',
      finding_id: finding?.id,
      ...store,
    })
    expect(told('findings.updated')).toEqual({
      type: 'findings.updated',
      memory_id: memoryId,
      ...store,
    })
    expect(told('proposal.created')).toEqual({
      type: 'proposal.created',
      proposal_id: proposalId,
      ...store,
    })
    expect(JSON.stringify([events, hints])).not.toContain(TOKEN)
    leave()
    await done
    const later = await listen(`${url}?after=0`, 1)
    await later.done
    expect(later.hints).toEqual([])
  })

  test('the listener of a store hears nothing of the review of another', async () => {
    const [one, other] = [await setUp(), await setUp()]
    const { hints, events, leave, done } = await listen(one.url, 1)
    await other.write('/a')
    await examineAll(current())
    await one.write('/b')
    await done
    leave()
    expect([events.length, hints.length]).toEqual([1, 0])
  })

  test('what was told long ago is dropped', async () => {
    const { id } = await setUp()
    const db = current()
    await createMemory(db, { storeId: id, path: '/a', content: 'a', cause: AGENT })
    const [changeset] = await db.read.all<{ key: number }>('SELECT key FROM changesets')
    for (let told = 0; told < 700; told++) {
      await db.write((tx) => addChangesetUpdated(tx, changeset?.key ?? 0))
    }
    const [left] = await db.read.all<{ count: number }>(
      'SELECT count(*) AS count FROM review_events',
    )
    expect(left?.count).toBeLessThan(700)
  })

  test('an invalid number is refused', async () => {
    const { url } = await setUp()
    expect((await fetch(`${url}?after=x`)).status).toBe(400)
    expect((await fetch(url, { headers: { 'last-event-id': 'x' } })).status).toBe(400)
  })
})

async function untilHeard(events: readonly unknown[], count: number): Promise<void> {
  while (events.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
}
