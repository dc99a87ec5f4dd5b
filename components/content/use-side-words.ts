'use client'

import { use } from 'react'
import { useTranslations } from 'use-intl'
import { type MergeSides, MergeSidesContext } from './merge-sides'
import type { Take } from './merge-takes'

type Side = keyof MergeSides

export interface SideWords {
  sideOf: (side: Side) => string
  allOf: (side: Side) => string
  /** that only this side changed lines */
  onlyOf: (side: Side) => string
  taken: (take: Take) => string
}

/** Returns the names of the sides of the merge around it. */
export function useSideWords(): SideWords {
  const t = useTranslations('Merge')
  const sides = use(MergeSidesContext)
  if (sides === null) {
    return {
      sideOf: (side) => t(side),
      allOf: (side) => t(side === 'theirs' ? 'allTheirs' : 'allMine'),
      onlyOf: (side) => t(side === 'theirs' ? 'onlyTheirs' : 'onlyMine'),
      taken: (take) => t(`taken_${typeof take === 'string' ? take : 'text'}`),
    }
  }
  return {
    sideOf: (side) => sides[side],
    allOf: (side) => t('allOf', { side: sides[side] }),
    onlyOf: (side) => t('onlyOf', { side: sides[side] }),
    taken: (take) => {
      if (take === 'theirs' || take === 'mine') return t('takenOf', { side: sides[take] })
      if (take === 'both-mine-first') return t('takenBothFirst', { side: sides.mine })
      return t(take === 'both' ? 'taken_both' : 'taken_text')
    },
  }
}
