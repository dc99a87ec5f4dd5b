'use client'

import { PricedStep } from './priced-step'
import { startPartsAction } from './why-actions'

/** Has a search look for all that add a little, as it stood after `seen` requests. `label`: with its price. */
export function AskForParts({
  causeId,
  seen,
  label,
}: {
  causeId: string
  seen: number
  label: string
}) {
  return (
    <PricedStep begin={() => startPartsAction({ id: causeId, seen })} letter="p" label={label} />
  )
}
