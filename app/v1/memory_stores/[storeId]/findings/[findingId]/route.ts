import { apiRoute } from '@/lib/api/api-route'
import { disposeFindingBody } from '@/lib/api/finding-schemas'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { wireFinding } from '@/lib/api/serialise-finding'
import { disposeFinding } from '@/lib/review/dispose-finding'
import { getFinding } from '@/lib/review/get-finding'

interface Params {
  storeId: string
  findingId: string
}

export const GET = apiRoute<Params>('read', async ({ db, params, audience }) =>
  wireFinding(await getFinding(db, { ...params, audience })),
)

export const POST = apiRoute<Params>('decide', async ({ db, request, params, caller }) => {
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
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
