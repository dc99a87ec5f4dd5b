/** The clients to choose from, by the names that people know them by. */
export const CLIENTS = {
  claude_code: 'Claude Code',
  claude_desktop: 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  python: 'Python',
  typescript: 'TypeScript',
  curl: 'curl',
} as const

export type ClientName = keyof typeof CLIENTS

export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[]

/** Programs of one's own. */
export const PROGRAMS = ['python', 'typescript', 'curl'] as const satisfies readonly ClientName[]

export interface Server {
  /** under which programs reach it: `http://127.0.0.1:3000` */
  address: string
  /** what starts the command line on this machine: a program and its first arguments */
  program: readonly [string, ...string[]]
}

type Way = 'HTTP' | 'stdio' | 'API'

/** What connects a client: a line to be typed, or text to be put into its settings. */
export interface ClientLines {
  way: Way
  text: string
  /** the file that it belongs in; null: it is a command */
  file: string | null
}

const NAME = 'palimpsest'

interface Given {
  key: string | null
  storeId: string | null
}

/**
 * The ways to connect a client, the best first. `key`: the secret that it calls with; `storeId`: the only
 * store that it is served.
 */
export function linesFor(
  client: ClientName,
  server: Server,
  { key, storeId }: Given,
): ClientLines[] {
  const url = `${server.address}/mcp${storeId === null ? '' : `?store=${storeId}`}`
  const headers = key === null ? {} : { headers: { Authorization: `Bearer ${key}` } }
  const [program, ...args] = [...server.program, 'mcp', ...(storeId ? ['--store', storeId] : [])]
  const env = { PALIMPSEST_URL: server.address, ...(key !== null && { PALIMPSEST_KEY: key }) }
  const bridge = { command: program, args, env }
  switch (client) {
    case 'claude_code': {
      const header = key === null ? '' : ` --header ${quoted(`Authorization: Bearer ${key}`)}`
      const set = Object.entries(env).map(([name, value]) => `--env ${quoted(`${name}=${value}`)}`)
      const started = [program, ...args].map((word) => quoted(word ?? '')).join(' ')
      return [
        command(`claude mcp add --transport http ${NAME} ${quoted(url)}${header}`, 'HTTP'),
        command(`claude mcp add ${NAME} ${set.join(' ')} -- ${started}`, 'stdio'),
      ]
    }
    case 'claude_desktop':
      return [inFile('claude_desktop_config.json', served(bridge), 'stdio')]
    case 'cursor':
      return [
        inFile('~/.cursor/mcp.json', served({ url, ...headers }), 'HTTP'),
        inFile('~/.cursor/mcp.json', served(bridge), 'stdio'),
      ]
    case 'vscode': {
      const added = JSON.stringify({ name: NAME, type: 'http', url, ...headers })
      return [command(`code --add-mcp ${quoted(added)}`, 'HTTP')]
    }
    case 'codex': {
      const header = key === null ? [] : [`http_headers = { "Authorization" = "Bearer ${key}" }`]
      const lines = [`[mcp_servers.${NAME}]`, `url = "${url}"`, ...header]
      return [inFile('~/.codex/config.toml', lines.join('\n'), 'HTTP')]
    }
    default:
      return [command(programLines(client, server.address, { key, storeId }), 'API')]
  }
}

/** What a program of one's own calls: it makes a store, which not every key may, or lists what there is. */
export function programLines(
  program: (typeof PROGRAMS)[number],
  address: string,
  { key, storeId }: Given,
): string {
  const secret = key ?? 'local'
  switch (program) {
    case 'python':
      return [
        'from anthropic import Anthropic',
        'client = Anthropic(',
        `    api_key="${secret}",`,
        `    base_url="${address}",`,
        ')',
        storeId !== null
          ? `memories = client.beta.memory_stores.memories.list("${storeId}")`
          : key !== null
            ? 'stores = client.beta.memory_stores.list()'
            : 'store = client.beta.memory_stores.create(name="My agent")',
      ].join('\n')
    case 'typescript':
      return [
        "import Anthropic from '@anthropic-ai/sdk'",
        'const { beta } = new Anthropic({',
        `  apiKey: '${secret}',`,
        `  baseURL: '${address}',`,
        '})',
        storeId !== null
          ? `const memories = await beta.memoryStores.memories.list('${storeId}')`
          : key !== null
            ? 'const stores = await beta.memoryStores.list()'
            : "const store = await beta.memoryStores.create({ name: 'My agent' })",
      ].join('\n')
    case 'curl': {
      const header = key === null ? '' : ` -H 'authorization: Bearer ${key}'`
      const made = ` -H 'content-type: application/json' -d '{"name":"My agent"}'`
      const rest = storeId === null && key === null ? made : ''
      const at = storeId === null ? '' : `/${storeId}/memories`
      return `curl ${address}/v1/memory_stores${at}${header}${rest}`
    }
  }
}

const served = (server: object) => JSON.stringify({ mcpServers: { [NAME]: server } }, null, 2)

const command = (text: string, way: Way): ClientLines => ({ way, text, file: null })

const inFile = (file: string, text: string, way: Way): ClientLines => ({ way, text, file })

/** Quotes a word for a shell; plain words stay as they are. */
function quoted(word: string): string {
  return /^[\w/.:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
