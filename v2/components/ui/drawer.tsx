'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button'
import { useFocusBack } from './dialog-window'

export interface DrawerProps {
  title: string
  /** beside the title */
  meta?: ReactNode
  acts?: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * What belongs to a page and is looked at now and then: it opens over the page's right side, on a phone over
 * all of it. Escape closes it, and the focus returns to where it was.
 */
export function Drawer({ title, meta, acts, onClose, children }: DrawerProps) {
  const t = useTranslations('Common')
  const giveFocusBack = useFocusBack()
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/10" />
        <Primitive.Content
          onCloseAutoFocus={giveFocusBack}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-[min(40rem,100vw)] flex-col bg-sheet shadow-e-3"
        >
          <header className="flex min-h-(--head) flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-5 py-1.5">
            <Primitive.Title className="text-title font-semibold">{title}</Primitive.Title>
            <span className="min-w-0 truncate text-ink-3">{meta}</span>
            <span className="ml-auto flex items-center gap-1">
              {acts}
              <Primitive.Close asChild>
                <Button variant="quiet" size="icon" aria-label={t('close')} title={t('close')}>
                  <X size={16} aria-hidden />
                </Button>
              </Primitive.Close>
            </span>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
