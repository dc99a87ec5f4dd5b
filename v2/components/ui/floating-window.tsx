'use client'

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button'
import { useFocusBack } from './use-focus-back'

const SHAPES = {
  dialog:
    'top-[10vh] left-1/2 max-h-[80vh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 rounded-dialog p-5 max-md:top-4 max-md:max-h-[calc(100dvh-2rem)]',
  drawer:
    'inset-y-2 right-2 w-[min(30rem,calc(100vw-1rem))] rounded-sheet p-4 max-md:inset-0 max-md:w-full max-md:rounded-none',
} as const

export interface FloatingWindowProps {
  shape: keyof typeof SHAPES
  title: string
  description?: string
  acts?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The window of a dialog or a drawer that is open. */
export function FloatingWindow({
  shape,
  title,
  description,
  acts,
  onClose,
  children,
}: FloatingWindowProps) {
  const t = useTranslations('Common')
  const giveFocusBack = useFocusBack()
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay
          className={clsx(
            'fixed inset-0 z-40',
            shape === 'dialog' ? 'bg-black/35 backdrop-blur-[1px]' : 'bg-black/20',
          )}
        />
        <Primitive.Content
          onCloseAutoFocus={giveFocusBack}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          // Its own way takes Escape from the newest layer only, which a toast may be.
          onKeyDown={({ key, defaultPrevented }) => {
            if (key === 'Escape' && !defaultPrevented) onClose()
          }}
          className={clsx('fixed z-50 overflow-auto bg-raised shadow-e-3', SHAPES[shape])}
        >
          <div className="flex items-start gap-3 pr-10">
            <Primitive.Title className="min-w-0 flex-1 pt-1 text-title font-semibold wrap-anywhere">
              {title}
            </Primitive.Title>
            {acts}
          </div>
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
