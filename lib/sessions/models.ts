import Anthropic from '@anthropic-ai/sdk'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { settings } from '@/lib/settings'
import { type Fault, faultOf } from './faults'
import { practiceFetch } from './practice/fetch'
import { DEFAULT_WINDOW, PRACTICE_MODEL, type WireSettings } from './settings'

/** A client of the official SDK, and the model's name at its server. */
export interface ModelClient {
  client: Anthropic
  model: string
}

/** Whether a server of models is set: by a key, a token or an address. */
export function hasModelServer(): boolean {
  const { apiKey, authToken, baseUrl } = settings().models
  return apiKey !== null || authToken !== null || baseUrl !== null
}

/**
 * The client for a model: of the server that is set, or of the practice agent where that is meant or no
 * server is. Who asks cannot tell the difference. `note` is called with the body of each request.
 */
export function modelClient(model: string, note: (body: string) => void = () => {}): ModelClient {
  if (model !== PRACTICE_MODEL && hasModelServer()) {
    return { client: serverClient(noting(fetch, note)), model }
  }
  const client = new Anthropic({
    apiKey: NO_KEY,
    authToken: null,
    baseURL: 'http://practice.invalid',
    fetch: noting(practiceFetch, note),
    logLevel: 'off',
    // Nothing leaves the process: what fails once fails again.
    maxRetries: 0,
  })
  return { client, model: PRACTICE_MODEL }
}

/** Many servers that speak the Messages API want no key; the SDK does. */
const NO_KEY = 'none'

function serverClient(send: typeof fetch = fetch): Anthropic {
  const { apiKey, authToken, baseUrl } = settings().models
  return new Anthropic({
    apiKey: apiKey ?? (authToken === null ? NO_KEY : null),
    authToken,
    fetch: send,
    // The SDK would log what the server answers. Faults are logged by us, without contents.
    logLevel: 'off',
    ...(baseUrl !== null && { baseURL: baseUrl }),
  })
}

function noting(send: typeof fetch, note: (body: string) => void): typeof fetch {
  return (input, init) => {
    if (typeof init?.body === 'string') note(init.body)
    return send(input, init)
  }
}

export interface ModelChoice {
  id: string
  name: string
}

export interface ModelList {
  /** the practice agent is the last */
  models: ModelChoice[]
  /** why those of the server are missing; null: they are not, or no server is set */
  fault: Fault | null
  hasServer: boolean
}

const PRACTICE: ModelChoice = { id: PRACTICE_MODEL, name: 'Practice agent' }

const LIST_TIMEOUT_MS = 4_000
const MOST_LISTED = 1_000

/** The models to choose from. Never throws: a name can be typed as well. */
export async function listModels(): Promise<ModelList> {
  if (!hasModelServer()) return { models: [PRACTICE], fault: null, hasServer: false }
  try {
    const models: ModelChoice[] = []
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS)
    const pages = serverClient().beta.models.list({ limit: 100 }, { signal, maxRetries: 0 })
    for await (const { id, display_name: name } of pages) {
      if (models.push({ id, name: name || id }) === MOST_LISTED) break
    }
    return { models: [...models, PRACTICE], fault: null, hasServer: true }
  } catch (error) {
    return { models: [PRACTICE], fault: faultOfServer(error), hasServer: true }
  }
}

function faultOfServer(error: unknown): Fault {
  if (error instanceof Anthropic.APIUserAbortError) return { kind: 'connection', message: '' }
  const fault = faultOf(error)
  if (fault.kind === 'internal')
    log.error('the server of models could not be asked', causeOf(error))
  return fault
}

/** A request does not wait longer for the window: the usual one is taken, and it is asked for later. */
const WINDOW_TIMEOUT_MS = 1_000
const ASKED_AGAIN_MS = 60_000

/** What the server says of its models, and when it was last asked without an answer. */
const windows = perProcess('windows of models', () => ({
  known: new Map<string, number>(),
  silentSince: new Map<string, number>(),
}))

type Windowed = Pick<WireSettings, 'model'> & { context: Pick<WireSettings['context'], 'window'> }

/**
 * How many tokens a session's model sees at once: as a person set it, or as its server says, or as is
 * usual. Null: its server is to be asked first.
 */
export function windowAtHand(session: Windowed): number | null {
  const { model, context } = session
  const known = context.window ?? windows.known.get(model)
  if (known !== undefined) return known
  const isAsked = model !== PRACTICE_MODEL && hasModelServer()
  const silentSince = windows.silentSince.get(model) ?? -Infinity
  return isAsked && Date.now() - silentSince >= ASKED_AGAIN_MS ? null : DEFAULT_WINDOW
}

/** The same, asked for if need be; a question that is given up by its `signal` is asked anew. */
export async function contextWindowOf(session: Windowed, signal?: AbortSignal): Promise<number> {
  const { model } = session
  const atHand = windowAtHand(session)
  if (atHand !== null) return atHand
  const reported = await reportedWindow(model, signal)
  if (reported !== null) windows.known.set(model, reported)
  else if (!signal?.aborted) windows.silentSince.set(model, Date.now())
  return reported ?? DEFAULT_WINDOW
}

/** The same as far as it is known, without asking. */
export const knownWindowOf = (session: Windowed): number => windowAtHand(session) ?? DEFAULT_WINDOW

/** Null: no answer. A server that knows no such model, or not its window, has answered. */
async function reportedWindow(model: string, stop?: AbortSignal): Promise<number | null> {
  const late = AbortSignal.timeout(WINDOW_TIMEOUT_MS)
  const options = { signal: stop ? AbortSignal.any([stop, late]) : late, maxRetries: 0 }
  try {
    const { max_input_tokens: most } = await serverClient().beta.models.retrieve(model, {}, options)
    return most !== null && most > 0 ? most : DEFAULT_WINDOW
  } catch (error) {
    return faultOfServer(error).kind === 'model_not_found' ? DEFAULT_WINDOW : null
  }
}
