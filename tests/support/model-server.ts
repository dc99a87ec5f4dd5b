import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type AnswerPart,
  type Frame,
  type FramedAnswer,
  messageFrames,
  writtenFrame,
} from '@/lib/sessions/frames'
import { problemOf, type SentRequest } from './messages-api'

export type { SentRequest } from './messages-api'

/** What a scripted model does with a request. */
export type ScriptedStep =
  | (Omit<FramedAnswer, 'model'> & {
      /** holds the answer after so many frames */
      holdAfter?: number
      until?: Promise<void>
      /** after so many frames the connection is destroyed… */
      cutAfter?: number
      /** …or closed in good order, so that the answer seems to be over… */
      endAfter?: number
      /** …or an error of this type comes */
      failAfter?: number
      type?: string
    })
  /** refuses, before anything is streamed */
  | { status: number; type: string; message: string; headers?: Record<string, string> }
  /** closes the connection without an answer */
  | { drops: true }
  /** says nothing, and keeps the connection */
  | { silent: true }
  /** streams this as it stands */
  | { raw: string }

/** A model whose answer follows from the request alone. */
export type RuledModel = (request: SentRequest) => ScriptedStep

/** What the server says of a model. */
interface ModelFacts {
  window?: number
  /** it says that it knows no such model */
  isGone?: boolean
  /** it does not answer what is asked of the model */
  isSilent?: boolean
}

/** Names of models that no other test of the process uses. */
let named = 0
export const modelName = (): string => `scripted-${++named}`

export const say = (words: string): AnswerPart => ({ type: 'text', text: words })

export const DONE: ScriptedStep = { parts: [say('Done.')] }

type CallPart = Extract<AnswerPart, { type: 'tool_use' }>

export const call = (name: string, input: Record<string, unknown>, id?: string): CallPart => ({
  type: 'tool_use',
  name,
  input,
  ...(id !== undefined && { id }),
})

/** A call of the memory tool. */
export const memory = (input: Record<string, unknown>): CallPart => call('memory', input)
export const view = (path = '/memories'): CallPart => memory({ command: 'view', path })
export const create = (path: string, file_text: string): CallPart =>
  memory({ command: 'create', path, file_text })

/** Something to wait for until a test says so. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** One model's part of the server. */
class ScriptedModel {
  steps: ScriptedStep[] = []
  rule: RuledModel | null = null
  facts: ModelFacts = {}
  readonly requests: SentRequest[] = []
  /** of the last request */
  headers: IncomingHttpHeaders = {}
  /** how its last answer ended */
  stopReason: string | undefined
  readonly news = new EventEmitter()
}

/**
 * A server of the Messages API over real HTTP whose models follow scripts. It refuses what the API
 * would, and says so when it is closed.
 */
export class ModelServer {
  readonly #models = new Map<string, ScriptedModel>()
  readonly #server = createServer((request, response) => {
    const { url = '', headers } = request
    void text(request)
      .then((body) => this.#answer(url, headers, body, response))
      .catch(() => response.destroy())
  })
  #refused: string[] = []
  url = ''

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    // Nothing waits for it at a process's end.
    this.#server.unref()
    const address = this.#server.address()
    if (typeof address === 'object' && address) this.url = `http://127.0.0.1:${address.port}`
    return this
  }

  /** What the model does with its next requests, in order. */
  script(model: string, ...steps: ScriptedStep[]): void {
    this.#modelOf(model).steps = steps
  }

  /** A model of its own that does this. */
  scripted(...steps: ScriptedStep[]): string {
    const model = modelName()
    this.script(model, ...steps)
    return model
  }

  rule(model: string, rule: RuledModel): void {
    this.#modelOf(model).rule = rule
  }

  know(model: string, facts: ModelFacts): void {
    this.#modelOf(model).facts = facts
  }

  requests(model: string): readonly SentRequest[] {
    return this.#modelOf(model).requests
  }

  lastHeaders(model: string): IncomingHttpHeaders {
    return this.#modelOf(model).headers
  }

  /** Resolves once the model was sent so many requests. */
  async asked(model: string, times = 1): Promise<void> {
    const { requests, news } = this.#modelOf(model)
    while (requests.length < times) await once(news, 'request')
  }

  /** Resolves once somebody asks about the model itself. */
  async askedAbout(model: string): Promise<void> {
    await once(this.#modelOf(model).news, 'facts')
  }

  /** What was refused since it was last asked for. */
  refused(): string[] {
    return this.#refused.splice(0)
  }

  /** Forgets all models, and cuts the answers that are held. */
  forget(): void {
    this.#models.clear()
    this.#server.closeAllConnections()
  }

  /** Throws if a request was refused that the API would refuse. */
  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    const refused = this.refused()
    if (refused.length > 0) throw new Error(`the Messages API would refuse:\n${refused.join('\n')}`)
  }

  #modelOf(name: string): ScriptedModel {
    const model = this.#models.get(name) ?? new ScriptedModel()
    this.#models.set(name, model)
    return model
  }

  async #answer(
    url: string,
    headers: IncomingHttpHeaders,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    if (url.startsWith('/v1/models')) return this.#answerModels(url, response)
    if (!/^\/v1\/messages(\?|$)/.test(url)) return refuse(response, NOT_FOUND, url)
    const sent: unknown = JSON.parse(body)
    const model = this.#modelOf((sent as SentRequest).model)
    const problem = problemOf(sent, headers, model.stopReason)
    if (problem !== null) {
      this.#refused.push(problem)
      return refuse(response, { status: 400, type: 'invalid_request_error' }, problem)
    }
    const request = sent as SentRequest
    model.requests.push(request)
    model.headers = headers
    model.news.emit('request')
    const step = model.rule?.(request) ?? model.steps.shift()
    if (!step) return refuse(response, NOT_FOUND, `model: ${request.model}`)
    if ('silent' in step) return
    if ('drops' in step) return void response.destroy()
    if ('status' in step) {
      for (const [name, value] of Object.entries(step.headers ?? {}))
        response.setHeader(name, value)
      return refuse(response, step, step.message)
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if ('raw' in step) return void response.end(step.raw)
    model.stopReason = step.stopReason
    await stream(response, request.model, step)
  }

  #answerModels(url: string, response: ServerResponse): void {
    const [, path = ''] = /^\/v1\/models\/([^?]+)/.exec(url) ?? []
    const name = decodeURIComponent(path)
    if (name === '') {
      const data = [...this.#models].map(([id, { facts }]) => entryOf(id, facts))
      return sendJson(response, 200, { data, has_more: false, first_id: null, last_id: null })
    }
    const { facts, news } = this.#modelOf(name)
    news.emit('facts')
    if (facts.isSilent) return
    if (facts.isGone) return refuse(response, NOT_FOUND, `model: ${name}`)
    sendJson(response, 200, entryOf(name, facts))
  }
}

export const startModelServer = (): Promise<ModelServer> => new ModelServer().listen()

async function stream(
  response: ServerResponse,
  model: string,
  step: Extract<ScriptedStep, { parts: unknown }>,
): Promise<void> {
  const write = (frame: Frame) =>
    new Promise((written) => response.write(writtenFrame(frame), written))
  let sent = 0
  for (const frame of messageFrames({ model, ...step })) {
    if (sent === step.holdAfter) await step.until
    if (sent === step.cutAfter) return void response.destroy()
    if (sent === step.endAfter) break
    if (sent === step.failAfter) {
      const error = { type: step.type ?? 'api_error', message: 'The model server broke.' }
      await write({ event: 'error', data: { type: 'error', error } })
      break
    }
    await write(frame)
    sent++
  }
  response.end()
}

const NOT_FOUND = { status: 404, type: 'not_found_error' }

const entryOf = (id: string, { window = 0 }: ModelFacts) => ({
  id,
  type: 'model',
  display_name: id,
  created_at: '2026-01-01T00:00:00Z',
  max_input_tokens: window || null,
  max_tokens: null,
})

function refuse(
  response: ServerResponse,
  { status, type }: { status: number; type: string },
  message: string,
): void {
  sendJson(response, status, { type: 'error', error: { type, message } })
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_scripted' })
  response.end(JSON.stringify(body))
}
