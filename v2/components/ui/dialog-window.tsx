'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from './button'
import { useFocusBack } from './use-focus-back'

export interface DialogWindowProps {
  title: string
  description?: string
  onClose: () => void
  children: ReactNode
}

/** The window of a dialog that is open. */
export function DialogWindow({ title, description, onClose, children }: DialogWindowProps) {
  const t = useTranslations('Common')
  const giveFocusBack = useFocusBack()
  const isTaken = useRef(false)
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/35 backdrop-blur-[1px]" />
        <Primitive.Content
          onCloseAutoFocus={giveFocusBack}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          // Its own way takes Escape from the newest layer only, which a toast may be: that has then
          // prevented the default before anything in here heard of the key.
          onKeyDownCapture={({ defaultPrevented }) => (isTaken.current = defaultPrevented)}
          onKeyDown={({ key, defaultPrevented }) => {
            if (key === 'Escape' && (isTaken.current || !defaultPrevented)) onClose()
          }}
          className="fixed top-[10vh] left-1/2 z-50 max-h-[80vh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-auto rounded-dialog bg-raised p-5 shadow-e-3 max-md:top-4 max-md:max-h-[calc(100dvh-2rem)]"
        >
          <Primitive.Title className="pr-10 text-title font-semibold wrap-anywhere">
            {title}
          </Primitive.Title>
          {description === undefined ? null : (
            <Primitive.Description className="mt-1 text-ink-2">{description}</Primitive.Description>
          )}
          <div className="mt-4">{children}</div>
          {/* Last, so that the focus begins with what is asked. */}
          <Primitive.Close asChild>
            <Button
              variant="quiet"
              size="icon"
              aria-label={t('close')}
              title={t('close')}
              className="absolute top-4 right-4"
            >
              <X size={16} aria-hidden />
            </Button>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
