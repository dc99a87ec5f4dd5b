import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { databaseFaultOf } from '@/lib/db/faults'

const answering = new AsyncLocalStorage<ServerResponse>()

/** From here on it is known which answer of the server is being made. */
export const followAnswers = (): void =>
  subscribe('http.server.request.start', (started) =>
    answering.enterWith((started as { response: ServerResponse }).response),
  )

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
