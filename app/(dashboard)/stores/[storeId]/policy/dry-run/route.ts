import { texts } from '@/components/i18n/server-texts'
import { agentNames } from '@/components/policy/agent-names'
import type { DryRunAnswer } from '@/components/policy/dry-run-answer'
import { faultWords } from '@/components/policy/fault-words'
import { dryRunInput } from '@/components/policy/policy-input'
import { database } from '@/lib/db/open-database'
import { dryRunPolicy } from '@/lib/review/policy/dry-run'
import { ReviewError } from '@/lib/review/model/review-problems'
import { StoreError } from '@/lib/store/model/problems'

export const dynamic = 'force-dynamic'

/** Tries a draft on the past, for the page of the policy. Ends when its caller leaves. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/stores/[storeId]/policy/dry-run'>,
): Promise<Response> {
  const { storeId } = await params
  const input = dryRunInput.safeParse(await request.json().catch(() => null))
  if (!input.success) return new Response(null, { status: 400 })
  try {
    const run = await dryRunPolicy(database(), { storeId, ...input.data, signal: request.signal })
    const agents = [
      ...run.waits.map(({ agent }) => agent),
      ...run.rejections.map(({ agent }) => agent),
      ...run.stopped.map(({ agent }) => agent),
    ]
    const names = await agentNames([...new Set(agents)])
    return Response.json({ run: { ...run, names }, why: null } satisfies DryRunAnswer)
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 })
    if (error instanceof StoreError) return new Response(null, { status: 404 })
    if (!(error instanceof ReviewError) || error.problem.kind !== 'policy_faulty') throw error
    const why = faultWords(await texts(), error.problem)
    return Response.json({ run: null, why } satisfies DryRunAnswer)
  }
}
