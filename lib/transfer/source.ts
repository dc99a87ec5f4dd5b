import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ZlibOptions } from 'node:zlib'
import { Refusal } from '@/lib/refusal'
import { settings } from '@/lib/settings'
import type { Actor } from '@/lib/store/model/actor'
import type { PlanNote } from '@/lib/store/plan/plan'
import type { BatchKind } from '@/lib/store/write/change'
import { type NewState, stateOf } from '@/lib/store/write/head'
import { contentProblem, decodeUtf8, isUtf8Text } from '@/lib/text/content'
import {
  memoryPathProblem,
  type PathRule,
  pathRuleWords,
  toMemoryPath,
} from '@/lib/text/memory-path'
import type { GivenTest } from '@/lib/why/tests'

/** Something that a store is filled from, read once and whole. */
export interface Source {
  /** by which it is known again: its real path on this machine, or the name of an upload */
  label: string
  /** oldest first; of a source without history one */
  moments: Moment[]
  isHistory: boolean
  left: Left
  /** by different names; a store's own stay */
  tests: readonly GivenTest[]
  /** all of it */
  bytes: number
  /** what is to be said of it as a whole */
  notes: PlanNote[]
}

/** A moment of a history, or all of a source that has none. */
export interface Moment {
  /** by which it is known again while its history grows; none of what has no time */
  name?: string | undefined
  /** now unless given */
  at?: Date | undefined
  /** a commit's id */
  reference?: string | undefined
  message?: string | undefined
  /** a name */
  author?: string | undefined
  /** whom an export of ours names */
  actor?: Actor | undefined
  sessionId?: string | undefined
  toolUseId?: string | undefined
  /** of an export of ours; without one its changes were no batch */
  batchKind?: BatchKind | undefined
  changes: SourceChange[]
}

type SourceOp = 'write' | 'rename' | 'delete' | 'restore'

export interface SourceChange {
  /** `restore` brings a deleted memory back */
  op: SourceOp
  path: string
  /** the path that a rename or a deletion leaves free */
  from: string | null
  /** null: nothing is there any more, or what was renamed keeps its own */
  text: NewState | null
  /** in an export of ours, of a memory that this makes, or brings back: where and when it is made */
  made?: Made | undefined
  /** a version even where the path holds the same */
  again?: boolean | undefined
}

export interface Made {
  path: string
  at: Date
}

/** A change as a source tells it. */
export interface ToldChange extends Pick<SourceChange, 'made' | 'again'> {
  op: SourceOp
  path: string
  from?: string
  content?: string | Uint8Array | undefined
}

export const deletionOf = (path: string): SourceChange => {
  return { op: 'delete', path, from: path, text: null }
}

/**
 * Why something could not be taken, by its path, which may be none that a memory can have. What a later
 * moment brought after all is none of it.
 */
export type Left = ReadonlyMap<string, LeftReason>

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
  changed_and_deleted: 'was changed in the source, and deleted or moved in the store',
  other_text: 'has another text in the store',
  same_lines: 'was changed in the source and in the store, in the same lines',
  deleted_in_store: 'was deleted or moved in the store',
  not_reached: 'was not taken: the seeding ended before',
  store_changed: 'only its last state is taken, since the store was changed otherwise',
} as const

type NoteCode = keyof typeof NOTES

const NOTES = {
  passed_over: 'names were passed over, as hidden or left behind by programs',
  normalised: 'names were in another Unicode form, and became NFC',
  authors_not_taken: 'moments were written by others: whoever seeds is told as their author',
  tests: 'tests come with it',
  tests_not_allowed:
    'tests are left out: they need a person, or a key of a script with the access review',
  tests_there: 'tests are left out: the store has others by their names, or no room',
  tests_redacted: 'tests are left out: they hold a text that was redacted here',
  redacted_words: 'moments are without their words, which hold a text that was redacted here',
} as const

/** A note in English, for the API and the command line. */
export function noteWords({ note, count, names }: PlanNote): string {
  return `${count} ${NOTES[note as NoteCode]}: ${names.join(', ')}${count > names.length ? ', …' : ''}`
}

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

const NO_SOURCE = {
  unknown: 'This is neither a folder, a zip nor JSON Lines.',
  damaged: 'The file is damaged: it cannot be unpacked.',
  damaged_zip: 'The zip is damaged: its list of files cannot be read.',
  tar: '{name} is a tar: unpack it first.',
  not_readable: '{name} cannot be read.',
  nothing_there: 'There is nothing at {name} that can be read.',
  elsewhere: '{name} is not on this machine: clone or download it first.',
  no_folder: '{name} is no folder.',
  no_file: '{name} is a folder, not a file.',
  no_history: 'git has no history of {name}.',
} as const

/** Refuses what is none of the formats. `name`: its place, where the reason names it. */
export function refuseSource(why: keyof typeof NO_SOURCE = 'unknown', name = ''): never {
  throw new Refusal(
    'not_a_source',
    NO_SOURCE[why].replace('{name}', () => name),
    { why, name },
  )
}

/** Unpacked bytes; null: they are damaged. What is more than `most` is a bomb's: `source_too_large`. */
export async function unpacked(
  inflate: (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>,
  bytes: Buffer,
  most: number,
): Promise<Buffer | null> {
  // Zero would mean no limit.
  return inflate(bytes, { maxOutputLength: Math.max(most, 1) }).catch((error: unknown) => {
    const isMore =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isMore ? refuseTooLarge('bytes', most) : null
  })
}

const NAMES_IN_A_NOTE = 5

/** A note, if it is about any. */
export function noteOf(note: NoteCode, about: readonly string[]): PlanNote[] {
  const names = [...new Set(about)].slice(0, NAMES_IN_A_NOTE)
  return about.length > 0 ? [{ note, count: about.length, names }] : []
}

/** Gathers what is read of a source, holds it against the limits, and keeps what is left out. */
export class Gathering {
  readonly left = new Map<string, LeftReason>()
  readonly tests = new Map<string, GivenTest>()
  private readonly files = new Map<string, SourceChange>()
  private readonly passedOver = new Set<string>()
  private readonly normalised = new Set<string>()
  private entries = 0
  private bytes = 0

  /** Counts something of the source. Refuses `source_too_large`. */
  count(bytes: number): void {
    if (++this.entries > MAX_ENTRIES) refuseTooLarge('entries', MAX_ENTRIES)
    this.bytes += bytes
    if (this.bytes > MAX_SOURCE_BYTES) refuseTooLarge('bytes', MAX_SOURCE_BYTES)
  }

  /** Lists why not, under the path that its memory has, or would have. */
  leave(path: string, reason: LeftReason): null {
    this.left.set(path.normalize('NFC'), reason)
    return null
  }

  /** Notes a name that is nobody's memory. */
  passOver(name: string): void {
    this.passedOver.add(name)
  }

  /** A change with its path and text; null: it has none, which is listed. Refuses `source_too_large`. */
  changeOf({ op, content, ...told }: ToldChange): SourceChange | null {
    this.count(content?.length ?? 0)
    const path = this.pathOf(told.path)
    const isLeaving = op === 'rename' || op === 'delete'
    const from = isLeaving ? toMemoryPath(told.from ?? told.path) : null
    // The source has the old path no more, whatever became of the new one.
    if (path === null || op === 'delete') return from === null ? null : deletionOf(from)
    this.left.delete(path)
    const text = content === undefined ? null : this.textAt(path, content)
    return text || op === 'rename' ? { ...told, op, path, from, text } : null
  }

  /** Takes a file of a source without history in, or lists why not. Refuses `source_too_large`. */
  take(name: string, content: string | Uint8Array): void {
    const file = this.changeOf({ op: 'write', path: name, content })
    if (!file) return
    if (this.files.has(file.path)) this.leave(file.path, 'twice')
    else this.files.set(file.path, file)
  }

  /** What was gathered: these moments, or else the files. */
  source(label: string, moments?: readonly Moment[]): Source {
    const all = moments ? named(moments) : [{ changes: [...this.files.values()] }]
    const notes = [
      ...noteOf('passed_over', [...this.passedOver]),
      ...noteOf('normalised', [...this.normalised]),
    ]
    const { left, bytes } = this
    const tests = [...this.tests.values()]
    return { label, moments: all, isHistory: moments !== undefined, left, tests, bytes, notes }
  }

  private pathOf(name: string): string | null {
    const path = toMemoryPath(name)
    if (name.normalize('NFC') !== name) this.normalised.add(path)
    const problem = memoryPathProblem(path)
    return problem ? this.leave(path, problem.rule) : path
  }

  private textAt(path: string, content: string | Uint8Array): NewState | null {
    if (content.length > MAX_FILE_BYTES) return this.leave(path, 'too_large')
    const isText = typeof content === 'string' ? !contentProblem(content) : isUtf8Text(content)
    if (!isText) return this.leave(path, 'not_text')
    return stateOf(path, typeof content === 'string' ? content : decodeUtf8(content))
  }
}

/** Moments by names: a commit's id, or the time, with a count where several share it. */
function named(moments: readonly Moment[]): Moment[] {
  const times = new Map<string, number>()
  return moments.map((moment) => {
    const name = moment.reference ?? moment.at?.toISOString()
    if (name === undefined) return moment
    const count = times.get(name) ?? 0
    times.set(name, count + 1)
    return { ...moment, name: count === 0 ? name : `${name}#${count}` }
  })
}

const folder = () => path.join(settings().dataDir, 'incoming')

/** Where what comes in lies while it is read: it belongs to the process, and goes with it. */
export async function incomingFolder(): Promise<string> {
  await mkdir(folder(), { recursive: true, mode: 0o700 })
  return folder()
}

/** Removes what a process left that was killed while it read. */
export async function clearIncoming(): Promise<void> {
  await rm(folder(), { recursive: true, force: true })
}
