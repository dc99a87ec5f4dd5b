'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'

// Loaded when the first dialog opens: no page needs it to be read.
const DialogWindow = dynamic(
  () => import('./dialog-window').then((module) => module.DialogWindow),
  {
    ssr: false,
  },
)

export interface DialogProps {
  title: string
  /** a sentence under the title */
  description: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** A dialog over the page; Escape closes it, and focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <DialogWindow {...props} /> : null
}
