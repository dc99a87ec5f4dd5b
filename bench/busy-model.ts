import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import { messageFrames, writtenFrame } from '@/lib/agent/message-frames'

/**
 * When a call was sent, and when the request with its result arrived. Milliseconds of one clock.
 */
export interface Turn {
  toldAt: number
  answeredAt: number
}

export interface BusyModel {
  url: string
  /** the turns of a conversation so far, by the text that started it */
  turns: (name: string) => Turn[]
  /** delay before each of its answers, so that rendering can finish; milliseconds */
  pace: number
  close: () => Promise<void>
}

/**
 * A Messages API server whose model writes one file a turn: a message `write 20 as x` makes it
 * create `/memories/x-0.md` to `/memories/x-19.md`, one by one; of several such messages the last
 * counts.
 */
export async function startBusyModel(): Promise<BusyModel> {
  const turns = new Map<string, Turn[]>()
  const model: BusyModel = {
    url: '',
    turns: (name) => turns.get(name) ?? [],
    pace: 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => {
    // A Messages API server is also asked for a model's window and for token counts. This one
    // offers neither.
    if (request.method !== 'POST' || request.url?.split('?')[0] !== '/v1/messages') {
      request.resume()
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"type":"error","error":{"type":"not_found_error","message":"not offered"}}')
      return
    }
    text(request)
      .then(async (body) => {
        const receivedAt = performance.timeOrigin + performance.now()
        const { messages } = JSON.parse(body) as { messages: BetaMessageParam[] }
        await answer(response, messages, receivedAt)
      })
      .catch(() => response.destroy())
  })

  async function answer(
    response: ServerResponse,
    messages: readonly BetaMessageParam[],
    receivedAt: number,
  ): Promise<void> {
    const asked = [...JSON.stringify(messages).matchAll(/write (\d+) as (\w+)/g)].at(-1)
    const [, count = '0', name = ''] = asked ?? []
    const list = turns.get(name) ?? []
    turns.set(name, list)
    const last = list.at(-1)
    if (last) last.answeredAt = receivedAt
    if (model.pace > 0) await new Promise((resolve) => setTimeout(resolve, model.pace))
    const index = list.length
    const input = {
      command: 'create',
      path: `/memories/${name}-${index}.md`,
      file_text: `written by turn ${index}\n`,
    }
    const parts =
      index < Number(count)
        ? [{ type: 'tool_use' as const, name: 'memory', input }]
        : [{ type: 'text' as const, text: 'Done.' }]
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const frame of messageFrames({ model: 'busy', parts })) {
      response.write(writtenFrame(frame))
    }
    list.push({ toldAt: performance.timeOrigin + performance.now(), answeredAt: Number.NaN })
    response.end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address === 'object' && address) model.url = `http://127.0.0.1:${address.port}`
  return model
}
