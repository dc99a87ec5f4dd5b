/** The clients to choose from. */
export const CLIENTS = ['claude', 'vscode', 'cursor', 'other'] as const

export type ClientName = (typeof CLIENTS)[number]

/** Names of clients as people know them; `other` is named in the reader's language. */
export const CLIENT_NAMES: Record<Exclude<ClientName, 'other'>, string> = {
  claude: 'Claude Code',
  vscode: 'VS Code',
  cursor: 'Cursor',
}

export interface Server {
  /** under which programs on this machine reach it: `http://127.0.0.1:3000` */
  address: string
  /** the command that starts the command line on this machine: a program and its first arguments */
  command: readonly [string, ...string[]]
}

/** Lines that connect a client: to be typed, or to be put into its settings. */
export interface ClientLines {
  /** null: any other than those that have a name here */
  client: string | null
  way: 'HTTP' | 'stdio'
  text: string
  /** the file that they belong in; null: they are a command, or every client has its own file */
  file: string | null
}

const SERVER = 'palimpsest'

/**
 * Returns the ways to connect a client, the best first. `key`: the secret that it calls with;
 * `storeId`: the only store that it is served.
 */
export function linesFor(
  client: ClientName,
  server: Server,
  key: string | null,
  storeId: string | null,
): ClientLines[] {
  const url = `${server.address}/mcp${storeId === null ? '' : `?store=${storeId}`}`
  const bridge = bridgeLine(server, storeId)
  const headers = key === null ? {} : { headers: { Authorization: `Bearer ${key}` } }
  switch (client) {
    case 'claude':
      return [
        claudeCode(url, key),
        claudeCodeBridge(server, bridge, key),
        claudeDesktop(server, bridge, key),
      ]
    case 'vscode': {
      const settings = JSON.stringify({ name: SERVER, type: 'http', url, ...headers })
      return [http('VS Code', `code --add-mcp ${quoted(settings)}`)]
    }
    case 'cursor':
      return [http('Cursor', served({ url, ...headers }), '~/.cursor/mcp.json')]
    case 'other':
      return [
        http(null, served({ type: 'http', url, ...headers })),
        codex(url, key),
        stdio(null, served(bridgeTo(server, bridge, key))),
      ]
  }
}

function claudeCode(url: string, key: string | null): ClientLines {
  const header = key === null ? '' : ` --header ${quoted(`Authorization: Bearer ${key}`)}`
  return http('Claude Code', `claude mcp add --transport http ${SERVER} ${quoted(url)}${header}`)
}

function claudeCodeBridge(server: Server, bridge: Bridge, key: string | null): ClientLines {
  const variables = Object.entries(bridgeSettings(server, key)).map(
    ([name, value]) => ` --env ${quoted(`${name}=${value}`)}`,
  )
  const line = bridge.map(quoted).join(' ')
  return stdio('Claude Code', `claude mcp add ${SERVER}${variables.join('')} -- ${line}`)
}

function claudeDesktop(server: Server, bridge: Bridge, key: string | null): ClientLines {
  return stdio(
    'Claude Desktop',
    served(bridgeTo(server, bridge, key)),
    'claude_desktop_config.json',
  )
}

function codex(url: string, key: string | null): ClientLines {
  const header = key === null ? [] : [`http_headers = { "Authorization" = "Bearer ${key}" }`]
  const lines = [`[mcp_servers.${SERVER}]`, `url = "${url}"`, ...header]
  return http('Codex', lines.join('\n'), '~/.codex/config.toml')
}

/** A program and its arguments. */
type Bridge = readonly [string, ...string[]]

/** The program that a client starts to reach the server. */
function bridgeLine({ command }: Server, storeId: string | null): Bridge {
  return [...command, 'mcp', ...(storeId === null ? [] : ['--store', storeId])]
}

function bridgeTo(server: Server, [program, ...args]: Bridge, key: string | null): object {
  return { command: program, args, env: bridgeSettings(server, key) }
}

/**
 * Sets the bridge's address: without it the bridge would open the database of whatever folder it
 * finds.
 */
function bridgeSettings({ address }: Server, key: string | null): Record<string, string> {
  return { PALIMPSEST_URL: address, ...(key === null ? {} : { PALIMPSEST_KEY: key }) }
}

const served = (server: object) => JSON.stringify({ mcpServers: { [SERVER]: server } })

const http = (client: string | null, text: string, file: string | null = null): ClientLines => ({
  client,
  way: 'HTTP',
  text,
  file,
})

const stdio = (client: string | null, text: string, file: string | null = null): ClientLines => ({
  client,
  way: 'stdio',
  text,
  file,
})

/** Quotes a word for a shell; plain words stay as they are. */
function quoted(word: string): string {
  return /^[\w/.:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
