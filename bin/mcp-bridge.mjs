// `palimpsest mcp` where a server runs: passes messages of the Model Context Protocol between an
// agent's program, which started this and speaks over standard input and output, and the server.
// Agents start one each, so it is plain JavaScript and loads next to nothing.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { isAlive } from '../lib/is-alive.mjs'

/**
 * The running server's address: PALIMPSEST_URL, else what servers wrote into their data folder, the
 * newest that still runs; null: none does. `root`: the folder of this program.
 */
export function serverAddress(root, env = process.env) {
  if (env.PALIMPSEST_URL) return env.PALIMPSEST_URL.replace(/\/+$/, '')
  try {
    const folder = path.resolve(root, env.DATA_DIR || './data')
    const newest = JSON.parse(readFileSync(path.join(folder, 'server.json'), 'utf8'))
    const servers = [newest, ...(newest.earlier ?? [])]
    return servers.find(({ pid }) => isAlive(pid))?.url ?? null
  } catch {
    return null
  }
}

/**
 * Passes messages until standard input ends. `findAddress` is asked for each: a server that was
 * started anew may have another port. `query`: what stands behind `/mcp`.
 */
export async function bridge({ findAddress, query, env = process.env }) {
  const link = {
    findAddress,
    query,
    headers: headersFrom(env),
    underWay: new Map(),
    revision: null,
  }
  // The reader may have ended before.
  process.stdout.on('error', () => process.exit(0))
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') take(link, line)
  }
  for (const request of link.underWay.values()) request.destroy()
}

/**
 * The key, and the session that Claude Code says it runs in. The program is told apart from others
 * behind such a bridge: in the older revision it names itself only once.
 */
function headersFrom({ PALIMPSEST_KEY: key, CLAUDE_CODE_SESSION_ID: session }) {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'user-agent': `palimpsest-mcp/${process.pid}`,
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(session && /^[\w.:-]{1,128}$/.test(session) ? { 'palimpsest-session': session } : {}),
  }
}

function take(link, line) {
  let message
  try {
    message = JSON.parse(line)
  } catch {
    return write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
  }
  if (message?.method === 'notifications/cancelled') cancel(link, message)
  pass(link, message, line)
}

/** Cancels a request over HTTP: the way to do that is to close the connection. */
function cancel({ underWay }, { params }) {
  underWay.get(params?.requestId)?.destroy()
  underWay.delete(params?.requestId)
}

function pass(link, message, line) {
  const address = link.findAddress()
  if (address === null) return refuse(message, 'The Palimpsest server does not run.')
  const url = `${address}/mcp${link.query}`
  const client = url.startsWith('https:') ? https : http
  const headers = { ...link.headers, ...protocolHeaders(link, message) }
  const request = client.request(url, { method: 'POST', headers }, (response) => {
    receive(link, message, response)
  })
  const isKept = message?.id !== undefined && message.method !== undefined
  if (isKept) link.underWay.set(message.id, request)
  request.on('error', () => {
    // One that was cancelled is not answered.
    if (isKept && link.underWay.get(message.id) !== request) return
    link.underWay.delete(message?.id)
    refuse(message, `Palimpsest does not answer at ${address}.`)
  })
  request.end(line)
}

const REVISION = 'io.modelcontextprotocol/protocolVersion'

/** The headers in which the protocol repeats parts of a message. */
function protocolHeaders(link, { method, params } = {}) {
  const revision = params?._meta?.[REVISION]
  if (typeof revision !== 'string') {
    return link.revision === null ? {} : { 'mcp-protocol-version': link.revision }
  }
  const name = method === 'resources/read' ? params.uri : params.name
  return {
    'mcp-protocol-version': revision,
    ...(typeof method === 'string' ? { 'mcp-method': asHeader(method) } : {}),
    ...(typeof name === 'string' ? { 'mcp-name': asHeader(name) } : {}),
  }
}

/** As it is if a header can hold it, else in Base64. */
function asHeader(text) {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}

function receive(link, message, response) {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream')
  response.setEncoding('utf8')
  const finish = () => link.underWay.delete(message?.id)
  response.once('close', finish)
  if (isStream) return readEvents(response, (data) => deliver(link, message, data))
  let body = ''
  response.on('data', (chunk) => (body += chunk))
  response.on('end', () => {
    if (body === '') return
    deliver(link, message, body, response.statusCode)
  })
}

/** The data of server-sent events, as they come. */
function readEvents(response, tell) {
  let rest = ''
  response.on('data', (chunk) => {
    const events = (rest + chunk).split(/\r?\n\r?\n/)
    rest = events.pop()
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter((each) => each.startsWith('data:'))
        .map((each) => each.slice(5).trimStart())
      if (data.length > 0) tell(data.join('\n'))
    }
  })
}

/** Hands an answer on, one line each; what is no message of the protocol becomes a refusal. */
function deliver(link, message, text, status = 200) {
  let answer
  try {
    answer = JSON.parse(text)
  } catch {
    return refuse(message, `Palimpsest answered ${status}.`)
  }
  if (answer.jsonrpc === undefined && !Array.isArray(answer)) {
    return refuse(message, answer.error?.message ?? `Palimpsest answered ${status}.`)
  }
  if (message.method === 'initialize') link.revision = answer.result?.protocolVersion ?? null
  write(answer)
}

/** Notifications are not answered. */
function refuse(message, words) {
  const id = message?.id
  if (id === undefined || message.method === undefined) return
  write({ jsonrpc: '2.0', id, error: { code: -32000, message: words } })
}

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
