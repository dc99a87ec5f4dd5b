import type { AgeStep } from '@/lib/store/model/age-step'

/** A memory: its path below its folder, its bytes, its ink, and whether it is hatched. */
export type SentMemory = readonly [path: string, size: number, step: AgeStep, isHatched?: 1]

/** A directory, with the number of memories in it. */
export type SentDirectory = readonly [
  path: string,
  size: number,
  step: AgeStep,
  memoryCount: number,
  isHatched?: 1,
]

/** A store's map as it is sent: its areas are laid out where they are shown. */
export type SentMap =
  | { folders: readonly { path: string; memories: readonly SentMemory[] }[] }
  | { directories: readonly SentDirectory[] }

/** Being hatched says that nobody ever read a memory, or that no test reads it. */
export type MapHatch = 'neverRead' | 'untested'
