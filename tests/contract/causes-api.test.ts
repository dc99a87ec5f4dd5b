import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { replaysFinished } from '@/lib/replay/run-replays'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { modelServer } from '@/tests/support/model-server'
import { say as words, view } from '@/tests/support/scripted-model-server'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'

const models = modelServer()
let names = 0

const CHECK = { type: 'contains', text: 'On Fridays' }

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  async function answered(db: Database) {
    const model = `causes-api-${++names}`
    models.rule(model, (request) => {
      const sent = JSON.stringify(request.messages)
      if (!sent.includes('tool_result')) return { parts: [view('/memories/deploy.md')] }
      return { parts: [words(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
    })
    const { sessionId, storeId } = await sessionWith(db, model, {
      '/deploy.md': 'Deploys go out on Fridays.\n',
      '/team.md': 'Mia leads.\n',
    })
    await say(db, sessionId, 'When do we deploy?')
    const message = (await eventsOf(db, sessionId)).findLast(({ type }) => type === 'agent.message')
    return { sessionId, storeId, eventId: message?.id ?? '', model }
  }

  async function client() {
    server ??= await serveApi(current())
    const { url } = server
    const key = await createApiKey(current(), { name: 'CI', access: 'review', storeIds: null })
    const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' }
    return {
      post: async (path: string, body: object = {}) => {
        const response = await fetch(url + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      },
      get: async (path: string) => {
        const response = await fetch(url + path, { headers })
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      },
    }
  }

  describe('what caused an answer, over the API', () => {
    test('is told with its price first, then found, with who wrote it and since when', async () => {
      const { sessionId, storeId, eventId, model } = await answered(current())
      const api = await client()
      const asked = models.requests(model).length
      const body = { event_id: eventId, check: CHECK }
      const price = await api.post(`/v1/sessions/${sessionId}/causes`, { ...body, dry_run: true })
      expect(price.body).toMatchObject({
        type: 'cause_search_estimate',
        holds: true,
        memory_count: 2,
        estimate: { requests: 90 },
        budget: { max_requests: 240, max_tokens: null },
      })
      expect(models.requests(model)).toHaveLength(asked)
      const started = await api.post(`/v1/sessions/${sessionId}/causes`, body)
      expect(started.body).toMatchObject({ type: 'cause_search', verdict: null })
      await replaysFinished()
      const { body: found } = await api.get(`/v1/causes/${String(started.body.id)}`)
      expect(found).toMatchObject({
        status: 'completed',
        verdict: 'caused',
        causes: [
          {
            memory_store_id: storeId,
            path: '/deploy.md',
            lines: [1, 1],
            actor: { type: 'user_actor' },
          },
        ],
        confirmed: { with: { held: 5, of: 5 }, without: { held: 0, of: 5 } },
        memory_count: 2,
      })
    })

    test('is refused with what to do about it', async () => {
      const { sessionId, eventId } = await answered(current())
      const api = await client()
      const refused = async (body: object) => {
        const { status, body: answer } = await api.post(`/v1/sessions/${sessionId}/causes`, body)
        return [status, (answer.error as { message: string }).message]
      }
      expect(await refused({ event_id: 'sevt_none', check: CHECK })).toEqual([
        400,
        'event_id: sevt_none is in no turn of an agent with memory.',
      ])
      expect(
        await refused({ event_id: eventId, check: CHECK, budget: { max_requests: 5 } }),
      ).toEqual([400, 'budget: must allow at least 20 requests, or nothing can be decided'])
      expect(
        await refused({ event_id: eventId, check: { type: 'contains', text: 'Mondays' } }),
      ).toEqual([400, 'check: it does not hold in the answer'])
    })

    test('is stopped', async () => {
      const { sessionId, eventId } = await answered(current())
      const api = await client()
      const body = { event_id: eventId, check: CHECK }
      const { body: started } = await api.post(`/v1/sessions/${sessionId}/causes`, body)
      const address = `/v1/causes/${String(started.id)}`
      expect((await api.post(`${address}/cancel`)).status).toBe(200)
      await replaysFinished()
      const { body: ended } = await api.get(address)
      expect(['canceled', 'completed']).toContain(ended.status)
    })
  })
})
