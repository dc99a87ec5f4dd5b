import type { MemoryView } from '@/components/memory/head'

/** What the address of a store's page names. */
export interface StoreSearch {
  path: string | null
  memoryId: string | null
  /** a version, or two to compare */
  versionIds: readonly string[]
  /** the version before which one is shown */
  before: string | null
  /** what the version is compared with */
  diff: 'before' | 'now' | null
  layout: 'unified' | 'split'
  view: MemoryView
  /** how many versions are listed */
  versions: number
  /** the last change of a past moment */
  at: number | null
  /** what paths are to hold */
  filter: string
  /** days for which nobody read what is listed */
  unread: number | null
}

type Params = Readonly<Record<string, string | string[] | undefined>>

/** The views that an address names; what it names else, or nothing, is the content. */
const VIEWS: readonly MemoryView[] = ['preview', 'agent', 'blame', 'reads', 'edit', 'merge']

const PAGE = 50
const MOST_VERSIONS = 5_000

/** What an address names; whatever does not fit is as if it were not there. */
export function storeSearch(params: Params): StoreSearch {
  const one = (name: string) => {
    const value = params[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const numbered = (name: string) => {
    const value = one(name)
    return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null
  }
  const diff = one('diff')
  return {
    path: one('path'),
    memoryId: one('memory'),
    versionIds: [params['version'] ?? []].flat().slice(0, 2),
    before: one('before'),
    diff: diff === 'before' || diff === 'now' ? diff : null,
    layout: one('layout') === 'split' ? 'split' : 'unified',
    view: VIEWS.find((view) => view === one('view')) ?? 'content',
    versions: Math.min(Math.max(numbered('versions') ?? PAGE, PAGE), MOST_VERSIONS),
    at: numbered('at'),
    filter: one('filter') ?? '',
    unread: numbered('unread'),
  }
}

/** An address with some of its parts changed; null takes one away. */
export function addressWith(
  storeId: string,
  params: Params,
  changes: Readonly<Record<string, string | null>>,
): string {
  const kept = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...params, ...changes })) {
    for (const each of [value ?? []].flat()) kept.append(name, each)
  }
  return kept.size === 0 ? `/stores/${storeId}` : `/stores/${storeId}?${kept}`
}
