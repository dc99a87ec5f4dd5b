import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { offeredStores } from '@/components/stores/offered-stores'
import { sessionNames } from '@/components/session/session-names'
import { listApiKeys } from '@/lib/auth/api-keys'
import { hasOtherReviewers } from '@/lib/auth/other-reviewers'
import { database } from '@/lib/db/open-database'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { LOCAL_API_ACTOR } from '@/lib/store/model/actor'
import type { InboxFilterProps } from './inbox-filter'
import { type InboxFilter, SESSIONS } from './inbox-address'

/** Returns the choices of the inbox's filters, with their names. */
export async function filterChoices({
  assignee,
  session,
  store,
}: InboxFilter): Promise<Omit<InboxFilterProps, 'place' | 'states' | 'rowCount'>> {
  const t = await texts()
  const db = database()
  const [offered, named, keys, hasOthers] = await Promise.all([
    offeredStores({ withArchived: false }),
    namesOfStores(db, store === undefined ? [] : [store]),
    listApiKeys(db),
    hasOtherReviewers(db),
  ])
  const agents = keys
    .filter(({ purpose }) => purpose === 'agent')
    .map(({ id, name }) => ({ id, name }))
  return {
    offered,
    storeName: store === undefined ? null : (named.get(store) ?? store),
    agents: [
      { id: SESSIONS, name: t('Review.agentsHere') },
      { id: LOCAL_API_ACTOR.id, name: t('Review.agentsWithoutKey') },
      ...agents,
    ],
    canBeAssigned: hasOthers || assignee !== undefined,
    sessionTitle:
      session === undefined ? null : ((await sessionNames([session])).get(session) ?? null),
  }
}
