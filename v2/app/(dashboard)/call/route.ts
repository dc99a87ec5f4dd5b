import type { NextRequest } from 'next/server'
import type { CallChanges } from '@/components/session/changes'
import { invalidInput } from '@/lib/store/model/problems'
import { answered } from '../answered'
import { heldChanges, writtenChanges } from './read-changes'

/**
 * What a call changed, by its versions (`written`, each a store's id and a version's); or would change, or
 * would have, as a held write (`held`).
 */
export const GET = (request: NextRequest) =>
  answered((): Promise<CallChanges> => {
    const asked = request.nextUrl.searchParams
    const held = asked.get('held')
    const written = asked.getAll('written').map((each) => {
      const [storeId = '', versionId = ''] = each.split(' ')
      return { storeId, versionId }
    })
    if (held) return heldChanges(held)
    if (written.length > 0) return writtenChanges(written)
    throw invalidInput('call', 'must be named')
  })
