import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { PRACTICE_MODEL } from '../session-settings'
import {
  type Answer,
  type Frame,
  messageFrames,
  wholeMessage,
  writtenFrame,
} from '../message-frames'
import { type PracticeRequest, practiceAnswer } from './practice-agent'

/**
 * Pause between two text chunks, so that a person sees the text arrive. Nobody watches the rest.
 */
const PACE_MS = 12

/**
 * The practice agent as the `fetch` of an SDK client: the Messages API, answered in this process.
 * Streams on request; supports `GET /v1/models` and token counting; anything else is a 404.
 */
export async function practiceFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  if (pathname === '/v1/models') return Response.json(MODELS)
  const body = typeof init?.body === 'string' ? init.body : '{}'
  const request = JSON.parse(body) as PracticeRequest & { stream?: boolean }
  const inputTokens = estimatedTokens(body)
  if (pathname === '/v1/messages/count_tokens') return Response.json({ input_tokens: inputTokens })
  if (pathname !== '/v1/messages') return notFound(pathname)
  const answer: Answer = {
    parts: practiceAnswer(request),
    model: PRACTICE_MODEL,
    usage: { input_tokens: inputTokens },
  }
  if (!request.stream) return Response.json(wholeMessage(answer))
  return new Response(streamOf(answer, init?.signal ?? null), {
    headers: { 'content-type': 'text/event-stream' },
  })
}

const MODELS = {
  data: [
    {
      type: 'model',
      id: PRACTICE_MODEL,
      display_name: 'Practice agent',
      created_at: '2026-01-01T00:00:00Z',
    },
  ],
  has_more: false,
  first_id: PRACTICE_MODEL,
  last_id: PRACTICE_MODEL,
}

function notFound(pathname: string): Response {
  const error = { type: 'not_found_error', message: `The practice agent has no ${pathname}.` }
  return Response.json({ type: 'error', error }, { status: 404 })
}

function isText({ data }: Frame): boolean {
  if (typeof data !== 'object' || data === null || !('delta' in data)) return false
  const { delta } = data
  return (
    typeof delta === 'object' && delta !== null && 'type' in delta && delta.type === 'text_delta'
  )
}

function streamOf(answer: Answer, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const frames = messageFrames(answer)
  return new ReadableStream({
    async pull(controller) {
      const next = frames.next()
      if (!next.done && isText(next.value)) {
        await new Promise((resolve) => setTimeout(resolve, PACE_MS))
      }
      if (signal?.aborted) return controller.error(signal.reason)
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(writtenFrame(next.value)))
    },
  })
}
