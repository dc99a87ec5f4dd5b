import { REQUESTS_INTRODUCTION } from '@/lib/review/reason-words'
import { requestsToTell } from '@/lib/review/requests'
import type { Cause } from '@/lib/store/model/actor'
import { toldOnce } from './told'

/** What a call of a tool was about. */
export interface Place {
  storeId: string
  path: string
  /** what stands before the store's paths, as the caller writes them */
  root: string
}

/**
 * What stands below the answer to a caller who has no session of ours: what became of its earlier writes in
 * the store, each once; and, for who may write there and was answered, what people ask about the memory.
 */
export async function saidBelow(
  { storeId, path, root }: Place,
  cause: Cause,
  isAsked: boolean,
): Promise<string[]> {
  const outcomes = await toldOnce(storeId, cause, (each) => root + each)
  const asked = isAsked ? await requestsToTell([{ storeId, root, path }]) : null
  return asked ? [...outcomes, '', REQUESTS_INTRODUCTION, asked.text] : outcomes
}
