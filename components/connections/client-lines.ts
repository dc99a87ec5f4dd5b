/** The clients for which there are ready lines. */
export const CLIENTS = ['claude-code', 'vscode', 'cursor', 'codex', 'other'] as const

export type ClientName = (typeof CLIENTS)[number]

/** As people know them; `other` is named in the reader's language. */
export const CLIENT_NAMES: Record<Exclude<ClientName, 'other'>, string> = {
  'claude-code': 'Claude Code',
  vscode: 'VS Code',
  cursor: 'Cursor',
  codex: 'Codex',
}

export interface Server {
  /** under which programs on this machine reach it: `http://127.0.0.1:3000` */
  address: string
}

/** Lines that connect a client: to be typed, or to be put into its settings. */
export interface ClientLines {
  text: string
  /** the file that they belong in; null: they are a command */
  file: string | null
}

const SERVER = 'palimpsest'

/** How a client is connected over HTTP; `key`: the secret that it shall call with. */
export function httpLines(
  client: ClientName,
  { address }: Server,
  key: string | null,
): ClientLines {
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
    case 'other':
      return {
        text: json({ mcpServers: { [SERVER]: { type: 'http', url, ...headers } } }),
        file: null,
      }
  }
}

const command = (text: string): ClientLines => ({ text, file: null })

const file = (name: string, text: string): ClientLines => ({ text, file: name })

const json = (value: object) => JSON.stringify(value, null, 2)

/** As one word of a shell; plain words stay as they are. */
function quoted(word: string): string {
  return /^[\w/.:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
