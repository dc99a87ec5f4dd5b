// Calls tools of an MCP server with the client of Vercel's AI SDK, which is another implementation
// than the official one. Arguments: the SDK's folder, the server's address, a key and the calls as
// JSON; prints the names of the tools and the answers as JSON. A tool that is not there answers null.
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, url, key, calls] = process.argv.slice(2)
const sdk = createRequire(path.join(folder, 'package.json')).resolve('@ai-sdk/mcp')
const { createMCPClient } = (await import(pathToFileURL(sdk).href)).default

const client = await createMCPClient({
  transport: { type: 'http', url, headers: { authorization: `Bearer ${key}` } },
})
const tools = await client.tools()
const answers = []
for (const [name, input] of JSON.parse(calls)) {
  const options = { toolCallId: `call-${answers.length}`, messages: [] }
  answers.push((await tools[name]?.execute(input, options)) ?? null)
}
await client.close()
process.stdout.write(JSON.stringify({ tools: Object.keys(tools), answers }))
