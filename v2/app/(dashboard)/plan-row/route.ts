import type { NextRequest } from 'next/server'
import { linesOfDiff } from '@/components/lines/diff-lines'
import type { ShownRow } from '@/components/plan/shown-row'
import { askedIn } from '@/components/plan/asked'
import { Refusal } from '@/lib/refusal'
import { planRow } from '@/lib/store/plan/do-plan'
import { answered } from '../answered'

/** The difference of one row of a plan; of a conflict also its texts, for a merge by hand. */
export const GET = (request: NextRequest) =>
  answered(async (): Promise<ShownRow> => {
    const {
      store = '',
      row = '',
      path = '',
      ...pairs
    } = Object.fromEntries(request.nextUrl.searchParams)
    const ask = askedIn(pairs)
    if (!ask) throw new Refusal('invalid_input', 'The address names no plan.')
    const texts = await planRow(store, ask, row)
    const { before, after, base } = texts
    const difference = linesOfDiff({ before: before ?? '', after: after ?? '', path })
    return { ...difference, ...(base !== undefined && { texts: { base, before, after } }) }
  })
