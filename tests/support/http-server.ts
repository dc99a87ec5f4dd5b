import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { serveDatabase } from '@/lib/db/open-database'
import type { Database } from '@/lib/db/database'
import { guardAgentsWrites } from '@/lib/review/guard-agents-writes'
import { openApiChecker } from './openapi-checker'

/**
 * The route handlers of app/v1 over real HTTP, without Next: each file is found by its folder's
 * name, as Next finds it. Every response is checked against the OpenAPI description. The built
 * application is tested by the browser tests (e2e/api.spec.ts).
 */
export interface TestServer {
  url: string
  /** Throws if a response did not match the OpenAPI description. */
  close(): Promise<void>
}

type Handler = (
  request: Request,
  context: { params: Promise<unknown> },
) => Promise<Response> | Response

interface Route {
  pattern: string
  expression: RegExp
  names: string[]
  file: string
}

const ROOT = path.resolve('app/v1')

/** The route files of app/v1, with their patterns: `/v1/memory_stores/{storeId}`. */
export const routes: Route[] = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => {
    const folders = path.dirname(file).split(path.sep)
    const names = folders.flatMap((folder) => /^\[(\w+)\]$/.exec(folder)?.[1] ?? [])
    const pattern = `/v1/${folders.map((folder) => folder.replace(/^\[(\w+)\]$/, '{$1}')).join('/')}`
    const expression = new RegExp(
      `^${pattern
        .replaceAll('.', '\\.')
        .replace(/\{\w+\}/g, '([^/]+)')
        .replace('/[[\\.\\.\\.path]]', '(?:/.*)?')}$`,
    )
    return { pattern, expression, names, file: path.join(ROOT, file) }
  })
  // Fixed segments come before those in brackets, and catch-alls last.
  .sort((one, other) => rank(one) - rank(other))

function rank({ pattern, names }: { pattern: string; names: string[] }): number {
  return pattern.includes('[[') ? Number.MAX_SAFE_INTEGER : names.length
}

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
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`)
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const request = new Request(url, {
    method: incoming.method ?? 'GET',
    headers: new Headers(incoming.headers as Record<string, string>),
    body: hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null,
    duplex: 'half',
    signal: gone.signal,
  } as RequestInit)
  const { route, response } = await dispatch(url, request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  const chunks: Buffer[] = []
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  // Like Next, leaves a HEAD response's body unread.
  const body = request.method === 'HEAD' ? null : response.body
  for await (const chunk of body ?? []) {
    if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal: gone.signal })
    if (!isStream) chunks.push(Buffer.from(chunk))
  }
  // Before the end, so that a client that has the response knows it was checked.
  if (!isStream) {
    const { status, headers } = response
    const text = Buffer.concat(chunks).toString('utf8')
    check({ method: request.method, route, status, headers, body: text })
  }
  outgoing.end()
}

async function dispatch(
  url: URL,
  request: Request,
): Promise<{ route: string; response: Response }> {
  for (const { pattern, expression, names, file } of routes) {
    const match = expression.exec(url.pathname)
    if (!match) continue
    const module = (await import(pathToFileURL(file).href)) as Record<string, Handler | undefined>
    const handler = module[request.method === 'HEAD' ? 'GET' : request.method]
    if (!handler) return { route: pattern, response: new Response(null, { status: 405 }) }
    const values = match.slice(1).map(decodeURIComponent)
    const params = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    return {
      route: pattern,
      response: await handler(request, { params: Promise.resolve(params) }),
    }
  }
  throw new Error(`no route takes ${url.pathname}`)
}
