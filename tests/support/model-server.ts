import { afterAll } from 'vitest'
import { perProcess } from '@/lib/per-process'
import { type ModelServer, startModelServer } from './scripted-model-server'

/** The key with which the tests' models are called. */
const MODEL_KEY = 'sk-test-0123456789'

/** The models whose names begin so have prices; no others. US dollars per million tokens. */
const PRICES = { 'priced-*': { input: 3, output: 15, cache_write: 3.75 } }

/** The most that tokens of such a model cost, in US dollars. */
export function usdOfPriced(usage: unknown): number {
  const { input_tokens: read, output_tokens: said } = usage as Record<string, number>
  return ((read ?? 0) * 3.75 + (said ?? 0) * 15) / 1_000_000
}

const worker = perProcess<{ server: ModelServer | null }>('tests.model-server', () => ({
  server: null,
}))

/**
 * Starts this process's model server, before anything reads the settings, which are read once and
 * name it.
 */
export async function startOfProcess(): Promise<void> {
  if (worker.server) return
  worker.server = await startModelServer()
  process.env.ANTHROPIC_BASE_URL = worker.server.url
  process.env.ANTHROPIC_API_KEY = MODEL_KEY
  process.env.MODEL_PRICES = JSON.stringify(PRICES)
}

/** The process's model server, for a test file: after it, nothing is left of its scripts and answers. */
export function modelServer(): ModelServer {
  const { server } = worker
  if (!server) throw new Error('the model server is started by tests/support/start-model-server.ts')
  afterAll(() => server.forget())
  return server
}
