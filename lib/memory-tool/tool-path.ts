import { memoryPathProblem } from '@/lib/text/memory-path'
import type { Mount } from './mount'
import { refuseCall } from './refusal'

/** What a path of the tool means: which store, and where in it. */
export type ToolPath = {
  /** as the model wrote it, without a trailing slash: what answers repeat */
  shown: string
} & (
  | { kind: 'root' }
  /** `/memories/{something}` where several stores are attached and none has that name */
  | { kind: 'unmounted' }
  /** `path` is '' for the root of the store */
  | { kind: 'in_store'; mount: Mount; path: string }
)

const ROOT = '/memories'

/** `%2e`, `%2f` and `%5c`, also when their percent sign is encoded again. */
const ENCODED_TRAVERSAL = /%(?:25)*(?:2e|2f|5c)/i

/**
 * Reads a path by the rules of the memory tool page, Paths. Refuses, with an answer that names it,
 * whatever is no plain path below `/memories`; nothing has been touched then.
 */
export function parseToolPath(raw: string, mounts: readonly Mount[]): ToolPath {
  const shown = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw
  if (shown !== ROOT && !shown.startsWith(`${ROOT}/`)) {
    return refuseCall(`Error: Path must start with ${ROOT}, got: ${raw}`)
  }
  if (shown.includes('\\')) return refusePath(raw, 'must not contain backslashes')
  if (ENCODED_TRAVERSAL.test(shown)) {
    return refusePath(raw, 'must not contain percent-encoded dots or slashes')
  }
  const rest = shown.slice(ROOT.length)
  const problem = rest === '' ? null : memoryPathProblem(rest)
  if (problem !== null) return refusePath(raw, problem)
  const [only, ...others] = mounts
  if (only && others.length === 0) return { shown, kind: 'in_store', mount: only, path: rest }
  if (rest === '') return { shown, kind: 'root' }
  const [, name = '', ...segments] = rest.split('/')
  const mount = mounts.find((each) => each.name === name)
  if (!mount) return { shown, kind: 'unmounted' }
  return {
    shown,
    kind: 'in_store',
    mount,
    path: segments.length === 0 ? '' : `/${segments.join('/')}`,
  }
}

function refusePath(path: string, problem: string): never {
  return refuseCall(`Error: Path ${path} ${problem}`)
}

/** How the tool calls a path of a store. */
export function toolPathOf(at: { shown: string; path: string }, storePath: string): string {
  return at.shown.slice(0, at.shown.length - at.path.length) + storePath
}
