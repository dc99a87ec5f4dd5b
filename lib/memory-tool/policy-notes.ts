import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { quarantinedVersions } from '@/lib/store/quarantine/quarantines'

interface WriteAnswer {
  content: string
  isError: boolean
  versionIds: string[]
}

/** Memories and masks that an answer names; of more it only counts the others. */
const MAX_NAMED = 5

/**
 * Writes, and adds to the answer what the store's policy changed: what it masked, and what it put in
 * quarantine. An agent that is told that its text was saved, and then does not find it, writes it
 * again. Costs nothing in stores that keep nothing from agents. `named`: a store's path as the tool
 * shows it.
 */
export async function withPolicyNotes<Answer extends WriteAnswer>(
  db: Database,
  cause: Cause,
  write: (cause: Cause) => Promise<Answer>,
  named: (path: string) => string,
): Promise<Answer> {
  let isGuarded = false
  const guarded = () => {
    isGuarded = true
  }
  // A transaction may run again, and is then told again.
  const masks = new Set<string>()
  const masked = (each: readonly string[]) => {
    for (const mask of each) masks.add(mask)
  }
  const answer = await write({ ...cause, guarded, masked })
  if (!isGuarded || answer.isError || answer.versionIds.length === 0) return answer
  const paths = await quarantinedVersions(db, answer.versionIds)
  const isAllKept = paths.length === answer.versionIds.length
  const content = [
    ...(isAllKept ? [] : [answer.content]),
    ...maskWords([...masks]),
    ...quarantineWords(paths, named),
  ].join('\n')
  return { ...answer, content }
}

function maskWords(masks: readonly string[]): string[] {
  if (masks.length === 0) return []
  const shown = masks.slice(0, MAX_NAMED).join(', ')
  const rest = masks.length - MAX_NAMED
  const more = rest > 0 ? ` and ${rest} more` : ''
  return [
    `What this store's policy keeps out of memories was masked in what you wrote: ${shown}${more} stands in its place. Do not write it again.`,
  ]
}

function quarantineWords(paths: readonly string[], named: (path: string) => string): string[] {
  if (paths.length === 0) return []
  const names = paths.slice(0, MAX_NAMED).map(named)
  const rest = paths.length - names.length
  const more = rest > 0 ? ` and ${rest} more` : ''
  const [are, them] = paths.length === 1 ? ['is', 'it is'] : ['are', 'they are']
  return [
    `${names.join(', ')}${more} ${are} quarantined by this store's policy and cannot be changed now.`,
    `What was written is kept; ${them} not shown to agents until a person releases it.`,
  ]
}
