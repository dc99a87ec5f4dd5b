import type { LastCall } from '@/components/welcome/last-call'
import { lastOutsideCall } from '@/lib/api/outside-calls'

export const dynamic = 'force-dynamic'

/** Answers whether a program has called the API since the server started. */
export function GET(): Response {
  const answer: LastCall = { call: lastOutsideCall() }
  return Response.json(answer)
}
