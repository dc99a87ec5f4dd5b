import { afterAll, afterEach, expect } from 'vitest'
import { perProcess } from '@/lib/per-process'
import { type ModelServer, startModelServer } from './model-server'

// Vitest runs this before each file (vitest.config.ts): settings are read once, and name the server.

/** The key with which it is asked. */
export const MODEL_KEY = 'sk-test-0123456789'

const own = perProcess<{ server?: ModelServer }>('model server of the tests', () => ({}))

own.server ??= await startModelServer()
process.env.ANTHROPIC_BASE_URL = own.server.url
process.env.ANTHROPIC_API_KEY = MODEL_KEY

/**
 * This process's model server, for a file of tests. Each test ends with nothing refused that the API would
 * refuse, and the file with nothing left.
 */
export function modelServer(): ModelServer {
  const { server } = own
  if (!server) throw new Error('vitest.config.ts does not name tests/support/own-model-server.ts')
  afterEach(() => expect(server.refused()).toEqual([]))
  afterAll(() => server.forget())
  return server
}
