import type { Store } from '@/lib/store/model/model'
import { memoryPathProblem, pathRuleWords } from '@/lib/text/memory-path'
import { mountNames } from '@/lib/text/mount-name'
import type { FileAddress } from './files'
import { refuseCall } from './words'

/** A store as the tools address it. */
export interface Mount {
  storeId: string
  /** its directory below `/memories` where several are attached */
  name: string
  /** its name as people know it */
  title: string
  isReadOnly: boolean
  /** it was deleted since it was attached */
  isGone?: boolean
  /** the most that one answer holds, in characters */
  most: number
}

/**
 * Stores as directories below `/memories`, in their order; archived ones are only read. `narrowed`: where a
 * door allows less than the store.
 */
export function mountsOf(
  stores: readonly Store[],
  narrowed: Partial<Pick<Mount, 'isReadOnly' | 'most'>> = {},
): Mount[] {
  const names = mountNames(stores.map(({ name }) => name))
  return stores.map((store, index) => ({
    storeId: store.id,
    name: names[index] ?? '',
    title: store.name,
    isReadOnly: narrowed.isReadOnly === true || store.archivedAt !== null,
    most: Math.min(store.limits.viewCharacters, narrowed.most ?? Infinity),
  }))
}

/** The store that a model names: by its short name, its id, or its name if no other has it. */
export function mountNamed<M extends Pick<Mount, 'storeId' | 'name' | 'title'>>(
  mounts: readonly M[],
  wanted: string,
): M | undefined {
  const titled = mounts.filter(({ title }) => title === wanted)
  const exact = mounts.find(({ storeId, name }) => storeId === wanted || name === wanted)
  return exact ?? (titled.length === 1 ? titled[0] : undefined)
}

const MOST_NAMES = 50

/** The names of stores, the first of many. */
export function namesOf(mounts: readonly Mount[], before = ''): string {
  const names = mounts.slice(0, MOST_NAMES).map(({ name }) => before + name)
  const left = mounts.length - names.length
  return names.join(', ') + (left > 0 ? ` and ${left} more` : '')
}

/** What a path of the tool means: a store, and a path in it. */
export type ToolPath = {
  /** as the model wrote it, without a trailing slash: answers repeat this */
  shown: string
} & (
  | { kind: 'root' }
  /** `/memories/{something}` where several stores are attached and none has that name */
  | { kind: 'unmounted' }
  /** `path` is '' for the root of the store */
  | ({ kind: 'in_store'; mount: Mount } & FileAddress)
)

export type InStore = Extract<ToolPath, { kind: 'in_store' }>

export const ROOT = '/memories'

/**
 * Reads a path by the contract's rules. Refuses any that is no plain path below `/memories`, naming
 * it; nothing has been touched by then.
 */
export function parseToolPath(raw: string, mounts: readonly Mount[]): ToolPath {
  const shown = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw
  if (shown !== ROOT && !shown.startsWith(`${ROOT}/`)) {
    return refuseCall(`Error: Path must start with ${ROOT}, got: ${raw}`)
  }
  const found = locate(shown, mounts)
  const path = found.kind === 'in_store' ? found.path : shown.slice(ROOT.length)
  const isGone = found.kind === 'in_store' && found.mount.isGone
  if (isGone) return refuseCall(`Error: The memory store of ${shown} is gone`)
  const problem = path === '' ? null : memoryPathProblem(path)
  return problem === null ? found : refuseCall(`Error: Path ${raw} ${pathRuleWords(problem)}`)
}

function locate(shown: string, mounts: readonly Mount[]): ToolPath {
  const rest = shown.slice(ROOT.length)
  const [only, ...others] = mounts
  if (only && others.length === 0) return inStore(shown, only, rest)
  if (rest === '') return { shown, kind: 'root' }
  const mount = mounts.find(({ name }) => `${rest}/`.startsWith(`/${name}/`))
  if (!mount) return { shown, kind: 'unmounted' }
  return inStore(shown, mount, rest.slice(mount.name.length + 1))
}

export const inStore = (shown: string, mount: Mount, path: string): InStore => ({
  shown,
  kind: 'in_store',
  mount,
  storeId: mount.storeId,
  path,
})

/** A store's path as the tool names it to who wrote `at`. */
export function toolPathOf(at: { shown: string; path: string }, storePath: string): string {
  return at.shown.slice(0, at.shown.length - at.path.length) + storePath
}
