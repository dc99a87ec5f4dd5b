import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import {
  type Answer,
  type AnswerPart,
  messageFrames,
  writtenFrame,
} from '@/lib/agent/message-frames'

/** What a scripted model does with one request. */
export type ScriptedStep =
  /** answers, streamed */
  | {
      parts: readonly AnswerPart[]
      stopReason?: string
      explanation?: string
      usage?: Answer['usage']
    }
  /** answers, and ends the connection after so many frames */
  | { parts: readonly AnswerPart[]; cutAfter: number }
  /** answers, and goes on after so many frames only when it is told to */
  | { parts: readonly AnswerPart[]; holdAfter: number; until: Promise<void> }
  /** refuses, before anything is streamed */
  | { status: number; type: string; message: string; headers?: Record<string, string> }
  /** ends the connection without a word */
  | { drops: true }
  /** an error in the middle of the stream */
  | { parts: readonly AnswerPart[]; failAfter: number; type: string }

/** A request as it was sent. */
export interface SentRequest {
  model: string
  system?: { text: string; cache_control?: unknown }[]
  messages: BetaMessageParam[]
  tools?: { type?: string; name: string; [key: string]: unknown }[]
  [key: string]: unknown
}

export interface ModelServer {
  url: string
  /** What a model does with its requests, in their order. */
  script(model: string, steps: readonly ScriptedStep[]): void
  /** The requests that a model had so far. */
  requests(model: string): SentRequest[]
  /** The headers of a model's last request. */
  lastHeaders(model: string): IncomingMessage['headers']
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

/** A server that speaks the Messages API and says what it was told to say, over real HTTP; on a free port unless given. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const scripts = new Map<string, ScriptedStep[]>()
  const requests = new Map<string, SentRequest[]>()
  const headers = new Map<string, IncomingMessage['headers']>()
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/v1/models')) {
      const data = [...scripts.keys()].map((id) => ({
        id,
        type: 'model',
        display_name: id,
        created_at: '2026-01-01T00:00:00Z',
      }))
      return sendJson(response, 200, { data, has_more: false, first_id: null, last_id: null })
    }
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SentRequest
    requests.set(body.model, [...(requests.get(body.model) ?? []), body])
    headers.set(body.model, request.headers)
    const step = scripts.get(body.model)?.shift()
    if (!step) {
      const message = `model: ${body.model}`
      return sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message } })
    }
    if ('drops' in step) return void response.destroy()
    if ('status' in step) {
      const { type, message } = step
      for (const [name, value] of Object.entries(step.headers ?? {}))
        response.setHeader(name, value)
      return sendJson(response, step.status, { type: 'error', error: { type, message } })
    }
    await stream(response, body.model, step)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    script: (model, steps) => void scripts.set(model, [...steps]),
    requests: (model) => requests.get(model) ?? [],
    lastHeaders: (model) => headers.get(model) ?? {},
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function stream(
  response: ServerResponse,
  model: string,
  step: Extract<ScriptedStep, { parts: unknown }>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sent = 0
  for (const frame of messageFrames({ model, ...step })) {
    if ('cutAfter' in step && sent === step.cutAfter) return void response.destroy()
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

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_scripted' })
  response.end(JSON.stringify(body))
}
