// The built server, as scripts/serve.mjs starts it: `server.mjs <host> <port>`. What the build made
// for browsers is sent as scripts/compress-assets.mjs compressed it; the API answers without the
// framework (lib/api/own-addresses.ts offers it while Next prepares); all else is Next's.
import { createServer } from 'node:http'
import path from 'node:path'
import next from 'next'
import sirv from 'sirv'
import { sayNothingOfHungUp } from './hung-up.mjs'
import { sayUnavailable } from './page-status.mjs'
import { fail, root } from './prepare.mjs'

const [hostname, port] = [process.argv[2], Number(process.argv[3])]

/** Seconds; the names of these files change with their contents. */
const A_YEAR = 31_536_000

const PREFIX = '/_next/static'

sayNothingOfHungUp()
const app = next({ dev: false, dir: root, hostname, port })
const answer = app.getRequestHandler()
const assets = sirv(path.join(root, '.next', 'static'), {
  maxAge: A_YEAR,
  immutable: true,
  brotli: true,
  gzip: true,
})

/**
 * Answers without the framework, if the request is to such an address. They are among the state
 * that all bundles share (lib/per-process.ts) once the database is ready; until then the framework
 * has requests wait, and answers them itself.
 */
const answerOwn = (request, response) =>
  globalThis[Symbol.for('palimpsest.states')]?.get('own addresses')?.(request, response) ?? false

/**
 * Header that names the page from which a script asks for another: the framework drops its own
 * header, and the page of a store need not send its tree again
 * (app/(dashboard)/stores/[storeId]/page.tsx).
 */
const SHOWN_PAGE = 'x-shown-page'

const server = createServer((request, response) => {
  if (answerOwn(request, response)) return
  sayUnavailable(request, response)
  request.headers[SHOWN_PAGE] = request.headers['next-url'] ?? ''
  if (!request.url?.startsWith(`${PREFIX}/`)) return void answer(request, response)
  const address = request.url
  // sirv looks the address up as it stands; Next must see its own.
  request.url = address.slice(PREFIX.length)
  assets(request, response, () => {
    request.url = address
    void answer(request, response)
  })
})
server.once('error', (error) => fail(`cannot listen on ${hostname}:${port}: ${error.message}`))
await app.prepare()
server.listen(port, hostname)
