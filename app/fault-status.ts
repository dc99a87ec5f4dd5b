import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { databaseFaultOf } from '@/lib/db/faults'

const answering = new AsyncLocalStorage<ServerResponse>()

/** A slow line may take this long over an upload: Node's own five minutes cut it off. Milliseconds. */
const SENT_WITHIN_MS = 3_600_000

/** From here on it is known which answer of the server is being made. */
export const followAnswers = (): void =>
  subscribe('http.server.request.start', (started) => {
    const { response, server } = started as { response: ServerResponse; server: Server }
    // The framework makes the server, and sets nothing of this.
    server.requestTimeout = SENT_WITHIN_MS
    answering.enterWith(response)
  })

/** Has a page that a fault of the database kept from being made answer 503: the framework knows 500 alone. */
export function answerFault(error: unknown): void {
  const response = answering.getStore()
  if (!response || !databaseFaultOf(error)) return
  let status = response.statusCode
  Object.defineProperty(response, 'statusCode', {
    get: () => (status === 500 ? 503 : status),
    set: (given: number) => {
      status = given
    },
  })
}
