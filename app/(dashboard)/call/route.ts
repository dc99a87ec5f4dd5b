import { answering } from '@/app/(dashboard)/answered'
import type { CallChanges } from '@/components/session/call-difference'
import type { Exchange } from '@/components/session/exchange'
import { invalidInput } from '@/lib/store/model/problems'
import { heldChanges, heldText, writtenChanges, readExchange } from './read-changes'

/**
 * What a call changed, by its versions (`written`, each a store's id and a version's); or would change, or
 * would have, as a held write (`held`, or its `text` alone to be edited), with a memory's secrets in `clear`; or
 * its texts (`session`, `exchange`), masked unless they are asked for in `clear`.
 */
export const GET = answering((asked): Promise<CallChanges | Exchange | { text: string }> => {
  const [held, session, exchange] = ['held', 'session', 'exchange'].map((name) => asked.get(name))
  const look = { clear: Number(asked.get('clear') ?? -1) }
  const written = asked.getAll('written').map((each) => {
    const [storeId = '', versionId = ''] = each.split(' ')
    return { storeId, versionId }
  })
  if (held && asked.has('text')) return heldText(held)
  if (held) return heldChanges(held, look)
  if (written.length > 0) return writtenChanges(written, look)
  if (session && exchange) return readExchange(session, exchange, asked.has('clear'))
  throw invalidInput('call', 'must be named')
})
