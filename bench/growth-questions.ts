/** Something that is asked of the server, and answered whole. */
export interface Question {
  name: string
  /** `turn` grows with every call */
  ask: (url: string, turn: number) => Promise<unknown>
}

/** What is asked about the ids that a filling answered, by what there are many of. */
export function questionsOf(what: string, about: Record<string, string>): Question[] {
  const { store = '', memory = '', version = '', before = '', session = '' } = about
  const ofStore = `/stores/${store}`
  const api = `/v1/memory_stores/${store}`
  const tool = (command: string, input: (turn: number) => object): Question => ({
    name: `${command} by the memory tool, among ${what}`,
    ask: (url, turn) => send(`${url}${api}/memory_tool`, { command, ...input(turn) }),
  })
  const page = (name: string, address: string) => asking(`page of ${name}, among ${what}`, address)
  const endpoint = (address: string) => {
    const ids = Object.values(about).filter((id) => id !== '')
    const shown = ids.reduce((text, id) => text.replace(id, '…'), address)
    return asking(`GET ${shown}, among ${what}`, address)
  }
  const writes = (path: string) => [
    tool('view', () => ({ path: `/memories${path}` })),
    tool('create', (turn) => ({ path: `/memories/made/${turn}.md`, file_text: 'made\n' })),
    tool('delete', (turn) => ({ path: `/memories/made/${turn}.md` })),
  ]
  switch (what) {
    case 'memories':
      return [
        page('a store', ofStore),
        page('a memory', `${ofStore}?path=/folder-1/memory-1.md`),
        page('a store’s settings', `${ofStore}/settings`),
        page('a store’s findings', `${ofStore}/findings`),
        page('a store’s policy', `${ofStore}/policy`),
        page('a store’s comments', `${ofStore}/comments`),
        page('the log of a store', `/activity?store=${store}`),
        page('a search in a store', `/search?q=needle-in-the-hay&store=${store}`),
        endpoint(`${ofStore}/tree?directory=/folder-1/`),
        endpoint(`${ofStore}/tree?filter=memory-77`),
        endpoint(api),
        endpoint(`${api}/memories?path_prefix=/folder-1/&depth=1`),
        endpoint(`${api}/memory_versions?limit=20`),
        endpoint(`${api}/search?q=needle-in-the-hay`),
        { ...tool('view', () => ({ path: '/memories/folder-1' })), name: 'view of a folder' },
        ...writes('/folder-1/memory-1.md'),
      ]
    case 'versions':
      return [
        page('a memory', `${ofStore}?memory=${memory}`),
        page('a memory’s authors', `${ofStore}?memory=${memory}&view=blame`),
        page('two versions', `${ofStore}?memory=${memory}&from=${before}&to=${version}`),
        page('the reach of a version', `${ofStore}/reach/${version}`),
        endpoint(`${api}/memory_versions?memory_id=${memory}&limit=20`),
        endpoint(`${api}/memory_versions/${version}`),
        endpoint(`${api}/memories/${memory}`),
        tool('str_replace', (turn) => ({
          path: '/memories/notes/a.md',
          old_str: turn % 2 ? 'what was learned about it' : 'WHAT',
          new_str: turn % 2 ? 'WHAT' : 'what was learned about it',
        })),
        ...writes('/notes/a.md'),
      ]
    case 'stores':
      return [
        page('all stores', '/stores'),
        page('the log', '/activity'),
        page('the search', '/search?q=deploy'),
        page('the inbox', '/review'),
        page('the digest', '/review/digest'),
        page('redacting', '/redact'),
        page('opening a session', '/sessions/new'),
        page('a store', ofStore),
        endpoint('/go?q=store'),
        endpoint('/store-names?q=store'),
        endpoint('/frame'),
        endpoint('/v1/memory_stores'),
        endpoint('/readyz'),
        ...writes('/notes/a.md'),
      ]
    case 'sessions':
      return [
        page('all sessions', '/sessions'),
        page('a session', `/sessions/${session}`),
        page('all contexts', '/sessions/context'),
        page('the inbox', '/review'),
        page('a search', '/search?q=session'),
        endpoint('/frame'),
        endpoint('/go?q=session'),
        endpoint('/v1/sessions'),
        endpoint(`/v1/sessions/${session}`),
        tool('view', () => ({ path: '/memories' })),
      ]
    default:
      return [
        page('a session', `/sessions/${session}`),
        page('a session’s context', `/sessions/${session}/context`),
        page('a session’s changes', `/sessions/${session}/changes`),
        endpoint(`/v1/sessions/${session}`),
        endpoint(`/v1/sessions/${session}/events?limit=20`),
      ]
  }
}

const asking = (name: string, address: string): Question => ({
  name,
  ask: (url) => read(url + address),
})

async function read(address: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  await response.arrayBuffer()
}

async function send(address: string, body: object): Promise<void> {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  await response.arrayBuffer()
}
