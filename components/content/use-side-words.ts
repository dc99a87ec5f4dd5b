'use client'

import { use } from 'react'
import { useTranslations } from 'use-intl'
import { type MergeSides, MergeSidesContext } from './merge-sides'
import type { Take } from './merge-takes'

type Side = keyof MergeSides

export interface SideWords {
  sideOf: (side: Side) => string
  /** whose it is, and as of when; '' where that is not known */
  aboutOf: (side: Side) => string
  allOf: (side: Side) => string
  /** that only this side changed lines */
  onlyOf: (side: Side) => string
  taken: (take: Take) => string
}

/** Returns the names of the sides of the merge around it. */
export function useSideWords(): SideWords {
  const t = useTranslations('Merge')
  const sides = use(MergeSidesContext)
  const { theirs, mine } = sides
  const aboutOf = (side: Side) => sides[side].about
  if (theirs.name === null || mine.name === null) {
    return {
      sideOf: (side) => t(side),
      aboutOf,
      allOf: (side) => t(side === 'theirs' ? 'allTheirs' : 'allMine'),
      onlyOf: (side) => t(side === 'theirs' ? 'onlyTheirs' : 'onlyMine'),
      taken: (take) => t(`taken_${typeof take === 'string' ? take : 'text'}`),
    }
  }
  const names = { theirs: theirs.name, mine: mine.name }
  return {
    sideOf: (side) => names[side],
    aboutOf,
    allOf: (side) => t('allOf', { side: names[side] }),
    onlyOf: (side) => t('onlyOf', { side: names[side] }),
    taken: (take) => {
      if (take === 'theirs' || take === 'mine') return t('takenOf', { side: names[take] })
      if (take === 'both-mine-first') return t('takenBothFirst', { side: names.mine })
      return t(take === 'both' ? 'taken_both' : 'taken_text')
    },
  }
}
