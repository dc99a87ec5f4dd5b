import Anthropic from '@anthropic-ai/sdk'
import { settings } from '@/lib/settings'
import { practiceFetch } from './practice/practice-fetch'
import { PRACTICE_MODEL } from './session-settings'

/** A client of the official SDK, and the name by which it is to ask for the model. */
export interface ModelClient {
  client: Anthropic
  model: string
}

/** Hears the body of each request as it is sent. */
export type NoteRequest = (body: string) => void

function noting(send: typeof fetch, note: NoteRequest): typeof fetch {
  return (input, init) => {
    if (typeof init?.body === 'string') note(init.body)
    return send(input, init)
  }
}

/** What the practice agent answers at; nothing listens there, its `fetch` never leaves the process. */
const PRACTICE_URL = 'http://practice.invalid'

/** Servers that speak the Messages API on one's own machine often want no key; the SDK does. */
const NO_KEY = 'none'

/** Whether there is a server to ask: a key is set, or an address of one's own. */
export function hasModelServer(): boolean {
  const { apiKey, authToken, baseUrl } = settings().models
  return apiKey !== null || authToken !== null || baseUrl !== null
}

/**
 * Who answers for a model: the server that the SDK's settings name, or, for the practice agent and
 * wherever no key is set, the one that is built in. Nothing above can tell the difference. `note`
 * hears what is sent.
 */
export function modelClient(model: string, note: NoteRequest = () => {}): ModelClient {
  if (model === PRACTICE_MODEL || !hasModelServer()) {
    const client = new Anthropic({
      apiKey: NO_KEY,
      authToken: null,
      baseURL: PRACTICE_URL,
      fetch: noting(practiceFetch, note),
      logLevel: 'off',
      // It never leaves the process: what fails is a fault of ours, and would fail again.
      maxRetries: 0,
    })
    return { client, model: PRACTICE_MODEL }
  }
  return { client: serverClient(noting(fetch, note)), model }
}

/** The server that the SDK's settings name. */
export function serverClient(send: typeof fetch = fetch): Anthropic {
  const { apiKey, authToken, baseUrl } = settings().models
  return new Anthropic({
    apiKey: apiKey ?? (authToken === null ? NO_KEY : null),
    authToken,
    fetch: send,
    // It would write what a server answered to the log; what fails is told by us, without contents.
    logLevel: 'off',
    ...(baseUrl === null ? {} : { baseURL: baseUrl }),
  })
}
