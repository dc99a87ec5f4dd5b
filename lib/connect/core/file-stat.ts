import type { BigIntStats } from 'node:fs'

/** The facts of a file that the disk tells without reading it. Times in microseconds since 1970. */
export interface FileStat {
  size: number
  modifiedAt: number
  /** when its inode changed; 0: it must be read again */
  changedAt: number
  /** the same for a file that was renamed */
  fileId: string
}

/** The times of a file on a coarse clock may stay the same for so long, microseconds. */
const COARSE = 2_000_000

export function fileStat(stats: BigIntStats): FileStat {
  return {
    size: Number(stats.size),
    modifiedAt: Number(stats.mtimeNs / 1000n),
    changedAt: Number(stats.ctimeNs / 1000n),
    // A number of an inode is used again; its birth tells the two files apart.
    fileId: `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`,
  }
}

/**
 * By what a folder is known again. Without its device, whose number may be another after a start or
 * when a disk is mounted again; its birth tells apart what has the same number elsewhere.
 */
export const folderId = ({ ino, birthtimeNs }: BigIntStats) => `${ino}:${birthtimeNs}`

/** Returns whether a file, by its `fileId`, is on a disk. */
export const isOnDevice = (fileId: string, device: bigint) => fileId.startsWith(`${device}:`)

/** As it is remembered: what changed just now may change again without its times showing it. */
export function remembered(stat: FileStat, readAt: number): FileStat {
  const isFresh = Math.max(stat.changedAt, stat.modifiedAt) > readAt * 1000 - COARSE
  return isFresh ? { ...stat, changedAt: 0 } : stat
}

/** Returns whether a file is as it was, as far as can be told without reading it. */
export function isSameStat(one: FileStat, other: FileStat): boolean {
  return (
    one.changedAt !== 0 &&
    one.size === other.size &&
    one.modifiedAt === other.modifiedAt &&
    one.changedAt === other.changedAt &&
    one.fileId === other.fileId
  )
}
