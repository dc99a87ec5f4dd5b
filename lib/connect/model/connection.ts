/**
 * Kinds of folders: the memory of Claude Code; a project's files, of which only those are watched
 * that agents are given as instructions; or any other.
 */
export const PRESETS = ['claude_code', 'instructions', 'folder'] as const
export type Preset = (typeof PRESETS)[number]

/** The folder is only read, or changes in the store are carried out there too. */
export type Direction = 'read' | 'two_way'

export type ConnectionState = 'ok' | 'paused' | 'problem'

/** The reason that a connection rests. */
export type ConnectionProblem =
  /** the folder is not there, or stands empty in its place */
  | 'folder_missing'
  /** the folder is there, and many of its files went at once: unmounted is not deleted */
  | 'files_missing'
  /** another folder stands in its place */
  | 'folder_replaced'
  /** outside of `WATCH_ROOTS`, or this server's own data */
  | 'folder_not_allowed'
  /** this process may not read it */
  | 'folder_not_readable'
  | 'store_archived'

/** The reasons that a file of a watched folder cannot be a memory. */
export const UNWATCHED_REASONS = [
  'link',
  'not_regular_file',
  'not_text',
  'too_large',
  'not_readable',
  'bad_name',
  'conflict_copy',
  'cloud_placeholder',
  'own_data',
  'store_full',
  'overlaps',
] as const
export type UnwatchedReason = (typeof UNWATCHED_REASONS)[number]

/** A file that cannot be a memory. */
export interface UnwatchedFile {
  path: string
  /** bytes; null: unknown */
  size: number | null
  reason: UnwatchedReason
}

/** Files of a folder that cannot be memories; `files` holds the first of them. */
export interface Unwatched {
  count: number
  files: readonly UnwatchedFile[]
  /** of Claude Code's memory */
  faults?: MemoryFaults
  /** in a git repository: files that differ from its last commit; left out: it is in none */
  uncommitted?: number
}

/** The faults that a file of Claude Code's memory can have. */
export const MEMORY_FAULTS = [
  /** its index lists it, and it is not there */
  'missing',
  /** its index does not list it */
  'unlisted',
  /** another fact has the same name */
  'duplicate_name',
  /** no fact has the name that it links to */
  'broken_link',
  /** it is longer than what is recalled of it */
  'long_fact',
] as const

/** A fault in Claude Code's memory. */
export interface MemoryFault {
  kind: (typeof MEMORY_FAULTS)[number]
  path: string
  /** the name or the link; '': none */
  about: string
}

export interface MemoryFaults {
  counts: Record<MemoryFault['kind'], number>
  /** lines at the end of its index that are not loaded */
  unloadedLines: number
  /** the first of them */
  named: readonly MemoryFault[]
}

/**
 * The reason that a change could not be carried out in the folder; all but `not_watched` may pass.
 */
export type OutboxProblem =
  /** the folder or file may not be written */
  | 'not_writable'
  /** a link stands in its path */
  | 'link_in_path'
  /** another file has the same name but for case or accents */
  | 'same_name'
  /** what stands there cannot be a memory */
  | 'in_the_way'
  /** a file of that name would not be watched */
  | 'not_watched'
  /** nothing more fits on the disk, or on the part of it that this process may use */
  | 'disk_full'
  /** the disk said something else: it is read-only, faulty, not reached */
  | 'disk_fault'
