import type { Handler } from '../api-call'
import { disposeFindingBody, wireFinding } from '../resources/finding'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { disposeFinding } from '@/lib/review/findings/dispose-finding'
import { getFinding } from '@/lib/review/findings/read-findings'

interface Params {
  storeId: string
  findingId: string
}

export const GET: Handler<Params> = async ({ db, params, audience }) =>
  wireFinding(await getFinding(db, { ...params, audience }))

export const POST: Handler<Params> = async ({ db, request, params, caller }) => {
  await getFinding(db, params)
  const body = parseInput(disposeFindingBody, await readJson(request))
  const finding = await disposeFinding(db, {
    ...params,
    status: body.status,
    reason: body.reason,
    exceptUntil: body.except_until,
    reviewer: caller.actor,
  })
  return wireFinding(finding)
}
