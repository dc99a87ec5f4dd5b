'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { Button } from './button'

export interface DialogProps {
  title: string
  /** a sentence under the title */
  description?: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

// Loaded with the first dialog: no page needs it for reading.
const DialogWindow = dynamic(
  () => import('./dialog-window').then((module) => module.DialogWindow),
  { ssr: false },
)

/** A question above the page; Escape closes it, and the focus returns to where it was. */
export function Dialog({ isOpen, ...props }: DialogProps) {
  return isOpen ? <DialogWindow {...props} /> : null
}

export interface AskedOnceProps extends Omit<DialogProps, 'children'> {
  /** verb and number, as on the button that led here */
  act: string
  isBusy: boolean
  onAct: () => void
  /** what changes, what stays, what is left alone */
  children?: ReactNode
  /** why it was not done */
  why?: ReactNode
  cancel: string
}

/** Asks once for what cannot be undone; the button repeats the verb. */
export function AskedOnce({
  act,
  isBusy,
  onAct,
  children,
  why,
  cancel,
  ...dialog
}: AskedOnceProps) {
  return (
    <Dialog {...dialog}>
      {children}
      {why}
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="quiet" onClick={dialog.onClose}>
          {cancel}
        </Button>
        <Button variant="danger" isBusy={isBusy} onClick={onAct}>
          {act}
        </Button>
      </div>
    </Dialog>
  )
}
