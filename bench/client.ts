import { Agent, request as httpRequest } from 'node:http'

/**
 * Calls over connections that stay open. Node's own client costs half of what `fetch` does, and it shares
 * the machine with the server.
 */

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export interface Call {
  method?: string
  /** sent as JSON */
  body?: unknown
  /** sent as it is, as JSON Lines */
  raw?: string
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

/** Reads the answer whole and gives it back; rejects a refusal. */
export async function ask(url: string, secret: string, call: Call = {}): Promise<string> {
  const parts: Buffer[] = []
  await drain(url, secret, call, (part) => parts.push(part))
  return Buffer.concat(parts).toString()
}

export async function askJson<T>(url: string, secret: string, call: Call = {}): Promise<T> {
  return JSON.parse(await ask(url, secret, call)) as T
}

/**
 * Reads an answer part by part, however long it is; rejects a refusal. `secret` null: a page is asked for, which
 * no key opens.
 */
export function drain(
  url: string,
  secret: string | null,
  { method, body, raw, signal, headers }: Call = {},
  take: (part: Buffer) => void = () => {},
): Promise<void> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: method ?? (sent === undefined ? 'GET' : 'POST'),
      headers: {
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
        'content-type': raw === undefined ? 'application/json' : 'application/jsonl',
        ...headers,
      },
      ...(signal && { signal }),
    }
    const request = httpRequest(url, options, (response) => {
      const { statusCode = 0 } = response
      const refusal: Buffer[] = []
      response.on('data', (part: Buffer) => (statusCode < 300 ? take(part) : refusal.push(part)))
      response.once('error', reject)
      response.once('end', () => {
        if (statusCode < 300) resolve()
        else {
          const words = Buffer.concat(refusal).toString()
          reject(new Error(`${url} answered ${statusCode}: ${words}`))
        }
      })
    })
    request.once('error', reject)
    request.end(sent)
  })
}
