import { MEMORY_VIEW_NAMES, type MemoryViewName } from '@/components/content/memory-view-name'

/** A command of the palette: an address, named in the texts under `Palette`. */
export interface Command {
  name: CommandName
  href: string
}

export type CommandName =
  | 'stores'
  | 'sessions'
  | 'newSession'
  | 'storeSession'
  | 'contexts'
  | 'session'
  | 'sessionContext'
  | 'sessionChanges'
  | 'activity'
  | 'search'
  | 'redact'
  | 'storeSeed'
  | 'storeSettings'
  | 'storeActivity'
  | 'storeSearch'
  | 'storeRedact'
  | `view_${MemoryViewName}`

/** The commands of a page: global ones, and those of its session, store and memory. */
export function commandsFor(pathname: string, search: URLSearchParams): Command[] {
  const storeId = /^\/stores\/([^/]+)/.exec(pathname)?.[1]
  const sessionId = /^\/sessions\/(sesn_[^/]+)/.exec(pathname)?.[1]
  return [
    ...(sessionId === undefined ? [] : sessionCommands(sessionId)),
    ...(storeId === undefined ? [] : memoryCommands(storeId, search)),
    ...(storeId === undefined ? [] : storeCommands(storeId)),
    { name: 'stores', href: '/stores' },
    { name: 'sessions', href: '/sessions' },
    { name: 'newSession', href: '/sessions/new' },
    { name: 'contexts', href: '/sessions/context' },
    { name: 'activity', href: '/activity' },
    { name: 'search', href: '/search' },
    { name: 'redact', href: '/redact' },
  ]
}

function memoryCommands(storeId: string, search: URLSearchParams): Command[] {
  const kept = new URLSearchParams()
  for (const name of ['memory', 'path', 'at']) {
    const value = search.get(name)
    if (value !== null) kept.set(name, value)
  }
  if (!kept.has('memory') && !kept.has('path')) return []
  return MEMORY_VIEW_NAMES.map((view) => ({
    name: `view_${view}`,
    href: `/stores/${storeId}?${new URLSearchParams({ ...Object.fromEntries(kept), view })}`,
  }))
}

function sessionCommands(sessionId: string): Command[] {
  return [
    { name: 'session', href: `/sessions/${sessionId}` },
    { name: 'sessionContext', href: `/sessions/${sessionId}/context` },
    { name: 'sessionChanges', href: `/sessions/${sessionId}/changes` },
  ]
}

function storeCommands(storeId: string): Command[] {
  return [
    { name: 'storeSession', href: `/sessions/new?store=${storeId}` },
    { name: 'storeSeed', href: `/stores/${storeId}/seed` },
    { name: 'storeActivity', href: `/activity?store=${storeId}` },
    { name: 'storeSearch', href: `/search?store=${storeId}` },
    { name: 'storeRedact', href: `/redact?store=${storeId}` },
    { name: 'storeSettings', href: `/stores/${storeId}/settings` },
  ]
}
