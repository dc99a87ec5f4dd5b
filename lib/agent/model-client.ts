import Anthropic from '@anthropic-ai/sdk'
import { settings } from '@/lib/settings'
import { practiceFetch } from './practice/practice-fetch'
import { PRACTICE_MODEL } from './session-settings'

/** A client of the official SDK, and the model's name at its server. */
export interface ModelClient {
  client: Anthropic
  model: string
}

/** Called with the body of each request as it is sent. */
export type NoteRequest = (body: string) => void

function noting(send: typeof fetch, note: NoteRequest): typeof fetch {
  return (input, init) => {
    if (typeof init?.body === 'string') note(init.body)
    return send(input, init)
  }
}

/** The practice agent's address; nothing listens there, its `fetch` never leaves the process. */
const PRACTICE_URL = 'http://practice.invalid'

/** Local servers that speak the Messages API often need no key; the SDK does. */
const NO_KEY = 'none'

/** Returns whether a server is configured: a key, or an address of its own. */
export function hasModelServer(): boolean {
  const { apiKey, authToken, baseUrl } = settings().models
  return apiKey !== null || authToken !== null || baseUrl !== null
}

/**
 * The client for a model: the server that the SDK's settings name, or the built-in one for the
 * practice agent and whenever no key is set. Callers cannot tell them apart. `note` is called with
 * each body sent.
 */
export function modelClient(model: string, note: NoteRequest = () => {}): ModelClient {
  if (model === PRACTICE_MODEL || !hasModelServer()) {
    const client = new Anthropic({
      apiKey: NO_KEY,
      authToken: null,
      baseURL: PRACTICE_URL,
      fetch: noting(practiceFetch, note),
      logLevel: 'off',
      // Nothing leaves the process: a failure is our own and would recur.
      maxRetries: 0,
    })
    return { client, model: PRACTICE_MODEL }
  }
  return { client: serverClient(noting(fetch, note)), model }
}

/** The client for the server that the SDK's settings name. */
export function serverClient(send: typeof fetch = fetch): Anthropic {
  const { apiKey, authToken, baseUrl } = settings().models
  return new Anthropic({
    apiKey: apiKey ?? (authToken === null ? NO_KEY : null),
    authToken,
    fetch: send,
    // The SDK would log the server's answers; we log failures ourselves, without contents.
    logLevel: 'off',
    ...(baseUrl === null ? {} : { baseURL: baseUrl }),
  })
}
