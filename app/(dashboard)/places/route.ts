import type { FrameFacts } from '@/components/frame/facts'
import { countToReview } from '@/lib/review/to-review'
import { countLive } from '@/lib/sessions/written'
import { findPlaces, type Places } from '@/lib/store/places'
import { answering } from '../answered'

/** Of each kind; without words, as many as the sidebar has. */
const FOUND = 12
const LAST = 8

const MAX_WORDS = 8
const MAX_UNITS = 200

/** Stores and memories to go to, by the words of `q`; without it what the frame shows. */
export const GET = answering(async (asked): Promise<Places | FrameFacts> => {
  const query = (asked.get('q') ?? '').slice(0, MAX_UNITS)
  const words = query.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const places = await findPlaces(words, words.length === 0 ? LAST : FOUND)
  if (words.length > 0) return places
  return { ...places, live: await countLive(), review: await countToReview() }
})
