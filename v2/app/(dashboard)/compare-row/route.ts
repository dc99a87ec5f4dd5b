import type { NextRequest } from 'next/server'
import { endsIn } from '@/components/plan/address'
import { answered } from '../answered'
import { comparedRow } from '../stores/[id]/compare/compared-row'

/** The difference of one row of a comparison. */
export const GET = (request: NextRequest) =>
  answered(() => {
    const { store = '', one, other, ...search } = Object.fromEntries(request.nextUrl.searchParams)
    return comparedRow(endsIn(store, search), { one: one ?? null, other: other ?? null })
  })
