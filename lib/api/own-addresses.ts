import type { IncomingMessage, ServerResponse } from 'node:http'
import { perProcess } from '@/lib/per-process'
import { answerCall, answerPage, DASHBOARD } from './answer-call'
import type { ApiAnswer } from './api-answer'
import type { ApiRequest } from './api-request'
import { answerHealth, answerReadiness } from './health'
import { answerMcpAddress } from './mcp'
import { answerMetrics } from './metrics'
import { NodeRequest, send } from './node-http'

/** The addresses that need no page framework, besides the API's. */
const OTHERS: Readonly<Record<string, (request: ApiRequest) => Promise<ApiAnswer>>> = {
  '/healthz': answerHealth,
  '/mcp': answerMcpAddress,
  '/metrics': answerMetrics,
  '/readyz': answerReadiness,
}

/** `OPTIONS *` asks of the server as a whole (RFC 9110, section 9.3.7); nothing else does. */
async function answerWhole({ method }: ApiRequest): Promise<ApiAnswer> {
  return { status: method === 'OPTIONS' ? 204 : 400, headers: {}, body: null }
}

/** Answers a request to one of our own addresses; null: it is none of them. */
export function answerOwn(request: ApiRequest): Promise<ApiAnswer> | null {
  const { pathname } = request
  if (pathname === '*') return answerWhole(request)
  if (pathname.startsWith('/v1/') || pathname === '/v1') return answerCall(request)
  if (pathname.startsWith(`${DASHBOARD}/v1/`)) return answerPage(request)
  return Object.hasOwn(OTHERS, pathname) ? (OTHERS[pathname]?.(request) ?? null) : null
}

/** Answers a request of Node's server if it is to one of our own addresses; returns whether it is. */
export type AnswerOwn = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/**
 * Offers these answers to the program that listens (scripts/server.mjs), which is no part of the
 * framework's bundles.
 */
export function offerOwnAddresses(): void {
  perProcess<AnswerOwn>('own addresses', () => (incoming, outgoing) => {
    const answering = answerOwn(new NodeRequest(incoming, outgoing))
    answering?.then((answer) => send(answer, outgoing)).catch(() => outgoing.destroy())
    return answering !== null
  })
}
