import type { ReactNode } from 'react'
import type { ShownWriter } from '@/components/history/shown-writer'
import type { LineRowsProps } from './line-rows'

/** A version that wrote lines, as the blame of a memory shows it. */
export interface BlamedVersion {
  id: string
  ordinal: number
  /** milliseconds since 1970 */
  createdAt: number
  /** the index of its writer */
  writer: number
  /** address of the call that wrote it */
  call?: string
  /** the first line of what it was said to be */
  message?: string
  /** the changeset in which it waits for a review */
  changesetId?: string
}

/** Lines that one version wrote. */
export interface ShownBlameGroup {
  /** number of the first */
  line: number
  /** the index of the version */
  version: number
  /** the name of its button */
  about: string
  /** how many of its lines still stand, in words */
  standing: string
  /** the version before it, to compare with and to blame in turn */
  before?: string
  /** whether an earlier version may already have written them */
  isOrEarlier?: true
  /** the lines; with comments at some of them, in elements */
  lines: LineRowsProps | { elements: ReactNode }
}

/** The blame of a memory as it is sent: what its script makes of it is five times as large. */
export interface ShownBlame {
  /** of the memory */
  address: string
  groups: readonly ShownBlameGroup[]
  versions: readonly BlamedVersion[]
  writers: readonly ShownWriter[]
  now: number
  words: {
    label: string
    writer: string
    lines: string
    unreviewed: string
    orEarlier: string
    change: string
    before: string
    compareNow: string
  }
}
