import { ruleInEnglish } from '@/lib/store/model/rule-in-english'
import { memoryPathProblem } from '@/lib/text/memory-path'
import type { Mount } from './mount'
import { refuseCall } from './refusal'

/** The target of a path of the tool: a store, and a path in it. */
export type ToolPath = {
  /** as the model wrote it, without a trailing slash: answers repeat this */
  shown: string
} & (
  | { kind: 'root' }
  /** `/memories/{something}` where several stores are attached and none has that name */
  | { kind: 'unmounted' }
  /** `path` is '' for the root of the store */
  | { kind: 'in_store'; mount: Mount; path: string }
)

const ROOT = '/memories'

/**
 * `.`, `/` and `\\` percent-encoded, and the first bytes of overlong UTF-8, which can encode them
 * too.
 */
const ENCODED_TRAVERSAL = /%(?:2e|2f|5c|c[01]|e0%[89]|f0%8)/i

/** A percent-encoded ASCII character. */
const ENCODED_ASCII = /%[0-7][0-9a-f]/gi

/**
 * Parses a path by the rules of the memory tool page, Paths. Refuses any that is not a plain path
 * below `/memories`, naming it; nothing has been touched by then.
 */
export function parseToolPath(raw: string, mounts: readonly Mount[]): ToolPath {
  const shown = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw
  if (shown !== ROOT && !shown.startsWith(`${ROOT}/`)) {
    return refuseCall(`Error: Path must start with ${ROOT}, got: ${raw}`)
  }
  const found = locate(shown, mounts)
  const path = found.kind === 'in_store' ? found.path : shown.slice(ROOT.length)
  const problem = path === '' ? null : toolPathProblem(path)
  return problem === null ? found : refuseCall(`Error: Path ${raw} ${problem}`)
}

function locate(shown: string, mounts: readonly Mount[]): ToolPath {
  const rest = shown.slice(ROOT.length)
  const [only, ...others] = mounts
  if (only && others.length === 0) return { shown, kind: 'in_store', mount: only, path: rest }
  if (rest === '') return { shown, kind: 'root' }
  const mount = mounts.find(({ name }) => `${rest}/`.startsWith(`/${name}/`))
  if (!mount) return { shown, kind: 'unmounted' }
  return { shown, kind: 'in_store', mount, path: rest.slice(mount.name.length + 1) }
}

function toolPathProblem(path: string): string | null {
  const problem = memoryPathProblem(path)
  if (problem !== null) return ruleInEnglish(problem)
  if (path.includes('\\')) return 'must not contain backslashes'
  return hidesTraversal(path) ? 'must not contain percent-encoded dots or slashes' : null
}

/**
 * Returns whether dots or slashes are percent-encoded, once or repeatedly: `%2e`, `%252e`,
 * `%25%32%65`.
 */
function hidesTraversal(path: string): boolean {
  for (let text = path; ;) {
    if (ENCODED_TRAVERSAL.test(text)) return true
    const decoded = text.replace(ENCODED_ASCII, (encoded) =>
      String.fromCharCode(Number.parseInt(encoded.slice(1), 16)),
    )
    if (decoded === text) return false
    text = decoded
  }
}
/** A store's path as the tool names it. */
export function toolPathOf(at: { shown: string; path: string }, storePath: string): string {
  return at.shown.slice(0, at.shown.length - at.path.length) + storePath
}
