'use client'

import dynamic from 'next/dynamic'
import type { DialogProps } from './dialog-props'

/** Loads what all dialogs need, before the first is opened. */
export const loadDialogs = () => import('./dialog-window')

// Loaded with the first dialog: no page needs it for reading.
const DialogWindow = dynamic(
  () => import('./dialog-window').then((module) => module.DialogWindow),
  {
    ssr: false,
  },
)

/** A modal dialog; Escape closes it, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <DialogWindow {...props} /> : null
}
