import { makeBranch } from '@/lib/store/branches/make-branch'
import type { Handler } from '../api-call'
import { branchBody } from '../branch-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireOne } from '../wire-one-store'

/** Makes a branch; not in the standard. */
export const POST: Handler<{ storeId: string }> = async ({ db, request, params, cause }) => {
  const { name, at } = parseInput(branchBody, await readJson(request))
  const store = await makeBranch(db, {
    storeId: params.storeId,
    name,
    at,
    cause,
    signal: request.signal,
  })
  return wireOne(db, store)
}
