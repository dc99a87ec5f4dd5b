import { MAX_BUDGET } from '@/lib/why/causes'
import { answering } from '../answered'
import { answersOnPage } from '../sessions/[id]/why/[cause]/read-cause'

/** The answers to a question of a search, the first one first. */
export const GET = answering(async (asked) => {
  const of = { jobId: asked.get('cause') ?? '', cell: asked.get('cell') ?? '' }
  return (await answersOnPage(of, MAX_BUDGET)).reverse()
})
