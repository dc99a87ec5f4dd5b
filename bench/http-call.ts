import { type Agent, request as httpRequest } from 'node:http'

/** Node's own client costs half of what `fetch` does, and they share the machine with the server. */
export function call(agent: Agent, method: string, url: string, body?: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { agent, method }, (response) => {
      const { statusCode = 0 } = response
      response.resume().once('end', () => {
        if (statusCode < 300) resolve()
        else reject(new Error(`${url} answered ${statusCode}`))
      })
    })
    request.once('error', reject)
    request.end(body && JSON.stringify(body))
  })
}

/** Posts JSON, for what is measured otherwise; answers the JSON of the answer. */
export async function post<Answer>(url: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as Answer
}
