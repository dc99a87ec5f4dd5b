import type { About, Reason } from './judge'

/** Why a write waits or was refused, in the words that agents are told (review.md). */

const WHAT: Record<Exclude<About, { glob: string } | 'unreadable'>, string> = {
  all_writes: 'all writes',
  secrets: 'secrets',
  personal_data: 'personal data',
  instructions: 'instructions to the model',
  hidden: 'hidden characters',
  deletions: 'deletions',
  emptied: 'emptied memories',
  collapse: 'memories that lose most of their lines',
}

/** What is told of a write that waits. `path`: as the agent wrote it. */
export const heldAnswer = (path: string, { held_write_id, why, where }: HeldFacts): string =>
  `${path} is held for review as ${held_write_id}; it is not saved yet. ${why}; a person decides at ${where}`

type HeldFacts = Readonly<Record<string, string | number | null>>

export const heldWords = (reason: Reason): string => `It is held ${why(reason)}`
export const refusedWords = (reason: Reason): string => `refused ${why(reason)}`

function why({ about, found, isUnscanned, isUnmaskable }: Reason): string {
  if (about === 'unreadable') return "because this store's rules cannot be read"
  const what = typeof about === 'string' ? WHAT[about] : about.glob
  if (isUnscanned)
    return `because it could not be scanned in full, by this store's rules about ${what}`
  return `by this store's rules about ${what}${foundWords(found, isUnmaskable)}`
}

const MOST_TOLD = 3

function foundWords(found: Reason['found'], isUnmaskable = false): string {
  if (found.length === 0) return ''
  const told = found.slice(0, MOST_TOLD).map(({ rule, line }) => {
    const name = rule.replaceAll('_', ' ')
    if (line > 0) return `${name} in line ${line}`
    return `${name} in its path${isUnmaskable ? ', where nothing can be masked' : ''}`
  })
  const more = found.length - told.length
  return ` (found: ${told.join(', ')}${more > 0 ? `, ${more} more` : ''})`
}
