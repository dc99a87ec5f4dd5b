import type { Address } from './request-origin'

/**
 * The addresses that the dashboard's pages load besides pages; a test compares this with the route
 * files.
 */
const DATA: readonly RegExp[] = [
  /^\/changes$/,
  /^\/comments\/[^/]+$/,
  /^\/connections\/(?:clients|folders|palimpsest\.mcpb)$/,
  /^\/dashboard\/v1\//,
  /^\/first-call$/,
  /^\/frame$/,
  /^\/go$/,
  /^\/guide\/images\/[^/]+$/,
  /^\/redactions\/[^/]+\/receipt$/,
  /^\/review\/[^/]+\/(?:attention|news)$/,
  /^\/seed-source$/,
  /^\/sessions\/changes$/,
  /^\/sessions\/[^/]+\/(?:answer|call|context\/request|events|live|memory|memory\/changes|transcript|replays\/[^/]+\/state)$/,
  /^\/store-names$/,
  /^\/stores\/[^/]+\/(?:tree|events|export|policy\/dry-run|tests\/state|tests\/gates\/[^/]+|experiments\/state|experiments\/[^/]+\/export|memories\/[^/]+)$/,
  /^\/(?:healthz|mcp|metrics|readyz)$/,
  /^\/(?:favicon\.ico|icon\.svg)$/,
  /^\/_next\//,
]

/** The kind of an address outside `/v1`. */
export function addressAt(pathname: string): Exclude<Address, 'api'> {
  const plain = pathname.replace(/(?<=.)\/+$/, '')
  return DATA.some((pattern) => pattern.test(plain)) ? 'data' : 'page'
}
