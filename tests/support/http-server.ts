/// <reference types="vite/types/importMeta.d.ts" />
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The application's own route handlers over real HTTP, without its pages. */
export interface TestServer {
  url: string
  /** Throws if an answer was not as its schema describes it. */
  close(): Promise<void>
}

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>

/** Next calls the exported function that is named like the method. */
type RouteFile = Partial<Record<string, Handler>>

const FILES = import.meta.glob<RouteFile>('/app/**/route.ts')

/** Serves every route file under the address that Next gives it; each is loaded when it is first asked. */
export async function serveRoutes(): Promise<TestServer> {
  const app = new Hono()
  const problems: string[] = []
  // Loads the API: tests that call nothing do without.
  const { problemOf } = await import('./described')
  for (const [file, load] of Object.entries(FILES)) {
    app.all(addressOf(file), async (c) => {
      const answer = (await load())[c.req.method]
      if (!answer) return c.body(null, 405)
      const answered = await answer(c.req.raw, { params: Promise.resolve(c.req.param()) })
      const problem = await problemOf(c.req.method, c.req.url, answered)
      if (problem) problems.push(problem)
      return answered
    })
  }
  let server: Server | undefined
  const port = await new Promise<number>((resolve) => {
    const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1' }
    server = serve(options, (address) => resolve(address.port)) as Server
  })
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
      if (problems.length > 0) throw new Error(`not as described:\n${problems.join('\n')}`)
    },
  }
}

/** `/app/v1/[[...route]]/route.ts` is `/v1/*`; a folder in parentheses is no part of an address. */
function addressOf(file: string): string {
  return file
    .replace(/^\/app/, '')
    .replace(/\/route\.ts$/, '')
    .replaceAll(/\/\([^)]+\)/g, '')
    .replace(/\/\[\[?\.\.\.\w+\]?\]$/, '/*')
    .replaceAll(/\[(\w+)\]/g, ':$1')
}
