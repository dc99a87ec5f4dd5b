import { globbedPath, pathGlob } from '@/lib/text/path-glob'
import { type PathRule, memoryPathProblem, toMemoryPath } from '@/lib/text/memory-path'
import { isPassedOverOnDisk } from '@/lib/text/safe-names'

/** What is told of a file by its name alone. */

/** The beginning of every name that we put beside a file. */
export const OWN_PREFIX = '.palimpsest-'

/** Tells which names below a folder may be memories. */
export interface Included {
  /** Whether a file or a folder of this path is passed over. */
  isPassedOver: (path: string, kind: 'file' | 'folder') => boolean
}

/**
 * What is a memory by *Only these*, globs of paths such as `CLAUDE.md` or `.claude/rules/**`; null: all
 * that is nobody's rest. Names that begin with a dot are passed over unless a glob names them.
 */
export function included(only: readonly string[] | null): Included {
  const globs = only?.map((glob) => (glob.startsWith('/') ? glob : `/${glob}`)) ?? null
  const matches = globs?.map(pathGlob) ?? null
  const isNamed = (path: string) => matches?.some((match) => match(globbedPath(path))) ?? true
  return {
    isPassedOver: (path, kind) => {
      const names = path.slice(1).split('/')
      const hidden = names.filter((name) => name.startsWith('.'))
      if (names.some((name) => !name.startsWith('.') && isPassedOverOnDisk(name))) return true
      if (hidden.some((name) => !(globs?.some((glob) => glob.includes(`/${name}`)) ?? false))) {
        return true
      }
      return kind === 'file' ? !isNamed(path) : !(globs?.some(leadsInto(path)) ?? true)
    },
  }
}

/** Whether something below a folder may be what a glob names. */
const leadsInto = (folder: string) => (glob: string) => {
  const names = folder.split('/')
  const wanted = glob.split('/')
  for (const [at, name] of names.entries()) {
    const pattern = wanted[at]
    if (pattern === '**') return true
    if (pattern === undefined || at === wanted.length - 1) return false
    if (!pathGlob(pattern)(globbedPath(name))) return false
  }
  return true
}

/** A file that a cloud drive has put aside: `.name.icloud`. */
export const isCloudPlaceholder = (name: string): boolean => /^\..+\.icloud$/i.test(name)

/** Dropbox's words, in the languages that it speaks most. */
const CONFLICTED =
  /conflicted copy|in konflikt stehende kopie|konflikt-kopie|copie en conflit|copia en conflicto|cópia em conflito|copia in conflitto|conflicterende kopie|kopia powodująca konflikt|skonfliktowana kopia|kopia i konflikt|konfliktkopia|競合コピー|충돌된 사본|冲突的副本|衝突的複本/

const CONFLICT =
  /[([]\s*case conflict|\.sync-conflict-\d{8}|_conflict-\d{8}|\(sfconflict |\d{4}[-_. ]?\d{2}[-_. ]?\d{2}.*_conflict(?=\.[^.]*$|$)/i

/** A copy that a service for syncing made because two machines wrote at once. */
export function isConflictCopy(name: string): boolean {
  const plain = name.normalize('NFC').toLowerCase()
  return CONFLICT.test(plain) || CONFLICTED.test(plain)
}

/** The path of a memory in a file of this name, or what of the name cannot be. */
export function pathOfFile(name: string): { path: string } | { problem: PathRule } {
  const path = toMemoryPath(name)
  const problem = memoryPathProblem(path)
  return problem ? { problem } : { path }
}

/** What of a name cannot be, in a word: the character, or the rule. */
export const faultOfName = (problem: PathRule): string =>
  problem.rule === 'control_or_format_characters' ? problem.found : problem.rule
