import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Database } from '@/lib/db/database'

/**
 * The route handlers of app/v1 over real HTTP, without Next around them: each file is found by its
 * folder's name, as Next finds it. The built application is tried by the browser tests.
 */
export interface TestServer {
  url: string
  /** told of every answer, with the route's pattern: `/v1/memory_stores/{storeId}` */
  onAnswer: (answer: Answered) => void
  close(): Promise<void>
}

export interface Answered {
  method: string
  route: string
  status: number
  contentType: string
  body: string
}

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>

interface Route {
  pattern: string
  expression: RegExp
  names: string[]
  file: string
}

const ROOT = path.resolve('app/v1')

const routes: Route[] = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => {
    const folders = path.dirname(file).split(path.sep)
    const names = folders.flatMap((folder) => /^\[(.+)\]$/.exec(folder)?.[1] ?? [])
    const pattern = `/v1/${folders.map((folder) => folder.replace(/^\[(.+)\]$/, '{$1}')).join('/')}`
    const expression = new RegExp(
      `^${pattern.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`,
    )
    return { pattern, expression, names, file: path.join(ROOT, file) }
  })
  // A fixed name goes before one in brackets.
  .sort((one, other) => one.names.length - other.names.length)

/** Serves the API over this database; the handlers find it where the application keeps its own. */
export async function serveApi(db: Database): Promise<TestServer> {
  Object.assign(globalThis, { palimpsestDatabase: db })
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, testServer).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  const testServer: TestServer = {
    url: `http://127.0.0.1:${address.port}`,
    onAnswer: () => {},
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return testServer
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  server: TestServer,
): Promise<void> {
  const url = new URL(incoming.url ?? '/', server.url)
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
  const chunks: Buffer[] = []
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  for await (const chunk of response.body ?? []) {
    outgoing.write(chunk)
    if (!isStream) chunks.push(Buffer.from(chunk))
  }
  outgoing.end()
  server.onAnswer({
    method: request.method,
    route,
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: Buffer.concat(chunks).toString('utf8'),
  })
}

async function dispatch(
  url: URL,
  request: Request,
): Promise<{ route: string; response: Response }> {
  for (const { pattern, expression, names, file } of routes) {
    const match = expression.exec(url.pathname)
    if (!match) continue
    const module = (await import(pathToFileURL(file).href)) as Record<string, Handler | undefined>
    const handler = module[request.method]
    if (!handler) return { route: pattern, response: new Response(null, { status: 405 }) }
    const values = match.slice(1).map(decodeURIComponent)
    const params = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    return {
      route: pattern,
      response: await handler(request, { params: Promise.resolve(params) }),
    }
  }
  return { route: 'none', response: new Response(null, { status: 404 }) }
}
