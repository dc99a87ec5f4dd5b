import type { NextRequest } from 'next/server'
import type { CallChanges } from '@/components/session/changes'
import { invalidInput } from '@/lib/store/model/problems'
import { answered } from '../answered'
import { heldChanges, heldText, writtenChanges } from './read-changes'

/**
 * What a call changed, by its versions (`written`, each a store's id and a version's); or would change, or
 * would have, as a held write (`held`, with a memory's secrets in `clear`, or its `text` alone to be edited).
 */
export const GET = (request: NextRequest) =>
  answered((): Promise<CallChanges | { text: string }> => {
    const asked = request.nextUrl.searchParams
    const held = asked.get('held')
    const written = asked.getAll('written').map((each) => {
      const [storeId = '', versionId = ''] = each.split(' ')
      return { storeId, versionId }
    })
    if (held && asked.has('text')) return heldText(held)
    if (held) return heldChanges(held, { clear: Number(asked.get('clear') ?? -1) })
    if (written.length > 0) return writtenChanges(written)
    throw invalidInput('call', 'must be named')
  })
