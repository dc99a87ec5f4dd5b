/** The clients for which there are ready lines. */
export const CLIENTS = ['claude-code', 'desktop', 'vscode', 'cursor', 'codex', 'other'] as const

export type ClientName = (typeof CLIENTS)[number]

/** As people know them; `other` is named in the reader's language. */
export const CLIENT_NAMES: Record<Exclude<ClientName, 'other'>, string> = {
  'claude-code': 'Claude Code',
  desktop: 'Claude Desktop',
  vscode: 'VS Code',
  cursor: 'Cursor',
  codex: 'Codex',
}

export interface Server {
  /** under which programs on this machine reach it: `http://127.0.0.1:3000` */
  address: string
  /** the command line's program on this machine; absolute */
  program: string
}

/** Lines that connect a client: to be typed, or to be put into its settings. */
export interface ClientLines {
  text: string
  /** the file that they belong in; null: they are a command */
  file: string | null
}

const SERVER = 'palimpsest'

/**
 * How a client is connected over HTTP; `key`: the secret that it shall call with; null: it starts
 * programs only.
 */
export function httpLines(
  client: ClientName,
  { address }: Server,
  key: string | null,
): ClientLines | null {
  const url = `${address}/mcp`
  const headers = key === null ? {} : { headers: { Authorization: `Bearer ${key}` } }
  switch (client) {
    case 'claude-code': {
      const header = key === null ? '' : ` --header ${quoted(`Authorization: Bearer ${key}`)}`
      return command(`claude mcp add --transport http ${SERVER} ${url}${header}`)
    }
    case 'vscode': {
      const settings = JSON.stringify({ name: SERVER, type: 'http', url, ...headers })
      return command(`code --add-mcp ${quoted(settings)}`)
    }
    case 'cursor':
      return file('~/.cursor/mcp.json', json({ mcpServers: { [SERVER]: { url, ...headers } } }))
    case 'codex': {
      const header = key === null ? [] : [`http_headers = { "Authorization" = "Bearer ${key}" }`]
      return file(
        '~/.codex/config.toml',
        [`[mcp_servers.${SERVER}]`, `url = "${url}"`, ...header].join('\n'),
      )
    }
    case 'desktop':
      return null
    case 'other':
      return {
        text: json({ mcpServers: { [SERVER]: { type: 'http', url, ...headers } } }),
        file: null,
      }
  }
}

/**
 * How a client starts the bridge to this server itself; null: such lines are not offered for it.
 */
export function stdioLines(
  client: ClientName,
  { program }: Server,
  key: string | null,
): ClientLines | null {
  const env = key === null ? {} : { env: { PALIMPSEST_KEY: key } }
  switch (client) {
    case 'claude-code': {
      const variable = key === null ? '' : ` --env PALIMPSEST_KEY=${key}`
      return command(`claude mcp add ${SERVER}${variable} -- node ${quoted(program)} mcp`)
    }
    case 'desktop':
      return file(
        'claude_desktop_config.json',
        json({ mcpServers: { [SERVER]: { command: 'node', args: [program, 'mcp'], ...env } } }),
      )
    case 'other':
      return {
        text: json({
          mcpServers: { [SERVER]: { command: 'node', args: [program, 'mcp'], ...env } },
        }),
        file: null,
      }
    default:
      return null
  }
}

const command = (text: string): ClientLines => ({ text, file: null })

const file = (name: string, text: string): ClientLines => ({ text, file: name })

const json = (value: object) => JSON.stringify(value, null, 2)

/** As one word of a shell; plain words stay as they are. */
function quoted(word: string): string {
  return /^[\w/.:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
