'use client'

import dynamic from 'next/dynamic'
import type { DialogProps } from './dialog-props'

// Loaded when the first dialog opens: no page needs it to be read.
const DialogWindow = dynamic(
  () => import('./dialog-window').then((module) => module.DialogWindow),
  {
    ssr: false,
  },
)

/** A dialog over the page; Escape closes it, and focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <DialogWindow {...props} /> : null
}
