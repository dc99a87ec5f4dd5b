import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import {
  type Answer,
  type AnswerPart,
  messageFrames,
  writtenFrame,
} from '@/lib/agent/message-frames'

/** A scripted model's response to one request. */
export type ScriptedStep =
  /** answers, streamed */
  | {
      parts: readonly AnswerPart[]
      stopReason?: string
      explanation?: string
      usage?: Answer['usage']
      appliedEdits?: Answer['appliedEdits']
    }
  /** answers, and closes the connection after this many frames */
  | { parts: readonly AnswerPart[]; cutAfter: number }
  /** the same, in order: to the client the answer is over, as behind some proxies */
  | { parts: readonly AnswerPart[]; endAfter: number }
  /** answers, but holds after this many frames until told to continue */
  | { parts: readonly AnswerPart[]; holdAfter: number; until: Promise<void> }
  /** refuses, before anything is streamed */
  | { status: number; type: string; message: string; headers?: Record<string, string> }
  /** closes the connection without a response */
  | { drops: true }
  /** an error in the middle of the stream */
  | { parts: readonly AnswerPart[]; failAfter: number; type: string }

/** A request as sent. */
export interface SentRequest {
  model: string
  system?: { text: string; cache_control?: unknown }[]
  messages: BetaMessageParam[]
  tools?: { type?: string; name: string; [key: string]: unknown }[]
  [key: string]: unknown
}

/** A model whose answer follows from the request alone. */
export type RuledModel = (request: SentRequest) => ScriptedStep

/** The facts that the server reports about a model. */
export interface ModelFacts {
  /** `max_input_tokens` */
  window?: number
  /** answers `count_tokens`; omitted: the server does not offer it */
  count?: (request: SentRequest) => number
  /** whether it says that it knows no such model */
  isGone?: boolean
}

/** Milliseconds since 1970. */
export interface AnswerTimes {
  /** time at which the whole request had arrived */
  receivedAt: number
  /** time at which the whole answer was sent */
  sentAt: number
}

export interface ModelServer {
  url: string
  /** Scripts a model's responses to its requests, in order. */
  script(model: string, steps: readonly ScriptedStep[]): void
  /** Makes a model follow a rule. */
  rule(model: string, rule: RuledModel): void
  /** Sets what the server reports about a model. */
  know(model: string, facts: ModelFacts): void
  /** The requests that a model has received so far. */
  requests(model: string): SentRequest[]
  /** The times at which each answer of a model so far was asked for and sent. */
  answers(model: string): AnswerTimes[]
  /** The headers of a model's last request. */
  lastHeaders(model: string): IncomingMessage['headers']
  /** Forgets every model and request, and ends the answers that are held. */
  forget(): void
  close(): Promise<void>
}

export const say = (text: string): AnswerPart => ({ type: 'text', text })

export const call = (name: string, input: Record<string, unknown>, id?: string): AnswerPart => ({
  type: 'tool_use',
  name,
  input,
  ...(id === undefined ? {} : { id }),
})

/** A call of the memory tool. */
export const memory = (input: Record<string, unknown>): AnswerPart => call('memory', input)

/** Views a path, or all of its memory. */
export const view = (path = '/memories'): AnswerPart => memory({ command: 'view', path })

export const create = (path: string, file_text: string): AnswerPart =>
  memory({ command: 'create', path, file_text })

/** A Messages API server that follows a script, over real HTTP; on a free port unless given. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const scripts = new Map<string, ScriptedStep[]>()
  const rules = new Map<string, RuledModel>()
  const facts = new Map<string, ModelFacts>()
  const requests = new Map<string, SentRequest[]>()
  const answers = new Map<string, AnswerTimes[]>()
  const headers = new Map<string, IncomingMessage['headers']>()
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, named] = /^\/v1\/models\/([^?]+)/.exec(request.url ?? '') ?? []
    if (named !== undefined && facts.get(named)?.isGone)
      return notFound(response, `model: ${named}`)
    if (named !== undefined) return sendJson(response, 200, modelEntry(named, facts.get(named)))
    if (request.url?.startsWith('/v1/models')) {
      const data = [...scripts.keys()].map((id) => modelEntry(id, facts.get(id)))
      return sendJson(response, 200, { data, has_more: false, first_id: null, last_id: null })
    }
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const receivedAt = now()
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SentRequest
    if (request.url?.startsWith('/v1/messages/count_tokens')) {
      const count = facts.get(body.model)?.count
      if (!count) return notFound(response, 'count_tokens')
      return sendJson(response, 200, { input_tokens: count(body), context_management: null })
    }
    requests.set(body.model, [...(requests.get(body.model) ?? []), body])
    headers.set(body.model, request.headers)
    const step = rules.get(body.model)?.(body) ?? scripts.get(body.model)?.shift()
    if (!step) return notFound(response, `model: ${body.model}`)
    if ('drops' in step) return void response.destroy()
    if ('status' in step) {
      const { type, message } = step
      for (const [name, value] of Object.entries(step.headers ?? {}))
        response.setHeader(name, value)
      return sendJson(response, step.status, { type: 'error', error: { type, message } })
    }
    await stream(response, body.model, step)
    answers.set(body.model, [...(answers.get(body.model) ?? []), { receivedAt, sentAt: now() }])
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    script: (model, steps) => void scripts.set(model, [...steps]),
    rule: (model, rule) => void rules.set(model, rule),
    know: (model, known) => void facts.set(model, known),
    requests: (model) => requests.get(model) ?? [],
    answers: (model) => answers.get(model) ?? [],
    lastHeaders: (model) => headers.get(model) ?? {},
    forget: () => {
      for (const known of [scripts, rules, facts, requests, answers, headers]) known.clear()
      server.closeAllConnections()
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const now = () => performance.timeOrigin + performance.now()

async function stream(
  response: ServerResponse,
  model: string,
  step: Extract<ScriptedStep, { parts: unknown }>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sent = 0
  for (const frame of messageFrames({ model, ...step })) {
    if ('cutAfter' in step && sent === step.cutAfter) return void response.destroy()
    if ('endAfter' in step && sent === step.endAfter) return void response.end()
    if ('holdAfter' in step && sent === step.holdAfter) await step.until
    if ('failAfter' in step && sent === step.failAfter) {
      const error = { type: step.type, message: 'The model server broke.' }
      response.end(writtenFrame({ event: 'error', data: { type: 'error', error } }))
      return
    }
    await new Promise((written) => response.write(writtenFrame(frame), written))
    sent++
  }
  response.end()
}

function modelEntry(id: string, facts: ModelFacts | undefined) {
  return {
    id,
    type: 'model',
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    max_input_tokens: facts?.window ?? null,
    max_tokens: null,
  }
}

function notFound(response: ServerResponse, message: string): void {
  sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message } })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_scripted' })
  response.end(JSON.stringify(body))
}
