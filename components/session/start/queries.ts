import { queryOptions } from '@tanstack/react-query'
import { resetChoicesAction } from '../actions'

/** The states that a store can be reset to before a session. */
export function resetChoicesQuery(storeId: string) {
  return queryOptions({
    queryKey: ['reset choices', storeId],
    queryFn: () => resetChoicesAction(storeId),
    staleTime: 10_000,
  })
}
