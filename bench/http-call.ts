import { type Agent, request as httpRequest } from 'node:http'

interface CallOptions {
  method?: string
  headers?: Record<string, string>
  body?: object
  /** of a body that is JSON already */
  text?: string
}

/**
 * Asks and reads the answer whole; rejects a refusal. Node's own client costs half of what `fetch`
 * does, and they share the machine with the server.
 */
export function call(agent: Agent, url: string, options: CallOptions = {}): Promise<string> {
  const { body, text: sent = body && JSON.stringify(body), headers = {} } = options
  const { method = sent === undefined ? 'GET' : 'POST' } = options
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.once('end', () => {
        const { statusCode = 0 } = response
        if (statusCode < 300) resolve(text)
        else reject(new Error(`${url} answered ${statusCode}: ${text}`))
      })
    })
    request.once('error', reject)
    request.end(sent)
  })
}

/** The answer to a question that is measured with its reading, or not at all; throws a refusal. */
export async function ask(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}

/** Reads an answer chunk by chunk, however long it is. */
export async function drain(url: string, init?: RequestInit): Promise<void> {
  const reader = (await ask(url, init)).body?.getReader()
  while (reader && !(await reader.read()).done);
}

export async function get<Answer>(url: string, init?: RequestInit): Promise<Answer> {
  return (await (await ask(url, init)).json()) as Answer
}

/** Posts JSON; answers the JSON of the answer. */
export function post<Answer>(url: string, body: unknown, init: RequestInit = {}): Promise<Answer> {
  return get<Answer>(url, { ...init, method: 'POST', body: JSON.stringify(body) })
}
