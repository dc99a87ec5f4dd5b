import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Caller } from '@/lib/auth/access'
import { callerOf, causeOfCall, isStillAdmitted } from '@/lib/auth/caller'
import { refuseForeign } from '@/lib/auth/origin'
import { askers } from '@/lib/db'
import { untilDone } from '@/lib/ending'
import { countCall } from '@/lib/metrics/metrics'
import { Refusal } from '@/lib/refusal'
import { newId } from '@/lib/text/ids'
import { type Env, MAX_JSON_BYTES } from './kit'

/** What stands before every call of a program, over the API and over MCP: who calls, and the body. */

export const named = createMiddleware<Env>(async (c, next) => {
  c.set('requestId', newId('req'))
  const begun = performance.now()
  await untilDone(next())
  // Not by `c.header`, which makes the answer anew each time.
  const { headers, status } = c.res
  headers.set('request-id', c.var.requestId)
  headers.set('x-content-type-options', 'nosniff')
  // What is redacted later would stay in a browser's files. Streams say for themselves how they pass.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  // The SDKs repeat every 409 unless they are told not to.
  if (status >= 400 && status < 500 && status !== 429) headers.set('x-should-retry', 'false')
  const route = routePath(c, -1)
  countCall({
    method: c.req.method,
    // What no route has is made up by its caller.
    route: route.endsWith('*') ? 'unknown' : route,
    status,
    took: performance.now() - begun,
  })
})

export const ownPages = createMiddleware<Env>(async (c, next) => {
  refuseForeign(c.req.raw, 'api')
  return next()
})

/** Who calls, and in whose name; everything behind it may rely on both. */
export const admit = createMiddleware<Env>(async (c, next) => {
  const caller = await callerOf(c.req.raw.headers)
  c.set('caller', caller)
  c.set('cause', causeOfCall(caller))
  const betas = c.req.header('anthropic-beta') ?? ''
  const isPreview = betas.includes('managed-agents-') && !betas.includes('agent-memory-')
  c.set('dialect', isPreview ? 'preview' : 'current')
  return askers.run(caller.actor.id, next)
})

/** The schemas would drop it without a word. Within a text its quotes are escaped. */
const DROPPED_KEY = /"__proto__"\s*:/

/** The body as bounded UTF-8 that Hono takes for JSON, whatever its type says; none counts as `{}`. */
export const jsonBody = createMiddleware<Env>(async (c, next) => {
  // Of an import, only what it holds says what it is.
  const isImport = c.req.path.endsWith('/import')
  if (!['POST', 'PATCH'].includes(c.req.method) || isImport) return next()
  const body = (await sentText(c.req.raw, c.var.caller)).trim() || '{}'
  const headers = new Headers(c.req.raw.headers)
  headers.set('content-type', 'application/json')
  const { method, signal } = c.req.raw
  c.req.raw = new Request(c.req.url, { method, headers, signal, body })
  return next()
})

/** A body that comes for longer than this may outlive the key that it was sent with; milliseconds. */
const SLOW_MS = 500

/**
 * The body of a call, bounded, as text. Refuses `too_large`, `invalid_input`, and `bad_key` where the key
 * ended while it came.
 */
export async function sentText(request: Request, caller: Caller): Promise<string> {
  const begun = performance.now()
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(request, MAX_JSON_BYTES)) chunks.push(chunk)
  const sent = utf8(Buffer.concat(chunks))
  if (performance.now() - begun > SLOW_MS) await refuseEnded(request, caller)
  if (DROPPED_KEY.test(sent)) throw new Refusal('invalid_input', '__proto__: cannot be a key')
  return sent
}

/** Refuses a call whose key ended while its body came, or its answer was made. */
export async function refuseEnded({ headers }: Request, caller: Caller): Promise<void> {
  if (await isStillAdmitted(headers, caller)) return
  throw new Refusal('bad_key', 'The API key ended meanwhile.')
}

/** What comes of a body. Refuses `too_large` as soon as it is, and one that breaks off. */
export async function* chunksOf({ headers, body }: Request, most: number) {
  const refusal = new Refusal('too_large', `A body is at most ${most} bytes here.`)
  if (Number(headers.get('content-length')) > most) throw refusal
  let size = 0
  for await (const chunk of unbroken(body)) {
    size += chunk.length
    if (size > most) throw refusal
    yield chunk
  }
}

/** Its own error would be like that of a database that is gone. */
async function* unbroken(body: Request['body']): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch {
    throw new Refusal('invalid_input', 'The body broke off before it was whole.')
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Refusal('invalid_input', 'The body is not UTF-8.')
  }
}
