'use client'

import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useTranslations } from 'use-intl'
import { Button } from './button'
import type { DialogProps } from './dialog-props'
import { useFocusBack } from './use-focus-back'

/** The window of a dialog that is open. */
export function DialogWindow({ title, description, onOpenChange, children }: DialogProps) {
  const t = useTranslations('App')
  const giveFocusBack = useFocusBack()
  return (
    <Primitive.Root open onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Primitive.Content
          onCloseAutoFocus={giveFocusBack}
          className="fixed top-[10vh] z-50 left-1/2 max-h-[80vh] w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 overflow-auto rounded-lg border border-line bg-raised p-6 shadow-xl"
        >
          <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
          <Primitive.Description className="mt-1 text-faint">{description}</Primitive.Description>
          <div className="mt-4">{children}</div>
          <Primitive.Close asChild>
            <Button
              look="quiet"
              size="icon"
              aria-label={t('close')}
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
