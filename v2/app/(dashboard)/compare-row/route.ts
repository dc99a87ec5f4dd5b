import type { NextRequest } from 'next/server'
import { answered } from '@/app/(dashboard)/answered'
import { endsIn } from '@/components/plan/address'
import { comparedRow } from '../stores/[id]/rows'

/** The difference of one row of a comparison. */
export const GET = (request: NextRequest) =>
  answered(() => {
    const { store = '', one, other, ...search } = Object.fromEntries(request.nextUrl.searchParams)
    return comparedRow(endsIn(store, search), { one: one ?? null, other: other ?? null })
  })
