import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerCall } from '@/lib/api/answer-call'
import { findRoute } from '@/lib/api/find-route'
import { NodeRequest, send } from '@/lib/api/node-http'
import { answerOwn } from '@/lib/api/own-addresses'
import { ROUTES } from '@/lib/api/routes'
import { serveDatabase } from '@/lib/db/open-database'
import type { Database } from '@/lib/db/database'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { openApiChecker } from './openapi-checker'

/**
 * The API over real HTTP, answered by the code that answers in the built application
 * (lib/api/own-addresses.ts), which the browser tests test (e2e/api.spec.ts). Every response is
 * checked against the OpenAPI description.
 */
export interface TestServer {
  url: string
  /** Throws if a response did not match the OpenAPI description. */
  close(): Promise<void>
}

/** The route of addresses that are none. */
const ELSEWHERE = '/v1/[[...path]]'

/** The addresses of the API, and what stands for all others. */
export const routes: readonly { pattern: string; methods: readonly string[] }[] = [
  ...ROUTES.map(({ path, operations }) => ({ pattern: path, methods: Object.keys(operations) })),
  { pattern: ELSEWHERE, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
]

/** Serves the API over this database; the handlers find it where the application keeps its own. */
export async function serveApi(db: Database): Promise<TestServer> {
  serveDatabase(db)
  guardAgentsWrites()
  const { check, problems } = openApiChecker()
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, check).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (problems.length > 0) throw new Error(`not as described:\n${problems.join('\n')}`)
    },
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  check: ReturnType<typeof openApiChecker>['check'],
): Promise<void> {
  const request = new NodeRequest(incoming, outgoing)
  const { method, pathname } = request
  if (!pathname.startsWith('/v1')) return answerOthers(request, outgoing)
  const answered = await answerCall(request)
  const { status } = answered
  const headers = new Headers(answered.headers)
  const route = findRoute(pathname)?.route.path ?? ELSEWHERE
  const told = (body: string) => check({ method, route, status, headers, body })
  // Before the end, so that a client that has the response knows it was checked.
  if (answered.body instanceof ReadableStream) {
    const isEvents = headers.get('content-type') === 'text/event-stream'
    const body = isEvents ? answered.body : answered.body.pipeThrough(whole(told))
    await send({ ...answered, body }, outgoing)
  } else {
    told(answered.body ?? '')
    await send(answered, outgoing)
  }
}

/** MCP and what watches the server: not described by OpenAPI. */
async function answerOthers(request: NodeRequest, outgoing: ServerResponse): Promise<void> {
  const answered = await answerOwn(request)
  if (!answered) throw new Error(`nothing answers ${request.pathname}`)
  await send(answered, outgoing)
}

/** Passes bytes on, and tells all of them as a text before they end. */
function whole(tell: (text: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const chunks: Uint8Array[] = []
  return new TransformStream({
    transform(chunk, controller) {
      chunks.push(chunk)
      controller.enqueue(chunk)
    },
    flush: () => tell(Buffer.concat(chunks).toString('utf8')),
  })
}
