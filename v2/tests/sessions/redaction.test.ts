import { db } from '@/lib/db'
import { jobEnded } from '@/lib/jobs/jobs'
import { redactText } from '@/lib/store/redact/redact'
import { BY_PERSON } from '@/lib/store/model/actor'
import { type Caller, describe, expect, test } from '@/tests/support/fixtures'
import { create, gate, modelName, say, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'

/** A redaction and the sessions that have read, or wait to write, what it takes out. */

const server = modelServer()

const SECRET = 'hunter2-of-the-harbour'

const redact = async (storeIds: string[]) => {
  const ask = { text: SECRET, replacement: '[gone]', storeIds, earlierVersions: 'rewrite' as const }
  return jobEnded((await redactText(ask, BY_PERSON)).id)
}

async function opened({ sdk }: Caller, storeId: string, more: object = {}) {
  const model = modelName()
  const session = await sdk.beta.sessions.create({
    agent: { model } as never,
    environment_id: 'env',
    resources: [{ type: 'memory_store', memory_store_id: storeId }],
    ...more,
  })
  const tell = (text: string) =>
    sdk.beta.sessions.events.send(session.id, {
      events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
    })
  const status = async () => (await sdk.beta.sessions.retrieve(session.id)).status
  return { id: session.id, model, tell, status }
}

/** All that is stored of a session, as text. */
async function stored(sessionId: string): Promise<string> {
  const [events, session, held] = await Promise.all([
    db.sessionEvent.findMany({ where: { sessionId } }),
    db.session.findUnique({ where: { id: sessionId } }),
    db.heldWrite.findMany({ where: { sessionId } }),
  ])
  return JSON.stringify([events, session, held])
}

describe('a redaction', () => {
  test('stops a run in the middle of its answer, leaves nothing of the text, and it goes on from there', async ({
    as,
    store,
  }) => {
    const caller = await as()
    const { id, model, tell, status } = await opened(caller, store.id)
    const held = gate()
    const half = [say(`The password is ${SECRET}, you said`)]
    server.script(
      model,
      { parts: half, holdAfter: 4, until: held.opened },
      { parts: [say('On we go.')] },
    )
    await tell(`My password is ${SECRET}`)
    await server.asked(model)
    expect((await redact([store.id])).state).toBe('done')
    held.open()
    expect(await stored(id)).not.toContain(SECRET)
    expect(await status()).toBe('idle')
    const events = await caller.sdk.beta.sessions.events.list(id, { limit: 100 })
    const [error] = events.data.filter(({ type }) => type === 'session.error')
    expect(error).toMatchObject({ error: { kind: 'redacted' } })
    await caller.ask('POST', `/v1/sessions/${id}/continue`)
    await expect.poll(status).toBe('idle')
    expect(JSON.stringify(server.requests(model).at(-1))).not.toContain(SECRET)
    expect(await stored(id)).toContain('On we go.')
  })

  test('takes back a write that waits and holds the text', async ({ as, store }) => {
    const caller = await as()
    const { id, model, tell, status } = await opened(caller, store.id, {
      palimpsest: { approval: 'always_ask' },
    })
    server.script(
      model,
      { parts: [create('/memories/a.md', `It is ${SECRET}`)] },
      { parts: [say('So be it.')] },
    )
    await tell('Note it')
    await expect.poll(async () => await db.heldWrite.count({ where: { sessionId: id } })).toBe(1)
    await expect.poll(status).toBe('idle')
    await redact([store.id])
    expect(await stored(id)).not.toContain(SECRET)
    const [row] = await db.heldWrite.findMany({ where: { sessionId: id } })
    expect(row?.state).toBe('withdrawn')
    await caller.ask('POST', `/v1/sessions/${id}/continue`)
    await expect.poll(() => stored(id)).toContain('So be it.')
    expect(await db.memory.count({ where: { storeId: store.id } })).toBe(0)
  })

  test('takes the hashes of what was sent out of the log, by which it could be guessed', async ({
    as,
    store,
  }) => {
    const { id, model, tell, status } = await opened(await as(), store.id)
    server.script(model, { parts: [view()] }, { parts: [say(`Noted: ${SECRET}`)] })
    await tell(`Note ${SECRET}`)
    await expect.poll(() => stored(id)).toContain('session.status_idle')
    await expect.poll(status).toBe('idle')
    expect(await stored(id)).toMatch(/"request":\{"/)
    await redact([store.id])
    expect(await stored(id)).not.toMatch(/"request":\{"/)
    expect(await stored(id)).not.toContain(SECRET)
  })
})
