import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { quarantinedVersions } from '@/lib/store/quarantined-versions'

interface WriteAnswer {
  content: string
  isError: boolean
  versionIds: string[]
}

/** Memories that an answer names; of more it only counts the others. */
const MOST_NAMED = 5

/**
 * The answer to a write, with what its store's policy put in quarantine: an agent that is told that
 * it was saved, and then does not find it, writes it again. Costs nothing in stores that keep
 * nothing from agents. `named`: a store's path as the tool shows it.
 */
export async function toldQuarantine<Answer extends WriteAnswer>(
  db: Database,
  cause: Cause,
  write: (cause: Cause) => Promise<Answer>,
  named: (path: string) => string,
): Promise<Answer> {
  let isGuarded = false
  const guarded = () => {
    isGuarded = true
  }
  const answer = await write({ ...cause, guarded })
  if (!isGuarded || answer.isError || answer.versionIds.length === 0) return answer
  const paths = await quarantinedVersions(db, answer.versionIds)
  if (paths.length === 0) return answer
  const names = paths.slice(0, MOST_NAMED).map(named)
  const rest = paths.length - names.length
  const held = names.map((name) => `${name} is held for review and cannot be changed now.`)
  const more = rest === 0 ? [] : [`So are ${rest} more.`]
  const about = 'What was written is kept, and is not shown to agents until a person releases it.'
  const isAll = paths.length === answer.versionIds.length
  const content = [...(isAll ? [] : [answer.content]), ...held, ...more, about].join('\n')
  return { ...answer, content }
}
