import type { FrameFacts } from '@/components/frame/facts'
import { countToReview } from '@/lib/review/to-review'
import { countLive } from '@/lib/sessions/written'
import { findPlaces, type Places } from '@/lib/store/places'
import { answered } from '../answered'

/** Of each kind; without words, as many as the sidebar has. */
const FOUND = 12
const LAST = 8

const MAX_WORDS = 8
const MAX_UNITS = 200

/** Stores and memories to go to, by the words of `q`; without it what the frame shows. */
export function GET(request: Request): Promise<Response> {
  const query = (new URL(request.url).searchParams.get('q') ?? '').slice(0, MAX_UNITS)
  const words = query.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const limit = words.length === 0 ? LAST : FOUND
  return answered(async (): Promise<Places | FrameFacts> => {
    const places = await findPlaces(words, limit)
    if (words.length > 0) return places
    return { ...places, live: await countLive(), review: await countToReview() }
  })
}
