import { globalAgent } from 'node:http'
import { drain, post } from './http-call'
import { connection } from './mcp'
import { NEEDLE } from './store-size'

/** The ids of what is asked about. */
export type About = Partial<Record<'store' | 'memory' | 'version' | 'before' | 'session', string>>

/** A request to a server that is answered whole; `turn` grows with every call. */
type Ask = (turn: number) => Promise<unknown>

/** Stands once in the memory of many versions, and is replaced by the other and back. */
const LINE = '12: what was learned about it'
const CHANGED_LINE = '12: WHAT'

/** Returns the questions about one thing, by name. `what`: the things of which there are many. */
export function questionsOf(
  what: string,
  url: string,
  about: About,
): Readonly<Record<string, Ask>> {
  const { store = '', memory = '', version = '', before = '', session = '' } = about
  const ofStore = `/stores/${store}`
  const api = `/v1/memory_stores/${store}`
  const ids: readonly string[] = Object.values(about)
  const page = (name: string, address: string): [string, Ask] => [
    `page of ${name}, among ${what}`,
    () => drain(url + address),
  ]
  const endpoint = (address: string): [string, Ask] => {
    const shown = ids.reduce((text, id) => text.replace(id, '…'), address)
    return [`GET ${shown}, among ${what}`, () => drain(url + address)]
  }
  const running =
    (command: string, input: (turn: number) => object): Ask =>
    (turn) =>
      post(`${url}${api}/memory_tool`, { command, ...input(turn) })
  const tool = (command: string, input: (turn: number) => object): [string, Ask] => [
    `${command} by the memory tool, among ${what}`,
    running(command, input),
  ]
  const { modern } = connection(globalAgent, `${url}/mcp?store=${store}`)
  const writes = (path: string): [string, Ask][] => [
    [`memory_read over MCP, among ${what}`, () => modern('memory_read', { path })],
    tool('view', () => ({ path: `/memories${path}` })),
    tool('create', (turn) => ({ path: `/memories/made/${turn}.md`, file_text: 'made\n' })),
    tool('delete', (turn) => ({ path: `/memories/made/${turn}.md` })),
  ]
  const asked: Readonly<Record<string, readonly [string, Ask][]>> = {
    memories: [
      page('a store', ofStore),
      page('a memory', `${ofStore}?path=/folder-1/memory-1.md`),
      page('a store’s settings', `${ofStore}/settings`),
      page('a store’s changes', `${ofStore}/changes`),
      page('a store’s policy', `${ofStore}/policy`),
      page('the log of a store', `/log?store=${store}`),
      page('a search in a store', `/search?q=${NEEDLE}&store=${store}`),
      endpoint(`${ofStore}/tree?directory=/folder-1/`),
      endpoint(`${ofStore}/tree?filter=memory-77`),
      endpoint(api),
      endpoint(`${api}/memories?path_prefix=/folder-1/&depth=1`),
      endpoint(`${api}/memory_versions?limit=20`),
      endpoint(`${api}/search?q=${NEEDLE}`),
      ['view of a folder', running('view', () => ({ path: '/memories/folder-1' }))],
      ...writes('/folder-1/memory-1.md'),
    ],
    versions: [
      page('a memory', `${ofStore}?memory=${memory}`),
      page('a memory’s authors', `${ofStore}?memory=${memory}&view=blame`),
      page('two versions', `${ofStore}?memory=${memory}&from=${before}&to=${version}`),
      page('the reach of a version', `${ofStore}/reach/${version}`),
      endpoint(`${api}/memory_versions?memory_id=${memory}&limit=20`),
      endpoint(`${api}/memory_versions/${version}`),
      endpoint(`${api}/memories/${memory}`),
      tool('str_replace', (turn) => ({
        path: '/memories/notes/a.md',
        old_str: turn % 2 ? LINE : CHANGED_LINE,
        new_str: turn % 2 ? CHANGED_LINE : LINE,
      })),
      ...writes('/notes/a.md'),
    ],
    stores: [
      page('all stores', '/stores'),
      page('the log', '/log?period=all'),
      page('the search', '/search?q=deploy'),
      page('a search of a word that stands nowhere', '/search?q=nowhere-to-be-found'),
      page('the digest', '/log?period=week'),
      page('the connections', '/connections'),
      page('the inbox', '/review'),
      page('the figures', '/log/figures'),
      page('redacting', '/redact'),
      page('opening a session', '/sessions/new'),
      page('a store', ofStore),
      endpoint('/go?q=store'),
      endpoint('/store-names?q=store'),
      endpoint('/frame'),
      endpoint('/v1/memory_stores'),
      endpoint('/readyz'),
      ...writes('/notes/a.md'),
    ],
    sessions: [
      page('all sessions', '/sessions'),
      page('a session', `/sessions/${session}`),
      page('all contexts', '/sessions?show=context'),
      page('the inbox', '/review'),
      page('what a store’s memory costs', `${ofStore}/cost`),
      page('a search', '/search?q=session'),
      endpoint('/frame'),
      endpoint('/go?q=session'),
      endpoint('/v1/sessions'),
      endpoint(`/v1/sessions/${session}`),
      tool('view', () => ({ path: '/memories' })),
    ],
    events: [
      page('a session', `/sessions/${session}`),
      page('a session’s context', `/sessions/${session}/context`),
      page('a session’s changes', `/sessions/${session}/changes`),
      endpoint(`/v1/sessions/${session}`),
      endpoint(`/v1/sessions/${session}/events?limit=20`),
    ],
  }
  return Object.fromEntries(asked[what] ?? [])
}
