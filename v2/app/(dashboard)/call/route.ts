import type { NextRequest } from 'next/server'
import type { CallChanges } from '@/components/session/changes'
import { invalidInput } from '@/lib/store/model/problems'
import { answered } from '../answered'
import { heldChanges, waitingChanges, writtenChanges } from './read-changes'

/**
 * What a call changed, by its versions (`written`, each a store's id and a version's); would change, while it
 * waits (`session`, `call`); or would have changed (`held`).
 */
export const GET = (request: NextRequest) =>
  answered((): Promise<CallChanges> => {
    const asked = request.nextUrl.searchParams
    const [session, call, held] = ['session', 'call', 'held'].map((name) => asked.get(name))
    const written = asked.getAll('written').map((each) => {
      const [storeId = '', versionId = ''] = each.split(' ')
      return { storeId, versionId }
    })
    if (session && call) return waitingChanges(session, call)
    if (held) return heldChanges(held)
    if (written.length > 0) return writtenChanges(written)
    throw invalidInput('call', 'must be named')
  })
