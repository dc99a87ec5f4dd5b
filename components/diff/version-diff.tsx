'use client'

import dynamic from 'next/dynamic'

/** Monaco is large, and only loaded where two versions are compared. */
export const VersionDiff = dynamic(
  () => import('./monaco-diff').then((module) => module.MonacoDiff),
  { ssr: false, loading: () => <p className="px-4 py-2 text-faint">Loading the comparison…</p> },
)
