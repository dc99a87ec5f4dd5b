// `palimpsest mcp`: passes messages of the Model Context Protocol between an agent's program, which starts this and
// speaks over standard input and output, and the running server. Each agent starts one, so it loads next to nothing:
// the SDK's transports alone take longer to load than a first answer may.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

/** What was typed as the query of the address; null: it is not understood. */
export function queryOf(args) {
  const one = { type: 'string' }
  const flag = { type: 'boolean' }
  try {
    const { values } = parseArgs({ args, options: { store: one, tools: one, 'read-only': flag } })
    const { store, tools = 'documents', 'read-only': isReadOnly } = values
    if (tools !== 'documents' && tools !== 'memory') return null
    return new URLSearchParams({
      tools,
      ...(store !== undefined && { store }),
      ...(isReadOnly && { access: 'read' }),
    })
  } catch {
    return null
  }
}

/** Passes messages on until standard input ends and what was asked is answered. */
export async function bridge(query) {
  const { CLAUDE_CODE_SESSION_ID: outer = '' } = process.env
  const session = /^[\w.:-]{1,128}$/.test(outer) ? outer : `stdio_${randomUUID()}`
  const link = { query, session, revision: null, connection: null, asked: new Map() }
  // Who reads this may have ended before.
  process.stdout.on('error', () => process.exit(0))
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') take(link, line)
  }
  for (const { method, leaving } of link.asked.values()) {
    if (method === 'subscriptions/listen') leaving.abort()
  }
  await Promise.all([...link.asked.values()].map(({ done }) => done))
}

/** Looked up for each message: a server that was started anew may have another port. */
function serverAddress() {
  const { PALIMPSEST_URL: url, DATA_DIR: dataDir } = process.env
  if (url) return url.replace(/\/+$/, '')
  const root = path.resolve(import.meta.dirname, '..')
  const folder = dataDir ? path.resolve(dataDir) : path.join(root, 'data')
  try {
    return JSON.parse(readFileSync(path.join(folder, 'server.json'), 'utf8')).url
  } catch {
    return null
  }
}

function take(link, line) {
  let message
  try {
    message = JSON.parse(line)
  } catch {
    return write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
  }
  const { id, method, params } = message ?? {}
  // Over HTTP a request is cancelled by leaving it.
  if (method === 'notifications/cancelled')
    return link.asked.get(params?.requestId)?.leaving.abort()
  const leaving = new AbortController()
  const done = pass(link, message, line, leaving.signal)
  if (id === undefined || method === undefined) return
  link.asked.set(id, { method, leaving, done })
  void done.then(() => link.asked.delete(id))
}

/** Never rejects: what cannot be passed on is answered in its place. */
async function pass(link, message, line, signal) {
  const address = serverAddress()
  if (address === null) {
    return refuse(
      message,
      'No Palimpsest server runs with this data; start it with npx palimpsest.',
    )
  }
  let isAnswered = false
  try {
    const headers = headersFor(link, message)
    const init = { method: 'POST', headers, body: line, signal }
    const response = await fetch(`${address}/mcp?${link.query}`, init)
    link.connection = response.headers.get('mcp-session-id') ?? link.connection
    for await (const text of messagesIn(response)) {
      const answer = answerOf(text, response.status, message)
      if (message.method === 'initialize') link.revision = answer.result?.protocolVersion ?? null
      isAnswered ||= answer.id !== undefined
      write(answer)
    }
    if (!isAnswered) refuse(message, `Palimpsest ended the call at ${address}.`)
  } catch {
    // Who cancelled waits for nothing.
    if (!signal.aborted && !isAnswered) refuse(message, `Palimpsest does not answer at ${address}.`)
  }
}

const REVISION = 'io.modelcontextprotocol/protocolVersion'

/** Who calls; and what the protocol repeats of a message in headers. */
function headersFor(link, { method, params }) {
  const { PALIMPSEST_KEY: key } = process.env
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'palimpsest-session': link.session,
    ...(key && { authorization: `Bearer ${key}` }),
    ...(link.connection && { 'mcp-session-id': link.connection }),
  }
  const revision = params?._meta?.[REVISION]
  if (typeof revision !== 'string') {
    return { ...headers, ...(link.revision && { 'mcp-protocol-version': link.revision }) }
  }
  const name = method === 'resources/read' ? params.uri : params.name
  return {
    ...headers,
    'mcp-protocol-version': revision,
    ...(typeof method === 'string' && { 'mcp-method': method }),
    ...(typeof name === 'string' && { 'mcp-name': asHeader(name) }),
  }
}

/** As it is if a header can hold it, else in Base64. */
function asHeader(text) {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}

/** The messages of an answer: one, or those of server-sent events as they come. */
async function* messagesIn(response) {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    rest += chunk
    if (!isStream) continue
    const events = rest.split(/\r?\n\r?\n/)
    rest = events.pop()
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
      if (data.length > 0) yield data.join('\n')
    }
  }
  if (!isStream && rest !== '') yield rest
}

/** What is no message of the protocol is a refusal: of the server's door, or of a proxy's. */
function answerOf(text, status, { id }) {
  let words
  try {
    const answer = JSON.parse(text)
    if (answer.jsonrpc !== undefined) return answer
    words = answer.error?.message
  } catch {
    // Then its status says it.
  }
  return refusal(id, words ?? `Palimpsest answered ${status}.`)
}

const refusal = (id, message) => ({ jsonrpc: '2.0', id, error: { code: -32000, message } })

/** Notifications are not answered. */
function refuse({ id, method }, words) {
  if (id !== undefined && method !== undefined) write(refusal(id, words))
}

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
