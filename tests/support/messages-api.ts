import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type Anthropic from '@anthropic-ai/sdk'

export type ToolResult = Anthropic.Beta.Messages.BetaToolResultBlockParam

interface MessagesRequest {
  tools: unknown[]
  messages: { role: string; content: unknown }[]
  stream?: boolean
}

/** The Messages API as a tool runner sees it, with a model that follows a script. */
export interface MessagesApi {
  url: string
  /** the parsed requests, in order */
  requests: MessagesRequest[]
  /** the results of each turn's tool uses */
  results: () => ToolResult[][]
  close(): Promise<void>
}

/**
 * Serves one conversation: in each turn the model uses the memory tool with these inputs, all at
 * once, and after the last it says `done`. The tool uses have the ids `toolu_{turn}_{index}`, from
 * 0.
 */
export async function serveMessages(turns: readonly (readonly unknown[])[]): Promise<MessagesApi> {
  const requests: MessagesRequest[] = []
  const server = createServer((incoming, outgoing) => {
    void readRequest(incoming).then((request) => {
      const message = replyOf(turns, requests.length)
      requests.push(request)
      outgoing.setHeader('content-type', request.stream ? 'text/event-stream' : 'application/json')
      outgoing.end(request.stream ? eventsOf(message) : JSON.stringify(message))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    results: () =>
      requests.slice(1).map(({ messages }) => messages.at(-1)?.content as ToolResult[]),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<MessagesRequest> {
  return JSON.parse(await text(incoming)) as MessagesRequest
}

function replyOf(turns: readonly (readonly unknown[])[], turn: number) {
  const uses = turns[turn]?.map((input, index) => ({
    type: 'tool_use' as const,
    id: `toolu_${turn}_${index}`,
    name: 'memory',
    input,
  }))
  return {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: uses ?? [{ type: 'text' as const, text: 'done' }],
    stop_reason: uses ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

type Reply = ReturnType<typeof replyOf>

function eventsOf(message: Reply): string {
  const { content, stop_reason, stop_sequence, usage } = message
  const start = { ...message, content: [], stop_reason: null }
  return [
    { type: 'message_start', message: start },
    ...content.flatMap(blockEvents),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')
}

function blockEvents(block: Reply['content'][number], index: number) {
  const isText = block.type === 'text'
  return [
    {
      type: 'content_block_start',
      index,
      content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
    },
    {
      type: 'content_block_delta',
      index,
      delta: isText
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
    },
    { type: 'content_block_stop', index },
  ]
}
