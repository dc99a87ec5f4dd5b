'use client'

import { PricedStep } from './priced-step'
import { goOnAction } from './why-actions'

/**
 * Goes on with work that ended undecided, by its key too. `seen`: the requests that it had asked for by
 * then; `label`: with its price.
 */
export function GoOn({ replayId, seen, label }: { replayId: string; seen: number; label: string }) {
  return <PricedStep begin={() => goOnAction({ id: replayId, seen })} letter="m" label={label} />
}
