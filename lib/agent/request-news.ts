import type { ContextBlock } from '@/lib/context/context-block'
import { matchingLines } from '@/lib/text/matching-lines'
import type { RequestAt } from './request-at'

/** A request compared with the one before, block by block. */
export interface RequestNews {
  /** its blocks that the one before did not hold, in order; without one before, all */
  added: ContextBlock[]
  /** blocks of the one before that it no longer holds */
  removed: ContextBlock[]
  /** number of blocks that both hold */
  same: number
  /** whether the system prompt, the tools or the settings differ */
  isSetUpAnew: boolean
}

/** Compares a request with the one before; null: it is the first. */
export function requestNews(
  before: Pick<RequestAt, 'blocks' | 'setup'> | null,
  request: Pick<RequestAt, 'blocks' | 'setup'>,
): RequestNews {
  const known = new Map<string, number>()
  const numberOf = (block: ContextBlock) => {
    const key = JSON.stringify(block)
    const number = known.get(key) ?? known.size
    known.set(key, number)
    return number
  }
  const former = before?.blocks ?? []
  const pairs = matchingLines(former.map(numberOf), request.blocks.map(numberOf))
  const kept = new Set(pairs.map((pair) => pair.before))
  const held = new Set(pairs.map((pair) => pair.after))
  return {
    added: request.blocks.filter((_, index) => !held.has(index)),
    removed: former.filter((_, index) => !kept.has(index)),
    same: pairs.length,
    isSetUpAnew: before !== null && before.setup !== request.setup,
  }
}
