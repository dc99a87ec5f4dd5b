import type { z } from 'zod'
import { listApiKeys } from '@/lib/auth/api-keys'
import { callerWith } from '@/lib/auth/caller'
import { may, seesStore } from '@/lib/auth/may'
import type { Database } from '@/lib/db/database'
import { type Actor, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { invalidRequest } from './api-error'
import type { updateChangesetBody } from './review-schemas'

type Named = z.output<typeof updateChangesetBody>['assignee']

/**
 * The assignee that a body names; undefined if it names none. Refuses one who may not decide there.
 */
export async function assigneeOfBody(
  db: Database,
  named: Named,
  storeId: string,
): Promise<Actor | null | undefined> {
  if (!named) return named
  if (named.type === 'user_actor') {
    if (named.user_id === LOCAL_USER_ACTOR.id) return LOCAL_USER_ACTOR
  } else {
    const { api_key_id: id } = named
    const key = (await listApiKeys(db)).find((each) => each.id === id && each.revokedAt === null)
    const caller = key && callerWith(key)
    if (caller && may(caller, 'decide') && seesStore(caller, storeId)) return caller.actor
  }
  throw invalidRequest('assignee: must be somebody who may decide about this store')
}
