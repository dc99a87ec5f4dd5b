import type { NextRequest } from 'next/server'
import { askedIn } from '@/components/plan/asked'
import { Refusal } from '@/lib/refusal'
import { answered } from '../answered'
import { plannedRow } from '../stores/[id]/rows'

/** The difference of one row of a plan. */
export const GET = (request: NextRequest) =>
  answered(() => {
    const asked = Object.fromEntries(request.nextUrl.searchParams)
    const { store = '', row = '', path = '', ...pairs } = asked
    const ask = askedIn(pairs)
    if (!ask) throw new Refusal('invalid_input', 'The address names no plan.')
    return plannedRow(store, ask, { id: row, path })
  })
