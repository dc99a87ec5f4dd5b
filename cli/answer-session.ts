import { serverOnThisMachine } from '@/lib/api/server-file'
import { UsageError } from './usage'

/** A person's decision about a write that waits in a session, as the API takes it. */
export interface SessionAnswer {
  result: 'allow' | 'deny'
  content_sha256?: string
  message?: string | undefined
  /** asks the gates before it */
  gates?: 'ask'
}

/** A server that says nothing for longer is none. Milliseconds. */
const TIMEOUT_MS = 30_000

/**
 * Makes the running server answer a write that waits in a session, because the session then
 * continues, which is its work. Returns the outcome of the write; throws the server's refusal.
 */
export async function answerSession(
  { storeId, proposalId }: { storeId: string; proposalId: string },
  answer: SessionAnswer,
  secret: string,
): Promise<string> {
  const server = serverOnThisMachine()
  const response = await fetch(`${server}/v1/memory_stores/${storeId}/proposals/${proposalId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(answer),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    const why =
      error instanceof Error && error.name === 'TimeoutError' ? 'says nothing' : 'is not there'
    throw new UsageError(
      `it waits in a session, with which the server goes on: that ${why} at ${server}`,
    )
  })
  const body = (await response.json().catch(() => ({}))) as Answered
  if (response.ok && typeof body.state === 'string') return body.state
  throw new UsageError(body.error?.message ?? `the server answered ${response.status}`)
}

interface Answered {
  state?: unknown
  error?: { message?: string }
}
