'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'

const FloatingWindow = dynamic(
  () => import('./floating-window').then((module) => module.FloatingWindow),
  { ssr: false },
)

export interface DrawerProps {
  title: string
  /** beside the title */
  acts?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** What belongs to the page and is not always looked at, over its right side; on a phone over all. */
export function Drawer(props: DrawerProps) {
  return <FloatingWindow shape="drawer" {...props} />
}
