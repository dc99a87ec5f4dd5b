import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '@/lib/refusal'
import { settings } from '@/lib/settings'
import type { Actor } from '@/lib/store/model/actor'
import { contentProblem, decodeUtf8, isUtf8Text, sha256Hex, utf8Size } from '@/lib/text/content'
import {
  memoryPathProblem,
  type PathRule,
  pathRuleWords,
  toMemoryPath,
} from '@/lib/text/memory-path'

/** Something that a store is filled from, read once and whole. */
export interface Source {
  /** by which it is known again: its real path on this machine, or the name of an upload */
  label: string
  /** oldest first; of a source without history one */
  moments: Moment[]
  isHistory: boolean
  /** what is there and cannot be taken */
  left: Left[]
  /** names that are nobody's memory */
  passedOver: string[]
  /** how many names were in another Unicode form than NFC */
  renamed: number
  /** memory tests of an export of ours, as they were written */
  tests: unknown[]
}

/** A moment of a history, or all of a source that has none. */
export interface Moment {
  /** null: now */
  at: Date | null
  /** a commit's id */
  reference: string | null
  message: string | null
  /** a name */
  author: string | null
  /** whom an export of ours names */
  actor: Actor | null
  sessionId: string | null
  toolUseId: string | null
  /** of an export of ours; null: its changes were no batch */
  batchKind: string | null
  changes: SourceChange[]
}

export type SourceChange =
  /** `memory` numbers what this inserts; `again`: a version even where the path holds the same */
  | { op: 'write'; path: string; text: Text; memory?: number; again?: boolean }
  /** without a text: the memory keeps its own */
  | { op: 'rename'; from: string; path: string; text: Text | null }
  | { op: 'delete'; path: string }
  /** brings the deleted memory of that number back */
  | { op: 'restore'; path: string; text: Text; memory: number }

/** A content with its hash and its size in bytes. */
export interface Text {
  content: string
  sha256: string
  size: number
}

/** What is left out of a source, and why; `path` may be none that a memory can have. */
export interface Left {
  path: string
  reason: LeftReason
}

export type LeftReason = keyof typeof REASONS | PathRule['rule']

const REASONS = {
  link: 'is a link',
  not_regular_file: 'is no regular file',
  not_readable: 'cannot be read',
  changed_while_read: 'changed while it was read',
  own_data: 'is data of this server',
  too_deep: 'lies too deep',
  too_large: 'is larger than a memory may be',
  not_text: 'is not text in UTF-8',
  name_not_utf8: 'has a name that is not UTF-8',
  leads_out: 'has a name that leads out of the archive',
  encrypted: 'is encrypted',
  packing_unknown: 'is packed in a way that is not supported',
  damaged: 'is damaged',
  redacted_before_export: 'was redacted before it was exported',
  twice: 'is there twice; the first one counts',
  former_not_taken: 'was renamed, and its text was left out under its former name',
  path_taken: 'overlaps another memory',
  limit_reached: 'does not fit: the store is full',
  not_chosen: 'was left out by who seeded',
  changed_meanwhile: 'was changed in the store meanwhile',
  gone_and_changed: 'is gone from the source, and changed in the store',
  changed_and_deleted: 'was changed in the source, and deleted in the store',
  other_text: 'has another text in the store',
  same_lines: 'was changed in the source and in the store, in the same lines',
  deleted_in_store: 'was deleted in the store',
  store_changed: 'only its last state is taken, since the store was changed otherwise',
} as const

/** A reason in English, to follow the path, for the API and the command line. */
export function reasonWords(reason: string, path: string): string {
  if (reason in REASONS) return REASONS[reason as keyof typeof REASONS]
  const problem = memoryPathProblem(path)
  return problem ? `has a path that no memory can have: it ${pathRuleWords(problem)}` : reason
}

/** The most that a source may hold unpacked, and an upload as sent; bytes. */
export const MAX_SOURCE_BYTES = 256 * 1024 * 1024
export const MAX_ENTRIES = 20_000
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Refuses a source past a limit. `what`: of what there is more, such as `bytes`. */
export function refuseTooLarge(what: 'bytes' | 'entries' | 'bytes in a line', most: number): never {
  const limit = `${most.toLocaleString('en')} ${what}`
  throw new Refusal('source_too_large', `The source has more than ${limit}.`, { what, limit: most })
}

/** Refuses what is none of the formats. `why`: a sentence, if more can be said. */
export function refuseSource(why = 'This is neither a folder, a zip nor JSON Lines.'): never {
  throw new Refusal('not_a_source', why)
}

/** The text of a file; null: it can be no memory's. */
export function textOf(content: string | Uint8Array): Text | null {
  if (typeof content !== 'string') {
    return isUtf8Text(content) ? textOf(decodeUtf8(content)) : null
  }
  if (contentProblem(content)) return null
  return { content, sha256: sha256Hex(content), size: utf8Size(content) }
}

/** Holds what is read of a source against its limits, and keeps what is left out of it. */
export class Gathering {
  readonly left: Left[] = []
  readonly passedOver: string[] = []
  renamed = 0
  private entries = 0
  private bytes = 0

  /** Counts something of the source. Refuses `source_too_large`. */
  count(bytes: number): void {
    if (++this.entries > MAX_ENTRIES) refuseTooLarge('entries', MAX_ENTRIES)
    this.bytes += bytes
    if (this.bytes > MAX_SOURCE_BYTES) refuseTooLarge('bytes', MAX_SOURCE_BYTES)
  }

  leave(path: string, reason: LeftReason): null {
    this.left.push({ path, reason })
    return null
  }

  /** The path of a file's name; null: it can have none, which is listed. */
  pathOf(name: string): string | null {
    const path = toMemoryPath(name)
    const problem = memoryPathProblem(path)
    if (problem) return this.leave(path, problem.rule)
    if (path !== name && path !== `/${name}`) this.renamed++
    return path
  }

  /** The text at a path; null: it can be no memory's, which is listed. */
  textAt(path: string, content: string | Uint8Array): Text | null {
    if (content.length > MAX_FILE_BYTES) return this.leave(path, 'too_large')
    return textOf(content) ?? this.leave(path, 'not_text')
  }
}

/** Gathers the files of a source without history. */
export class Files extends Gathering {
  private readonly files = new Map<string, Text>()

  /** Takes a file in, or lists why not. Refuses `source_too_large`. */
  take(name: string, content: string | Uint8Array): void {
    this.count(content.length)
    const path = this.pathOf(name)
    const text = path === null ? null : this.textAt(path, content)
    if (path === null || text === null) return
    if (this.files.has(path)) this.leave(path, 'twice')
    else this.files.set(path, text)
  }

  source(label: string): Source {
    const changes = [...this.files].map(([path, text]) => ({ op: 'write' as const, path, text }))
    const { left, passedOver, renamed } = this
    const moments = [{ ...NOW, changes }]
    return { label, moments, isHistory: false, left, passedOver, renamed, tests: [] }
  }
}

/** A moment that nothing is said of. */
export const NOW: Omit<Moment, 'changes'> = {
  at: null,
  reference: null,
  message: null,
  author: null,
  actor: null,
  sessionId: null,
  toolUseId: null,
  batchKind: null,
}

/** A source of one memory that a person pasted. Refuses `invalid_input`. */
export function readText(name: string, content: string): Source {
  const files = new Files()
  files.take(name, content)
  const [left] = files.left
  if (left)
    throw new Refusal('invalid_input', `${left.path} ${reasonWords(left.reason, left.path)}`)
  return files.source(`text ${toMemoryPath(name)}`)
}

/** Returns whether a path is a folder or lies in it; both absolute, without links. */
const isIn = (folder: string, place: string) =>
  place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)

const realOf = (folder: string) => realpath(folder).catch(() => path.resolve(folder))

/** Returns whether a real path is the server's own data, which is never read. */
export async function isOwnData(place: string): Promise<boolean> {
  return isIn(await realOf(settings().dataDir), place)
}

/**
 * The real path of a place on this machine's disk, which lies in a folder of `SEED_ROOTS` and not in
 * the data folder. Refuses `folder_not_allowed`, whether anything is there or not; `not_a_source`.
 */
export async function reachable(named: string): Promise<string> {
  const place = path.resolve(named)
  const roots = await Promise.all(settings().seedRoots.map(realOf))
  const real = await realpath(place).catch(() => null)
  const isAllowed = [...settings().seedRoots, ...roots].some((root) => isIn(root, place))
  if (!isAllowed || (real !== null && !(await isReachable(real, roots)))) {
    throw new Refusal(
      'folder_not_allowed',
      `${place} is in no folder that this server may read: ${settings().seedRoots.join(', ')} (never its own data). SEED_ROOTS names others.`,
      { path: place },
    )
  }
  return real ?? refuseSource(`There is nothing at ${place} that can be read.`)
}

async function isReachable(real: string, roots: readonly string[]): Promise<boolean> {
  return roots.some((root) => isIn(root, real)) && !(await isOwnData(real))
}
