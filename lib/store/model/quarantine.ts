import type { Actor } from './actor'

/** A memory's quarantine, for people. */
export interface Quarantine {
  memoryId: string
  /** agents are not served this version, nor any later one */
  fromSequence: number
  fromVersionId: string
  /** the version that they are served; null: none */
  servedVersionId: string | null
  reason: string
  /** milliseconds since 1970 */
  since: number
  by: Actor
  /** the rule that had what this agent wrote put there; null: somebody did it by hand */
  rule: QuarantineRule | null
}

/** A rule of a store's policy; without an id its default. */
export interface QuarantineRule {
  id: string | null
  revision: number
}
