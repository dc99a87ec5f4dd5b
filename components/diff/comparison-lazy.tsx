'use client'

import dynamic from 'next/dynamic'

/** `ChangeSteps`, loaded when two versions are compared. */
export const ChangeSteps = dynamic(() =>
  import('./change-steps').then((module) => module.ChangeSteps),
)

/** `VersionDiff`, loaded when two versions are compared. */
export const VersionDiff = dynamic(() =>
  import('./version-diff').then((module) => module.VersionDiff),
)
