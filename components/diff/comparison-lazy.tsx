'use client'

import dynamic from 'next/dynamic'
import type { ComponentProps } from 'react'
import { DiffTexts } from '@/components/i18n/part-texts'
import type { ChangeSteps as Steps } from './change-steps'
import type { VersionDiffProps } from './version-diff'

const LazySteps = dynamic(() => import('./change-steps').then((module) => module.ChangeSteps))

const LazyDiff = dynamic(() => import('./version-diff').then((module) => module.VersionDiff))

/** `ChangeSteps`, loaded with its texts when two versions are compared. */
export function ChangeSteps(props: ComponentProps<typeof Steps>) {
  return (
    <DiffTexts>
      <LazySteps {...props} />
    </DiffTexts>
  )
}

/** `VersionDiff`, loaded with its texts when two versions are compared. */
export function VersionDiff(props: VersionDiffProps) {
  return (
    <DiffTexts>
      <LazyDiff {...props} />
    </DiffTexts>
  )
}
