import { z } from 'zod'
import type { Listing } from '@/components/tree/listing'
import { listedMemories, type ListingNews, listingOf } from '@/components/tree/ordered-listing'
import { idsToReview } from '@/lib/review/to-review'
import { invalidInput } from '@/lib/store/model/problems'
import { treeOf, treeSince } from '@/lib/store/tree'
import { answering } from '../answered'

const number = z.coerce.number().int().min(0).optional()
const query = z.object({ store: z.string(), at: number, since: number })

/** The memories of a store for its tree: now, at a past moment, or what became of them since one. */
export const GET = answering(async (asked): Promise<Listing | ListingNews> => {
  const { data } = query.safeParse(Object.fromEntries(asked))
  if (!data) throw invalidInput('store', 'must be named, with whole numbers')
  const { store, at, since } = data
  const news = since === undefined ? null : await treeSince(store, since)
  const toReview = at === undefined ? await idsToReview(store) : new Set<string>()
  if (news) return { ...news, changed: listedMemories(news.changed, toReview) }
  return listingOf(await treeOf(store, at), toReview)
})
