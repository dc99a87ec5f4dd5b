import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestAt } from '@/lib/agent/request-at'
import { onBothDatabases } from '@/tests/support/databases'
import {
  memory,
  type ModelServer,
  say as words,
  startModelServer,
} from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
  process.env.ANTHROPIC_BASE_URL = server.url
})
afterAll(() => server.close())

let names = 0
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `context-${++names}`
  server.script(model, steps)
  return model
}
const view = (path = '/memories') => memory({ command: 'view', path })

onBothDatabases((current) => {
  describe('a request', () => {
    test('can be looked at later, byte for byte as it was sent', async () => {
      const model = modelOf({ parts: [view()] }, { parts: [words('Done.')] })
      const { sessionId } = await sessionWith(current(), model, { '/a.md': 'one\n' })
      await say(current(), sessionId, 'Go')
      const starts = await eventsOfType(current(), sessionId, 'span.model_request_start')
      for (const [index, start] of starts.entries()) {
        const request = await requestAt(current(), { sessionId, startId: start.id })
        expect(request?.isExact).toBe(true)
        expect(JSON.parse(request?.body ?? '')).toEqual(server.requests(model)[index])
      }
      expect(starts).toHaveLength(2)
    })
  })
})
