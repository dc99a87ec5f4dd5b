import 'server-only'
import { formats, texts } from '@/components/i18n/server-texts'
import { sessionTitles } from '@/lib/agent/session-titles'
import { observedNames } from '@/lib/connect/observed-names'
import { database } from '@/lib/db/open-database'
import { observedTitle, sessionTitle } from './session-title'

/** Returns the titles of sessions of this server and of observed ones, by id. */
export async function sessionNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const [t, format, titles, observed] = await Promise.all([
    texts(),
    formats(),
    sessionTitles(database(), ids),
    observedNames(database(), ids),
  ])
  return new Map(
    ids.map((id) => {
      const seen = observed.get(id)
      if (seen) return [id, observedTitle(t, format, seen)]
      return [id, sessionTitle(t, format, { id, title: titles.get(id) ?? null })]
    }),
  )
}
