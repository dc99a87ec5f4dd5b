import { type Frame, messageFrames, writtenFrame } from '../frames'
import { PRACTICE_MODEL } from '../settings'
import { estimatedTokens } from '../parts'
import { type PracticeRequest, practiceAnswer } from './agent'

/**
 * The practice agent as the `fetch` of an SDK client: messages in this process, answers always streamed. What
 * it does not have is 404.
 */
export async function practiceFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  if (pathname !== '/v1/messages') return notFound(pathname)
  const body = typeof init?.body === 'string' ? init.body : '{}'
  const frames = messageFrames({
    parts: practiceAnswer(JSON.parse(body) as PracticeRequest),
    model: PRACTICE_MODEL,
    usage: { input_tokens: estimatedTokens(body) },
  })
  return new Response(streamOf(frames, init?.signal ?? null), {
    headers: { 'content-type': 'text/event-stream' },
  })
}

function notFound(pathname: string): Response {
  const error = { type: 'not_found_error', message: `The practice agent has no ${pathname}.` }
  return Response.json({ type: 'error', error }, { status: 404 })
}

/** Between two pieces of text, so that a person sees it arrive; nobody watches the rest. */
const PACE_MS = 12

function streamOf(
  frames: Generator<Frame>,
  signal: AbortSignal | null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value: frame } = frames.next() as IteratorResult<Frame, undefined>
      if (frame && isText(frame)) await new Promise((resolve) => setTimeout(resolve, PACE_MS))
      if (signal?.aborted) return controller.error(signal.reason)
      if (frame) controller.enqueue(encoder.encode(writtenFrame(frame)))
      else controller.close()
    },
  })
}

const isText = ({ data }: Frame): boolean =>
  'delta' in data && (data.delta as { type?: string }).type === 'text_delta'
