import type { ReactNode } from 'react'

export interface DialogProps {
  title: string
  /** a sentence under the title */
  description?: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}
