import { faultAsRefusal } from '@/lib/db/faults'
import { findPlaces, type Places } from '@/lib/store/places'

export const dynamic = 'force-dynamic'

const FOUND = 12
const MAX_WORDS = 8
const MAX_UNITS = 200

/** Stores and memories to go to, by the words of `q`; without it the stores that were used last. */
export async function GET(request: Request): Promise<Response> {
  const query = (new URL(request.url).searchParams.get('q') ?? '').slice(0, MAX_UNITS)
  const words = query.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  try {
    return Response.json((await findPlaces(words, words.length === 0 ? 8 : FOUND)) satisfies Places)
  } catch (error) {
    const refusal = faultAsRefusal(error)
    if (refusal === null) throw error
    const { code, message, facts } = refusal
    return Response.json({ code, message, facts }, { status: 503 })
  }
}
