import { db } from '@/lib/db'
import { previewHeld } from '@/lib/sessions/send'
import { describe, expect } from '@/tests/support/fixtures'
import { confirms } from '@/tests/support/messages'
import { redacted } from '@/tests/support/redacted'
import { create, DONE, gate, memory, say as words, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { of, test } from '@/tests/support/talk'
import { written } from '@/tests/support/written'

/** A redaction and the sessions that have read, or wait to write, what it takes out. */

const server = modelServer()

const SECRET = 'hunter2-of-the-harbour'

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
    talk,
    store,
  }) => {
    const held = gate()
    const parts = [words(`The password is ${SECRET}, you said`)]
    const model = server.scripted(
      { parts, holdAfter: 4, until: held.opened },
      { parts: [words('On we go.')] },
    )
    const { id, send, rest, goOn } = await talk(model)
    await send(`My password is ${SECRET}`)
    await server.asked(model)
    expect((await redacted(SECRET, { storeIds: [store.id] })).state).toBe('done')
    held.open()
    expect(of(await rest(), 'session.error')).toMatchObject([{ error: { kind: 'redacted' } }])
    expect(await stored(id)).not.toContain(SECRET)
    await goOn()
    expect(JSON.stringify(server.requests(model).at(-1))).not.toContain(SECRET)
    expect(await stored(id)).toContain('On we go.')
  })

  test('takes back a write that waits and holds the text', async ({ talk, store }) => {
    const writes = { parts: [create('/memories/a.md', `It is ${SECRET}`)] }
    const model = server.scripted(writes, { parts: [words('So be it.')] })
    const { id, say, goOn } = await talk(model, { palimpsest: { approval: 'always_ask' } })
    await say('Note it')
    await redacted(SECRET, { storeIds: [store.id] })
    expect(await stored(id)).not.toContain(SECRET)
    expect(await db.heldWrite.findMany({ where: { sessionId: id } })).toMatchObject([
      { state: 'withdrawn' },
    ])
    await goOn()
    expect(await stored(id)).toContain('So be it.')
    expect(await db.memory.count({ where: { storeId: store.id } })).toBe(0)
  })

  test('takes the hashes of what was sent out of the log, by which it could be guessed', async ({
    talk,
    store,
  }) => {
    const model = server.scripted({ parts: [view()] }, { parts: [words(`Noted: ${SECRET}`)] })
    const { id, say } = await talk(model)
    await say(`Note ${SECRET}`)
    expect(await stored(id)).toMatch(/"request":\{"/)
    await redacted(SECRET, { storeIds: [store.id] })
    expect(await stored(id)).not.toMatch(/"request":\{"/)
    expect(await stored(id)).not.toContain(SECRET)
  })

  test('takes out what was expected, and confirmed, of a text that the session never read', async ({
    talk,
    store,
  }) => {
    await written(store.id, { '/pin.md': `The PIN is ${SECRET}` })
    const model = server.scripted(
      { parts: [memory({ command: 'delete', path: '/memories/pin.md' })] },
      DONE,
    )
    const { id, say, send, rest } = await talk(model, { palimpsest: { approval: 'always_ask' } })
    const [one] = of(await say('Drop it'), 'agent.tool_use')
    const { landing } = await previewHeld(one?.held_write_id ?? '')
    await send(confirms({ id: one?.id ?? '' }, 'allow', { content_sha256: landing.sha256 }))
    await rest()
    expect(await stored(id)).toContain('content_sha256')
    await redacted(SECRET, { storeIds: [store.id] })
    expect(await stored(id)).not.toMatch(/content_sha256|"expected":"\w/)
  })
})
